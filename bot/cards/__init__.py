"""The content of each message, one module per subject, built from `kit`.

Pictures are drawn from views, never from positions, so that no card can show hidden information to
its reader.
"""
