"""First steps: six small tasks in each game for a newcomer to it.

Each is a position and a goal that the rules check.
"""
