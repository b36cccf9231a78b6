"""One interaction, one answer: what a handler gets of it, and how it is always answered in time."""
