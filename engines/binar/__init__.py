"""Computer players of Binar.

They use a reduced state of the position, tables of all small boards, and a search for larger
boards.
"""
