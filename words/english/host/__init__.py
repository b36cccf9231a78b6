"""What the person who runs the bot reads."""
