"""Discord's SDK for windows of its own (Activities), brought for the live board."""
