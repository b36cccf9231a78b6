"""How matches come about.

Challenges, proposals, rematches, private matches, and members' wishes to hear of challenges.
"""
