"""The store on PostgreSQL, for whoever outgrows one file."""
