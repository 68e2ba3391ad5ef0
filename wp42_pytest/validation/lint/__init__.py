"""Static rules about a scenario: what can be told from its files alone, in about a second."""
