"""Pictures about people: tables, brackets, profiles, reports, opening trees.

They are drawn from plain values, not from the database.
"""
