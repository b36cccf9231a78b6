"""Pictures about people: tables, brackets, profiles, reports, trees of openings.

All are drawn from plain values.
"""
