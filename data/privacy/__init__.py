"""What is forgotten: a person, and what nobody needs any more."""
