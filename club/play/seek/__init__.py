"""The ways to a match.

Challenges, proposals, rematches, private matches, and seeks of members.
"""
