"""What Twotone stores: the schema and its numbered migrations, the store, and every SQL statement of Twotone.

`store.Store` runs jobs, on SQLite (`sqlite/`) or PostgreSQL (`postgres/`); the other rooms (`matches`,
`challenges`, `outbox`, …) are what a job may do with its transaction.
"""
