"""The kinds of competitions, one file each; `all_kinds` lists them all."""
