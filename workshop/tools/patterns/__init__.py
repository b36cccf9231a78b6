"""How the worths of patterns come about: games of a fast level against itself, and a fit to their results.

`games` plays, `fit` fits; `python -m workshop.tools.patterns VARIANT` does both. Nothing here runs with the bot.
"""
