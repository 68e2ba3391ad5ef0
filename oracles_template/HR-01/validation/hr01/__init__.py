"""How the reference solver prepares the statements: reading the folder, applying policy HR-09, writing the files."""
