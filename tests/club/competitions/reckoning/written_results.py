"""Results of matches written as one line."""

from club.competitions.reckoning.results import PlayedResult


def results(text: str) -> list[PlayedResult[str]]:
    """Matches as `a>b` (a wins) and `a=b`; the one named first moved first."""
    return [PlayedResult(each[0], each[2], None if each[1] == "=" else each[0]) for each in text.split()]
