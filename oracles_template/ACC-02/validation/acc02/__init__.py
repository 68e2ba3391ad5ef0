"""How the reference solver checks the return: reading the exports, checking the lines, writing the files."""
