"""Timestamps that Discord shows in each reader's own time zone and language."""


def when(at: float) -> str:
    """Return a date and time as Discord markup, given seconds since the epoch."""
    return f"<t:{int(at)}:f>"


def ago(at: float) -> str:
    """Return Discord markup for how long ago a moment was, or how far ahead it is."""
    return f"<t:{int(at)}:R>"
