"""What is kept about one person: all of it as a file for them, or deleted because they ask."""
