"""What Twotone stores: the schema and its numbered migrations, the store, and every SQL statement of Twotone.

`store.Store` runs jobs; the other rooms (`matches`, `challenges`, `outbox`, …) are what a job may do with its
transaction.
"""
