"""What is seen: views as pictures and in words. `picture.draw` and `describe.describe` are the way in.

It draws only what a view tells and never asks which game it is; it knows no storage and no Discord.
"""
