"""The export and the deletion of a person's stored data."""
