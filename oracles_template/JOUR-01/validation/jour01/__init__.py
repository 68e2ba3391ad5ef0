"""How the reference solver checks the story: reading the folder, giving verdicts, writing the files."""
