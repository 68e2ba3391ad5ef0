"""The Pi coding agent as a worker: installed by us, exactly pinned, told about one model only."""
