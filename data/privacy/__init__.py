"""Forgetting: people who ask for it, and data that no one needs any more."""
