"""An independent reader of Form 1040 packages: pages, forms, letters, books, answers, and the rules of the skills."""
