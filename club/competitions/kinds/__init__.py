"""The kinds of competitions: a file each, and `catalogue` with all of them."""
