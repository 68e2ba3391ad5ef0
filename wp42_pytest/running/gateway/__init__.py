"""The only way from a sealed worker to a model: holds the key, meters, stops, writes everything down."""
