"""Origin of the pattern worths: a fast level's games against itself, and a fit.

`games` plays, `fit` fits the games' results; `python -m workshop.tools.patterns VARIANT` does both.
Nothing here runs with the bot.
"""
