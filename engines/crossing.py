"""The search for the move that lost a match, by assessing single positions.

It needs few assessments, and narrows the move down as far as they allow.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class LosingMoveSearch:
    """A search for the first position in which the loser's game was lost.

    It runs among `position_count` of the loser's positions, in the order of the match. `next_index` is
    the position to ask about next, at first a guess. At `last_held` the game was not lost yet, at
    `first_lost` it was. They begin at -1 and `position_count`, just outside the positions.
    """

    position_count: int
    next_index: int
    last_held: int = -1
    first_lost: int = field(init=False)
    _step: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        self.first_lost = self.position_count

    @property
    def is_finished(self) -> bool:
        """Whether no question is left.

        >>> search = LosingMoveSearch(8, 5)
        >>> while not search.is_finished:
        ...     search.record_answer(held=search.next_index < 3)
        >>> search.last_held, search.first_lost
        (2, 3)
        """
        return self.first_lost - self.last_held <= 1

    def record_answer(self, *, held: bool) -> None:
        """Record the answer for `next_index`, and choose the next index.

        `held` says that the game was not lost there yet. The first guess is near the answer, so the steps
        start small. They double until the answer changes; from then on the next index is in the middle.
        """
        if held:
            self.last_held = self.next_index
        else:
            self.first_lost = self.next_index
        if self.last_held >= 0 and self.first_lost < self.position_count:
            self.next_index = (self.last_held + self.first_lost) // 2
        elif held:
            self.next_index = min(self.position_count - 1, self.next_index + self._step)
        else:
            self.next_index = max(0, self.next_index - self._step)
        self._step *= 2
