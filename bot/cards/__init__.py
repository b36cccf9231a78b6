"""The content of each message (a "card"): one module per subject.

All are built from `kit`. Pictures are drawn from views, never from positions, so that no card can show
hidden information to its reader.
"""
