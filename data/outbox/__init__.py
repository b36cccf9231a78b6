"""Posts yet to be sent, and jobs in hand.

Both are rows that a process claims for a while and then settles.
"""
