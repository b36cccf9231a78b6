"""Moments that Discord shows to each reader in their own zone and language."""


def when(at: float) -> str:
    """Return a date and time, of seconds since the epoch."""
    return f"<t:{int(at)}:f>"


def ago(at: float) -> str:
    """Return how long ago a moment was, or how far ahead it is."""
    return f"<t:{int(at)}:R>"
