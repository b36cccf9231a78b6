"""What is kept about a person, and the question before it is deleted."""
