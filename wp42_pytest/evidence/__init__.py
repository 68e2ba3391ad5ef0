"""Reads what a worker left, fairly and safely."""
