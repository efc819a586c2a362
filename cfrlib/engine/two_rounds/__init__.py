"""The engine of two-round hold'em with all its cards."""
