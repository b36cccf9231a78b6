"""One interaction, one answer: the handler's request, and a reply always in time."""
