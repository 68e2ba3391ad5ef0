"""Other shapes of right work, made by the tool from the solution: the same content, as other workers would write it."""
