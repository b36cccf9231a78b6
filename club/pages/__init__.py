"""Pages outside of Discord: what has one, under which address, and what is seen there."""
