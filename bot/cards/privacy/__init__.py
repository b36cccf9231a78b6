"""The data stored about a person, and the question before it is deleted."""
