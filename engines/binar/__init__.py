"""Binar's players: what matters of a position, tables of all small boards, and a search for the larger ones."""
