"""Dates, and timestamps that Discord shows in each reader's own way."""

from datetime import date

from words.telling import Phrase


def date_phrase(day: date) -> Phrase:
    """Return a date as each language writes it, in numbers.

    >>> day = date(2026, 6, 3)
    >>> str(date_phrase(day)), date_phrase(day).text("de")
    ('2026-06-03', '03.06.2026')
    """
    return Phrase("date", year=f"{day:%Y}", month=f"{day:%m}", day_of_month=f"{day:%d}")


def discord_timestamp(seconds: float) -> str:
    """Return a date and time as Discord markup, given seconds since the epoch."""
    return f"<t:{int(seconds)}:f>"


def relative_timestamp(seconds: float) -> str:
    """Return a relative time such as “2 hours ago” as Discord markup.

    `seconds` are counted since the epoch; the time may lie ahead too.
    """
    return f"<t:{int(seconds)}:R>"
