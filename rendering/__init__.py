"""What is seen: pictures and words of views. `picture.draw` and `words.describe` are the way in.

Draws only what `seen_by` hands it; knows rules' views, not storage and not Discord.
"""
