"""Deletion of personal data on request, and of data that is no longer needed."""
