"""Shows what was graded: one receipt, or many."""
