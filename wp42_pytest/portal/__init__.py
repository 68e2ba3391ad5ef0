"""The synthetic enterprise portal: the same information as `inputs/`, met through a company intranet.

`server` needs the extra `[portal]`; `bundle` and `constancy` do not, since every bundle is linted.
"""
