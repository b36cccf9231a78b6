"""Texts for the person who runs the bot."""
