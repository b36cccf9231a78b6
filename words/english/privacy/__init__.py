"""The data kept about a person, and its deletion."""
