"""The basis of all statements: store, transactions, schema and errors.

It also knows which columns hold personal data, but nothing of any other subject. The packages
`sqlite/` and `postgres/` implement the store on the two databases.
"""
