"""The store on PostgreSQL, for clubs that have outgrown a single file."""
