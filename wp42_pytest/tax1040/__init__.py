"""Form 1040 packages: what a client's papers hold, fact by fact, and how an extraction of them is compared."""
