"""Binar's players.

They use the state that matters, tables of all small boards, and a search for the larger ones.
"""
