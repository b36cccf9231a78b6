"""What is kept about a person, and an end to it."""
