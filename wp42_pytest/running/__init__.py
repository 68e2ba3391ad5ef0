"""Lets workers do assignments: staging, sandbox, workers."""
