"""What commands share: completion of their options, options in words, the way to a move, who is a member.

It knows no subject; every other wing stands on it.
"""
