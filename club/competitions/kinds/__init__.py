"""The kinds of competitions: a file each, and `all_kinds` with all of them."""
