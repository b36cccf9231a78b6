"""Tools that make and measure, and are no part of the bot.

Benches, the makers of shipped files, the lab's build.
"""
