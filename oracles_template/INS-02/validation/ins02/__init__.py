"""The steps of the reference solver: read the file, compute both bases, write."""
