"""Views as pictures (`picture.draw`) and in words (`describe.describe`).

These two functions are the entry points. The package draws only what a view tells and never asks
which game it is; it knows no storage and no Discord.
"""
