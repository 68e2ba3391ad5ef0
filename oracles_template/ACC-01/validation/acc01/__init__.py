"""Working papers of a bank reconciliation: read the papers, reconcile, write the deliverables."""
