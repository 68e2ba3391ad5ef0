"""Judges what a worker left: markers, inventory, sealed sessions, receipts."""
