"""The positions of a finished match, and what looks have found in them: chances, losses, and where to look deeper.

Each move is judged by what its player could know.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engines.accuracy import Played, doubt_of
from engines.bounds import SURE
from engines.chances import EVEN, WHOLE, curve_of
from engines.player import Look
from engines.seen import Seen, seen
from rules.game import AnyGame, Outcome, Seat
from rules.match import Match

NOTICED: Final = 20
"""A smaller loss is within what looks differ by, and counts as none."""
CHECKED: Final = 12
"""Thousandths by which two looks at what a position is worth may differ before one looks deeper, then back."""
JUMP: Final = 200
"""Thousandths by which two looks may differ on what a position is worth before one looks deeper, and on backward."""
DEEPER: Final = 6
"""As many times the effort of a look."""
DEEP: Final = 6
"""Positions at most that are looked at so in one round."""
FALLS: Final = 2
"""Moves of a loser that are looked into in one round, those with which their chance fell most."""
WON: Final = 800
"""The chance, in thousandths, from which on whoever wins has won by what was played."""
LINE: Final = 5
"""Moves of a line at most."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A position to be looked at, with as many `times` the usual effort: what the seat to move has seen, and the move
    that it made if that is to be judged."""

    what: Seen
    made: Any = None
    times: int = 1


@dataclass(slots=True)
class Line:
    """Moves from a position on, as written, and the position after each."""

    texts: list[str] = field(default_factory=list)
    positions: list[Any] = field(default_factory=list)


class Course:
    """The positions of a match, and what looks have found in them so far."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game: AnyGame = match.game
        self.options = match.options
        self.positions = [match.origin, *(ply.position for ply in match.plies)]
        self.seats = [ply.seat for ply in match.plies]
        self.measure = curve_of(self.game.key, self.options.get("size"))
        self.chance = self.measure.chance
        self.outcomes = [self.game.outcome(position) for position in self.positions]
        self.forced = [len(self.game.moves(position)) == 1 for position in self.positions[:-1]]
        self.last = len(self.seats)
        self.open = [
            i
            for i in range(self.last + 1)
            if self.outcomes[i] is None and (i == self.last or not self.forced[i])
        ]
        """The positions to look at: an only move leads to what the position after it is worth."""
        self._looks: dict[int, Look] = {}
        self._times: dict[int, int] = {}
        """The effort of each look."""
        self._after: dict[tuple[int, Any, int], int] = {}
        """The mover's chance after moves that may be better than the one that was played, by the effort of the look."""

    def look(self, plies: Sequence[int], times: int = 1) -> Generator[list[Asked], list[Look], None]:
        """Look at the positions after so many plies, with as many times the usual effort."""
        if not plies:
            return
        found = yield [self._asked(i, times) for i in plies]
        self._looks.update(zip(plies, found, strict=True))
        self._times.update(dict.fromkeys(plies, times))

    def _asked(self, i: int, times: int) -> Asked:
        then = self.match.at(i)
        assert then.turn is not None  # it is open
        made = None
        if self.game.hidden and i < self.last:
            made = self.game.read(self.positions[i], self.match.plies[i].spelled)
        return Asked(seen(then, then.turn), made, times)

    def _chances(self) -> list[int]:
        """Return seat 0's chance after each number of plies, as the look at it found."""
        found = [EVEN] * len(self.positions)
        for i in reversed(range(len(self.positions))):
            outcome, known = self.outcomes[i], self._looks.get(i)
            if outcome is not None:
                found[i] = _decided(outcome, 0)
            elif known is None or self._wins(i, found):
                found[i] = found[i + 1]
            else:
                found[i] = of_seat(self.game.turn(self.positions[i]) or 0, self.chance(known.worth))
        return found

    def _wins(self, i: int, chances: Sequence[int]) -> bool:
        """Return whether the move that was made there wins for sure: then its player had won before it."""
        return not self.game.hidden and i < self.last and of_seat(self.seats[i], chances[i + 1]) == WHOLE

    def losses(self) -> Generator[list[Asked], list[Look], dict[int, int]]:
        """Return by how much moves lowered the chance of whoever made them, those that noticeably did.

        Of those that seem to have cost most the position after the better move is looked at as well, as deep as the one
        after the move that was played.
        """
        chances = self._chances()
        lost = {i: self._lost(i, chances) for i in self._looks if i < self.last}
        lost = {i: each for i, each in lost.items() if each >= NOTICED}
        if not self.game.hidden:
            worst = sorted(lost, key=lambda i: (-lost[i], i))[:CHECKED]
            yield from self._check(worst)
            yield from self._check(worst)  # the next best, where the best has been refuted
            for i in lost:
                if (better := self._better(i)) is not None:
                    lost[i] = max(0, better[0] - of_seat(self.seats[i], chances[i + 1]))
                elif self._is_best(i):
                    lost[i] = 0
        return {i: each for i, each in lost.items() if each >= NOTICED}

    def _lost(self, i: int, chances: Sequence[int]) -> int:
        """Return by how much a move seems to have lowered its player's chance, by the look before it and the one after.

        Where it was the best move of the look before it, that look saw too little if the chance falls very much.
        """
        found, mover = self._looks[i], self.seats[i]
        if self._wins(i, chances):
            return 0
        if self.game.hidden:
            judged = found.made is not None and not self._is_best(i)
            return of_seat(mover, chances[i]) - self.chance(found.made or 0) if judged else 0
        lost = of_seat(mover, chances[i]) - of_seat(mover, chances[i + 1])
        return 0 if self._is_best(i) and lost < JUMP else lost

    def _is_best(self, i: int) -> bool:
        return not self._leads_elsewhere(i, self._looks[i].move)

    def _instead(self, i: int) -> list[tuple[int, Any, int]]:
        """Return what the positions after moves are known by that may be better than the one that was played.

        They are looked at as deep as the one that was reached. The next best count where the best has been refuted, by
        what came of it or by a look.
        """
        found, times = self._looks[i], self._times.get(i + 1, 1)
        others = [(i, move, times) for move in found.others if self._leads_elsewhere(i, move)]
        if self._is_best(i):
            return others
        best = i, found.move, times
        refuted = best in self._after and self._after[best] <= self.chance(found.worth) - JUMP
        return [best, *others] if refuted else [best]

    def _leads_elsewhere(self, i: int, move: Any) -> bool:
        """Return whether a move leads elsewhere than the one that was made."""
        return bool(self.game.play(self.positions[i], move) != self.positions[i + 1])

    def _better(self, i: int) -> tuple[int, Any] | None:
        """Return the mover's chance after the best move instead, and that move; `None` where nobody has looked."""
        known = [(self._after[key], key[1]) for key in self._instead(i) if key in self._after]
        return max(known, key=lambda pair: pair[0], default=None)

    def _check(self, plies: Sequence[int]) -> Generator[list[Asked], list[Look], None]:
        """Find out the mover's chance after moves instead, where it is not known yet."""
        asked: dict[tuple[int, Any, int], Any] = {}
        for key in (key for i in plies for key in self._instead(i) if key not in self._after):
            after = self.game.play(self.positions[key[0]], key[1])
            outcome = self.game.outcome(after)
            if outcome is not None:
                self._after[key] = _decided(outcome, self.seats[key[0]])
            elif self._looks[key[0]].worth >= SURE and not self._is_best(key[0]):
                self._after[key] = WHOLE
            else:
                asked[key] = after
        if not asked:
            return
        looks = yield [self._at(after, key[2]) for key, after in asked.items()]
        for (key, after), found in zip(asked.items(), looks, strict=True):
            worth = self.chance(found.worth)
            self._after[key] = worth if self.game.turn(after) == self.seats[key[0]] else WHOLE - worth

    def _apart(self, i: int, chances: Sequence[int], losses: Mapping[int, int]) -> int:
        """Return by how much the chance after the best move is above what the look before it says."""
        mover = self.seats[i]
        return of_seat(mover, chances[i + 1]) + losses.get(i, 0) - of_seat(mover, chances[i])

    def doubtful(self, losses: Mapping[int, int]) -> list[int]:
        """Return the positions where a look saw too little: the curve jumps there, and no loss explains it.

        A deeper look there moves the jump back, to the move that it is due to.
        """
        if self.game.hidden:
            return []
        chances = self._chances()
        apart = {i: abs(self._apart(i, chances, losses)) for i in self._looks if i < self.last}
        found = [i for i, each in apart.items() if each >= JUMP and self._times[i] < DEEPER]
        return sorted(found, key=lambda i: (-apart[i], i))[:DEEP]

    def loser(self) -> Seat | None:
        """Return who lost the match by what was played; `None` if nobody won, or the winner was not clearly ahead."""
        outcome = self.match.outcome
        if outcome is None or outcome.winner is None:
            return None
        return 1 - outcome.winner if of_seat(outcome.winner, self._chances()[-1]) >= WON else None

    def falls(self, seat: Seat, times: int) -> list[int]:
        """Return the positions in which a seat's chance fell most, and those after them, not yet looked at so deep."""
        chances = self._chances()
        own = [i for i in self._looks if i < self.last and self.seats[i] == seat and self._times[i] < times]
        fall = {i: of_seat(seat, chances[i]) - of_seat(seat, chances[min(i + 2, self.last)]) for i in own}
        worst = sorted(own, key=lambda i: (-fall[i], i))[:FALLS]
        return sorted({at for i in worst for at in (i, i + 1) if self._times.get(at, times) < times})

    def curve(self, losses: Mapping[int, int]) -> list[int]:
        """Return seat 0's chance after each number of plies.

        Two looks have judged a position: the one at it, and the one after the move that was made there, less what that
        move lost. It is worth their mean, so that a curve favours neither whoever is to move nor whoever has moved.
        """
        chances = self._chances()
        found = list(chances)
        for i in self._looks:
            if i < self.last and 0 < chances[i] < WHOLE:
                own = of_seat(self.seats[i], chances[i]) + self._apart(i, chances, losses) // 2
                found[i] = of_seat(self.seats[i], max(0, min(WHOLE, own)))
        for i in reversed(range(self.last)):
            if self.forced[i]:
                found[i] = found[i + 1]
        return found

    def lines(self, i: int) -> Generator[list[Asked], list[Look], tuple[Line, Line]]:
        """Return what followed from the move that was played, and from the better one, by the search's own moves."""
        start, better_move = self.positions[i], (self._better(i) or (0, self._looks[i].move))[1]
        played = Line([self.match.plies[i].text], [self.positions[i + 1]])
        better = Line([self.game.write(start, better_move)], [self.game.play(start, better_move)])
        if self.game.hidden:
            return played, better
        while going := [line for line in (played, better) if self._goes_on(line)]:
            looks = yield [self._at(line.positions[-1]) for line in going]
            for line, next_ in zip(going, looks, strict=True):
                line.texts.append(self.game.write(line.positions[-1], next_.move))
                line.positions.append(self.game.play(line.positions[-1], next_.move))
        return played, better

    def _goes_on(self, line: Line) -> bool:
        """Return whether a line is to go on: it shows what is answered, and ends where nobody has to capture."""
        position = line.positions[-1]
        if len(line.texts) >= LINE or self.game.outcome(position) is not None:
            return False
        return (
            len(line.texts) < (3 if self.game.tallied == "pieces" else 2)
            or self.game.duty(position) is not None
        )

    def _at(self, position: Any, times: int = 1) -> Asked:
        """Return a position of an open game that did not come up."""
        then = self.match.at(0)
        then.origin = position
        assert then.turn is not None  # it is open
        return Asked(seen(then, then.turn), times=times)

    def played(self, seat: Seat, losses: Mapping[int, int]) -> Played | None:
        """Return what a seat lost and had at stake where it had a choice; `None` if it never had one."""
        chosen = [i for i, mover in enumerate(self.seats) if mover == seat and i in self._looks]
        if not chosen:
            return None
        doubt = doubt_of(self.game.key)
        lost = (self._felt(i) if self.measure.sight else max(0, losses.get(i, 0) - doubt) for i in chosen)
        return Played(sum(lost), sum(self._looks[i].stake for i in chosen))

    def _felt(self, i: int) -> int:
        """Return what a move lost as people have it, who lose sight of what is far away."""
        felt, mover = self.measure.felt, self.seats[i]
        after = next(
            j for j in range(i + 1, self.last + 1) if j in self._looks or self.outcomes[j] is not None
        )
        outcome = self.outcomes[after]
        if outcome is not None:
            then = _decided(outcome, mover)
        else:
            worth = self._looks[after].worth * (1 if self.game.turn(self.positions[after]) == mover else -1)
            farther = after - i if worth > 0 else i - after  # as far away as it was before the move
            then = felt(worth - farther if abs(worth) >= SURE else worth)
        return max(0, felt(self._looks[i].worth) - then)


def of_seat(seat: Seat, chance_of_first: int) -> int:
    """Return the chance of a seat, from that of seat 0; or the other way round."""
    return chance_of_first if seat == 0 else WHOLE - chance_of_first


def _decided(outcome: Outcome, seat: Seat) -> int:
    """Return what an end is worth to a seat."""
    return EVEN if outcome.winner is None else WHOLE if outcome.winner == seat else 0
