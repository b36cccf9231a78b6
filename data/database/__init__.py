"""The base of every statement: store, transactions, schema, columns and errors.

It also knows which columns hold a person, but no other subject. `sqlite/` and `postgres/` are the
two databases beneath it.
"""
