"""Messages that belong to no column.

Commands, the home card, common refusals, words in pictures.
"""
