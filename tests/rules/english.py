"""What is said, in English, for tests that compare words."""

from collections.abc import Iterable


def english(said: Iterable[object]) -> tuple[str, ...]:
    """Return everything that is said as English text."""
    return tuple(map(str, said))
