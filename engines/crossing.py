"""The search for the move that lost a match, by questions about single positions.

It asks as seldom as can be, and tells the move as far as the answers do.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Crossing:
    """The search for the position at which a loser lost.

    It runs among `count` positions of theirs in the order of the match. `place` is the next one to ask
    about, at first a guess. At `held` they had not lost yet, at `lost` they had; -1 and `count` stand
    for before the first and after the last, which need no question.
    """

    count: int
    place: int
    held: int = -1
    lost: int = field(init=False)
    _step: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        self.lost = self.count

    @property
    def over(self) -> bool:
        """Return whether nothing is left to be asked.

        >>> search = Crossing(8, 5)
        >>> while not search.over:
        ...     search.tell(held=search.place < 3)
        >>> search.held, search.lost
        (2, 3)
        """
        return self.lost - self.held <= 1

    def tell(self, *, held: bool) -> None:
        """Record whether the loser had not yet lost at the place, and choose the next one.

        The first guess is near the answer, so the steps start small. They double until the answer changes;
        from then on the next place is in the middle.
        """
        if held:
            self.held = self.place
        else:
            self.lost = self.place
        if self.held >= 0 and self.lost < self.count:
            self.place = (self.held + self.lost) // 2
        elif held:
            self.place = min(self.count - 1, self.place + self._step)
        else:
            self.place = max(0, self.place - self._step)
        self._step *= 2
