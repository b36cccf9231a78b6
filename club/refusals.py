"""What cannot be done, as a code of the catalogue for the one person who asked."""

from words import TwotoneError


class Refusal(TwotoneError):  # noqa: N818 - an answer, not a fault
    """A request that is not carried out.

    The sentence says why, and what to do instead.
    """


class Suspended(Refusal):
    """The place of a match is gone; one of its players can take it elsewhere."""

    def __init__(self, match_id: int) -> None:
        super().__init__("match.suspended")
        self.match_id = match_id


class Stale(Refusal):
    """The board has moved on since the button was drawn or the text was typed."""

    def __init__(self) -> None:
        super().__init__("match.stale")
