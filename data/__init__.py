"""Everything Twotone stores: the schema, the store and every SQL statement.

The schema is a series of numbered migrations. `store.Store` runs jobs, which are functions of a
transaction, on SQLite (`sqlite/`) or PostgreSQL (`postgres/`). The other packages (`play`,
`outbox`, `learning`, …) contain the operations that a job can perform with its transaction.
"""
