"""Pictures about people, from plain values: tables, brackets, profiles, reports, trees of openings."""
