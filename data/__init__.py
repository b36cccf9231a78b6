"""Everything Twotone stores: the schema, the store and every SQL statement.

The schema is a series of numbered migrations. `store.Store` runs jobs on SQLite (`sqlite/`) or
PostgreSQL (`postgres/`). The other packages (`matches`, `challenges`, `outbox`, …) are the things
that a job may do with its transaction.
"""
