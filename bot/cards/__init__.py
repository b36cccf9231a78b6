"""What each message shows, one file a subject; `kit` has what all of them are made of.

Pictures come from views, never from positions, so that no card can show what its reader may not know.
"""
