"""Requests that are not carried out, with a message for the person who asked."""

from words import TwotoneError


class Refusal(TwotoneError):  # noqa: N818 - an answer, not a fault
    """A request that is not carried out.

    The message says why, and what to do instead.
    """


class MatchSuspended(Refusal):
    """The channel of a match is gone; one of its players can move it elsewhere."""

    def __init__(self, match_id: int) -> None:
        super().__init__("match.suspended")
        self.match_id = match_id


class StaleBoard(Refusal):
    """The match has moved on since the button was drawn or the text was typed."""

    def __init__(self) -> None:
        super().__init__("match.stale")
