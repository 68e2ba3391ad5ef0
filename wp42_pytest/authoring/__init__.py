"""What generators are written with: deterministic writers, the fictional economy, its calendar and its money.

One module per kind of file, each with functions that return bytes (`xlsx`, `docx`, `pdf`, `eml`, `delimited`). A new kind
is a new module beside them that keeps to the same rule: equal arguments give equal bytes, whatever the clock, time zone,
locale, umask or Python version.
"""
