"""Messages that all parts of the bot share.

Commands, the home card, common refusals, words in pictures.
"""
