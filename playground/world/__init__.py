"""The simulated Discord: people, channels, messages, interactions, faults.

The other packages and the tests use `world.World`. Nothing here depends on HTTP or the page.
"""
