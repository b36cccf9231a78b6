"""A Discord of your own machine: a server of the part of its REST API and gateway a game bot uses.

`world` is the whole of it as a page or a test meets it; `app` serves it; `python -m playground` starts it
with the bot. The bot never imports this package, and this package patches nothing but the two addresses
the bot dials.
"""
