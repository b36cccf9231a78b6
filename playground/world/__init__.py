"""The pretend Discord itself: people, channels, messages, interactions, faults.

`world.World` is what the other wings and the tests use. Nothing here knows HTTP or the page.
"""
