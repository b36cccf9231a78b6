"""The store on PostgreSQL, for clubs that outgrow one file."""
