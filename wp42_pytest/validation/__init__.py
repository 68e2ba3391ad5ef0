"""Proves that a scenario is fair, sound and sealed: lint, leak scan, mutants, variants, sweeps over seeds."""
