"""The data kept about a person: exported as files, or deleted."""
