"""Pages outside of Discord: what has one, at which address, and what it shows."""
