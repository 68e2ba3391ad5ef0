"""What the reference solver of CS-01 is made of."""
