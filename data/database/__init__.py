"""What every statement stands on: the store with its transactions, the schema, columns, errors, who is whom.

It knows no subject. `sqlite/` and `postgres/` are the two databases beneath it.
"""
