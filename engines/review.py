"""Review of a finished match: its positions and their assessments so far.

It works out the chances after each ply, what each move lost, and which positions need a deeper
assessment. Each move is judged by what its player could know.
"""

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.accuracy import SeatLosses
from engines.bounds import SURE
from engines.chances import EVEN_CHANCE, FULL_CHANCE, curve_of
from engines.crossing import LosingMoveSearch
from engines.effort import effort_budget
from engines.lessons import Variation
from engines.observation import Observation, observe
from engines.player import Assessment, TablebaseResult
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, Outcome, Seat
from rules.match import Match

MIN_LOSS: Final = 20
"""Thousandths of a chance: smaller losses are within the noise of looks, and none."""
CHECKED: Final = 12
"""Moves at most whose loss is checked by a look at what the better move leads to."""
JUMP: Final = 200
"""An unexplained fall of a chance, in thousandths.

The look before it saw too little.
"""
TURNING_LOSS: Final = 60
"""The loss of chance, in thousandths, from which on a move can be a turning point."""
AGAIN: Final = 6
"""Moves at most whose loss is checked again so much deeper."""
WINNING_CHANCE: Final = 800
"""The chance, in thousandths, from which on a winner has won by what was played."""
LINE: Final = 5
"""Moves of a line at most."""
STRETCH: Final = 6
"""Plies of a stretch in which a match was lost, at most: more would tell nothing."""

_Known = tuple[int, Any, float]
"""Key of the position after a move: the move's place, the move, the look's effort."""

ReviewSteps = Generator[list["PositionQuery"], list[Assessment], None]
"""Yields what is to be looked at, and is sent what was found in the same order."""


@dataclass(frozen=True, slots=True)
class PositionQuery:
    """A position to assess with `effort` times the usual effort.

    `observation` is what the seat to move has seen, and `played_move` the move that it made, if that is
    to be judged too.
    """

    observation: Observation
    played_move: Any = None
    effort: float = 1


class Review:
    """The positions of a finished match, and their assessments so far."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game: AnyGame = match.game
        self.positions = [match.origin, *(ply.position for ply in match.plies)]
        self.seats = [ply.seat for ply in match.plies]
        self.last = len(self.seats)
        self._chance = curve_of(self.game.key, match.options.get("size")).chance
        self._outcomes = [self.game.outcome(position) for position in self.positions]
        forced = [len(self.game.moves(position)) == 1 for position in self.positions[:-1]]
        self.open = [
            i for i in range(self.last + 1) if self._outcomes[i] is None and (i == self.last or not forced[i])
        ]
        """The positions to look at: an only move is worth what the position after it is."""
        self._effort = effort_budget(match, len(self.open))
        self.stretch: tuple[int, int] | None = None
        """The first and last place between which the loser's losing move lies, if known."""
        self._looks: dict[int, Assessment] = {}
        self._deep: dict[int, float] = {}
        """The positions that were looked at deeper, with the effort of that."""
        self._refuted: set[int] = set()
        """The positions whose looks were wrong.

        The worths after each of the next best moves tell their worth.
        """
        self._shown: set[int] = set()
        """Those of which the look after the move that was made says more than their own."""
        self._after: dict[_Known, int] = {}
        """The mover's chance after moves that may be better than the one that was made."""
        self.chances = [EVEN_CHANCE] * len(self.positions)
        """Seat 0's chance after each number of plies, as far as looks have shown."""
        self.losses: dict[int, int] = {}
        """Loss of the mover's chance by move, by place: only noticeable losses."""

    def assess_all(self) -> ReviewSteps:
        """Assess every position once, and work out what the moves lost."""
        yield from self._look(self.open, self._effort.look_effort)
        yield from self._judge()
        if self.game.hidden:
            return
        loser = self.find_loser()
        # Elsewhere the worst moves looked at again tell more: there are fewer moves, and each changes more.
        if loser is not None and self.game.key in RULESETS:
            yield from self._pin_down(loser)
        worst = sorted(self.losses, key=lambda i: (-self.losses[i], i))[:AGAIN]
        again = [j for i in worst for j in (i, self._next(i)) if j in self._looks and j not in self._deep]
        yield from self._look_deeper(self._affordable(again))
        yield from self._judge()

    def _pin_down(self, loser: Seat) -> ReviewSteps:
        """Find the loser's losing move, or a range, by the deepest assessments.

        The game was lost from the point after which the loser's chance stayed as low as at the end of a
        match that was won by play.
        """
        own = [i for i in sorted(self._looks) if i < self.last and self.seats[i] == loser]
        hopes = [
            place
            for place, i in enumerate(own)
            if chance_for_seat(loser, self.chances[i]) >= FULL_CHANCE - WINNING_CHANCE
        ]
        search = LosingMoveSearch(len(own), max(hopes, default=0))
        times = self._effort.deepest_look_effort
        found: dict[int, Assessment] = {}
        while not search.is_finished and times <= self._effort.available:
            i = own[search.next_index]
            [found[i]] = yield from self._ask([self._make_request(i, times)])
            search.record_answer(held=self._chance(found[i].worth) >= FULL_CHANCE - WINNING_CHANCE)
        if search.last_held < 0:
            return
        first, last = own[search.last_held], own[search.first_lost - 1]
        if first == last:
            after = self._next(first)
            if after in self._looks and after not in found:
                [found[after]] = yield from self._ask([self._make_request(after, times)])
            known = {i: found[i] for i in (first, after) if i in found}
            self._looks.update(known)
            self._deep.update(dict.fromkeys(known, times))
            yield from self._judge()
        slipped = first != last or self.losses.get(first, 0) < TURNING_LOSS
        self.stretch = self._near(own, search.last_held, search.first_lost) if slipped else (first, last)

    def _near(self, own: Sequence[int], held: int, lost: int) -> tuple[int, int]:
        """Return the first and last move of a stretch in which a match slipped away.

        It is used if no single move lost the match.
        """
        near = [i for i in own[max(0, held - 1) : lost + 1] if own[held] - i < STRETCH]
        return near[0], max(i for i in near if i - near[0] < STRETCH)

    def set_stretch_from_curve(self, loser: Seat | None) -> None:
        """Set the losing stretch from the chances alone.

        Do so only if no move of the loser is known to lose much.
        """
        if loser is None or self.game.hidden or self.stretch or self.largest_loss(loser):
            return
        own = [i for i in sorted(self._looks) if i < self.last and self.seats[i] == loser]
        hopes = [
            place
            for place, i in enumerate(own)
            if chance_for_seat(loser, self.chances[i]) >= FULL_CHANCE - WINNING_CHANCE
        ]
        if hopes:
            self.stretch = self._near(own, hopes[-1], hopes[-1] + 1)

    def recheck_falls(self, loser: Seat | None) -> Generator[list[PositionQuery], list[Assessment], bool]:
        """Assess positions deeper around unexplained falls of a chance.

        A fall is unexplained if no move's loss accounts for it. Return whether there was one. If it
        persists, the next best moves are assessed too. If none of them is better, the position was already
        lost, which moves the fall back to the move that caused it. If no move of `loser` lost much, their
        largest fall is examined, however small.
        """
        if self.game.hidden:
            return False
        falls = {i: self._slump(i) for i in self._looks if i < self.last and i not in self._refuted}
        doubtful = {i for i, fall in falls.items() if fall >= JUMP}
        if loser is not None and self.largest_loss(loser) < TURNING_LOSS:
            own = [i for i in falls if self.seats[i] == loser and falls[i] >= MIN_LOSS]
            doubtful.update(sorted(own, key=lambda i: (-falls[i], i))[:1])
        shallow = [j for i in doubtful for j in self._around(i) if j in self._looks and j not in self._deep]
        if len(set(shallow) or doubtful) * self._effort.deep_look_effort > self._effort.available:
            return False
        refuted = [i for i in doubtful if not any(j in shallow for j in self._around(i))]
        self._refuted.update(refuted)
        self._shown.update(self._next(i) for i in refuted)
        yield from self._look_deeper(shallow)
        if doubtful:
            yield from self._judge()
        return bool(doubtful)

    @property
    def losing_move_index(self) -> int | None:
        """The index of the move that lost the match.

        It is `None` if that is not known, or was not a single move.
        """
        return self.stretch[0] if self.stretch and self.stretch[0] == self.stretch[1] else None

    def largest_loss(self, seat: Seat) -> int:
        """Return the largest loss among a seat's moves, in thousandths."""
        return max((lost for i, lost in self.losses.items() if self.seats[i] == seat), default=0)

    def find_loser(self) -> Seat | None:
        """Return the seat that lost the match by play.

        Return `None` if no seat won, or the winner was not clearly ahead.
        """
        outcome = self.match.outcome
        if outcome is None or outcome.winner is None:
            return None
        return (
            1 - outcome.winner
            if chance_for_seat(outcome.winner, self.chances[-1]) >= WINNING_CHANCE
            else None
        )

    def chance_curve(self) -> list[int]:
        """Return seat 0's chance after each number of plies, in thousandths.

        Two assessments judge each position: that of the position itself, and that of the next position,
        less what the move lost. The curve takes their mean, so that it favours neither the player to move
        nor the one who has moved.
        """
        found = list(self.chances)
        for i in reversed(range(self.last)):
            if i not in self._looks:
                found[i] = found[i + 1]
            elif 0 < found[i] < FULL_CHANCE:
                own = chance_for_seat(self.seats[i], found[i]) - self._fall(i) // 2
                found[i] = chance_for_seat(self.seats[i], max(0, min(FULL_CHANCE, own)))
        return found

    def chances_around(self, index: int) -> tuple[int, int]:
        """Return the mover's chance before and after the move at an index."""
        mover, lost = self.seats[index], self.losses[index]
        if self.game.hidden:
            before = chance_for_seat(mover, self.chances[index])
            return before, before - lost
        after = chance_for_seat(mover, self.chances[index + 1])
        return min(FULL_CHANCE, after + lost), after

    def certainties_around(self, index: int) -> tuple[bool, bool]:
        """Return whether the better move surely wins and the played one loses."""
        before, after = self.chances_around(index)
        # Where something is hidden, what the other one thinks of it is theirs.
        then = None if self.game.hidden else self._looks.get(index + 1)
        lost = (
            then is not None
            and then.worth * (1 if self._mover(index + 1) == self.seats[index] else -1) <= -SURE
        )
        return before == FULL_CHANCE or self._looks[index].worth >= SURE, after == 0 or lost

    def endings_around(self, index: int) -> tuple[TablebaseResult | None, TablebaseResult | None]:
        """Return the endgame tables' results before and after the move at an index.

        Each is `None` if the tables do not cover the position.
        """
        before, after = (look.ending if (look := self._looks.get(j)) else None for j in (index, index + 1))
        return before, after

    def search_lines(
        self, index: int
    ) -> Generator[list[PositionQuery], list[Assessment], tuple[Variation, Variation]]:
        """Find the lines after the move made at `index`, and after the better one.

        This generator yields queries, is sent their assessments, and returns the two lines. Both continue
        with the moves that the engine finds best.
        """
        start, move = self.positions[index], self._better(index)
        made, better = self.match.plies[index], Variation()
        played = Variation([made.said], [made.text], [made.position])
        better.add(self.game, start, move)
        if self.game.hidden:
            return played, better
        while going := [line for line in (played, better) if self._goes_on(line)]:
            looks = yield [self._at(line.positions[-1], self._effort.look_effort) for line in going]
            for line, next_ in zip(going, looks, strict=True):
                line.add(self.game, line.positions[-1], next_.move)
        return played, better

    def sum_losses(self, seat: Seat) -> SeatLosses | None:
        """Return what a seat lost and had at stake; `None` if it never had a choice."""
        chosen = [i for i, mover in enumerate(self.seats) if mover == seat and i in self._looks]
        if not chosen:
            return None
        return SeatLosses(
            sum(self.losses.get(i, 0) for i in chosen), sum(self._looks[i].stake for i in chosen)
        )

    def _ask(
        self, asked: list[PositionQuery]
    ) -> Generator[list[PositionQuery], list[Assessment], list[Assessment]]:
        """Yield positions to assess, and subtract the cost from the effort left."""
        self._effort.remaining -= sum(each.effort for each in asked)
        return (yield asked)

    def _affordable(self, places: Sequence[int]) -> Sequence[int]:
        """Return as many of the first indices as can be assessed deeper.

        The cost includes the positions after better moves.
        """
        return places[: max(0, int(self._effort.available / (1.5 * self._effort.deep_look_effort)))]

    def _look(self, places: Sequence[int], times: float) -> ReviewSteps:
        found = yield from self._ask([self._make_request(i, times) for i in places])
        self._looks.update(zip(places, found, strict=True))

    def _look_deeper(self, places: Sequence[int]) -> ReviewSteps:
        """Assess the positions at some indices with more effort."""
        found = sorted(set(places))
        if found:
            yield from self._look(found, self._effort.deep_look_effort)
            self._deep.update(dict.fromkeys(found, self._effort.deep_look_effort))

    def _make_request(self, i: int, times: float) -> PositionQuery:
        """Return the query for a position, with `times` times the usual effort."""
        then = self.match.copy_at(i)
        assert then.turn is not None  # it is open
        made = None
        if self.game.hidden and i < self.last:
            made = self.game.read(self.positions[i], self.match.plies[i].spelled)
        return PositionQuery(observe(then, then.turn), made, times)

    def _judge(self) -> ReviewSteps:
        """Work out the chances, and what each move lost.

        For the moves that seem to have lost most, the position after the better move is assessed too, with
        the same effort as the one after the move that was made.
        """
        yield from self._check(self._refuted)
        self._weigh()
        lost = {i: self._seems_lost(i) for i in self._looks if i < self.last}
        lost = {i: each for i, each in lost.items() if each >= MIN_LOSS}
        if not self.game.hidden:
            worst = sorted(lost, key=lambda i: (-lost[i], i))[:CHECKED]
            yield from self._check(worst)
            for i in worst:
                lost[i] = self._best_instead(i) - chance_for_seat(self.seats[i], self.chances[i + 1])
        self.losses = {i: each for i, each in lost.items() if each >= MIN_LOSS}

    def _weigh(self) -> None:
        """Work out seat 0's chance after each number of plies.

        The next position may show what a position was worth: if it is won, or clearly better for the mover
        than the assessment before it says, the later assessment is right.
        """
        for i in reversed(range(self.last + 1)):
            outcome, look = self._outcomes[i], self._looks.get(i)
            if outcome is not None:
                self.chances[i] = _final_chance(outcome, 0)
            elif look is None:
                self.chances[i] = self.chances[i + 1]
            else:
                mover = self._mover(i)
                chance = self._chance(look.worth)
                if i < self.last and not self.game.hidden:
                    then = chance_for_seat(mover, self.chances[i + 1])
                    if i in self._refuted:
                        chance = max(then, self._best_instead(i))
                    elif then == FULL_CHANCE or then >= chance + (0 if i in self._shown else JUMP):
                        chance = then
                self.chances[i] = chance_for_seat(mover, chance)

    def _mover(self, i: int) -> Seat:
        turn = self.game.turn(self.positions[i])
        assert turn is not None  # it is open
        return turn

    def _seems_lost(self, i: int) -> int:
        """Return how much a move seems to have lowered its player's chance.

        The best move of an assessment lowers it by nothing.
        """
        look, mover = self._looks[i], self.seats[i]
        if i not in self._refuted and not self._leads_elsewhere(i, look.move):
            return 0
        before = chance_for_seat(mover, self.chances[i])
        if self.game.hidden:
            return 0 if look.played_worth is None else before - self._chance(look.played_worth)
        return before - chance_for_seat(mover, self.chances[i + 1])

    def _leads_elsewhere(self, i: int, move: Any) -> bool:
        """Whether a move leads to a different position than the move that was made."""
        return bool(self.game.play(self.positions[i], move) != self.positions[i + 1])

    def _instead(self, i: int) -> list[_Known]:
        """Return the keys of moves that may be better than the one made.

        The positions after them are assessed with the same effort as the one that was reached.
        """
        look, (_, *after) = self._looks[i], self._around(i)
        times = max((self._deep[j] for j in after if j in self._deep), default=self._effort.look_effort)
        moves = (look.move, *look.next_best_moves) if i in self._refuted else (look.move,)
        return [(i, move, times) for move in moves if self._leads_elsewhere(i, move)]

    def _best_instead(self, i: int) -> int:
        """Return the mover's chance after the best alternative to the move that was made."""
        return max((self._after[known] for known in self._instead(i)), default=0)

    def _better(self, i: int) -> Any:
        """Return the best alternative to the move that was made."""
        known = [each for each in self._instead(i) if each in self._after]
        return max(known, key=lambda each: self._after[each])[1] if known else self._looks[i].move

    def _check(self, places: Collection[int]) -> ReviewSteps:
        """Assess the positions after moves that may be better, unless already known."""
        asked: dict[_Known, Any] = {}
        for key in (key for i in sorted(places) for key in self._instead(i) if key not in self._after):
            i, move, _ = key
            look, after = self._looks[i], self.game.play(self.positions[i], move)
            outcome = self.game.outcome(after)
            if outcome is not None:
                self._after[key] = _final_chance(outcome, self.seats[i])
            elif look.worth >= SURE and move == look.move:
                self._after[key] = self._chance(look.worth)
            else:
                asked[key] = after
        if not asked:
            return
        looks = yield from self._ask([self._at(after, key[2]) for key, after in asked.items()])
        for (key, after), found in zip(asked.items(), looks, strict=True):
            chance = self._chance(found.worth)
            self._after[key] = chance if self.game.turn(after) == self.seats[key[0]] else FULL_CHANCE - chance

    def _fall(self, i: int) -> int:
        """Return how far the mover's chance fell with a move, beyond the move's loss."""
        mover = self.seats[i]
        return (
            chance_for_seat(mover, self.chances[i])
            - self.losses.get(i, 0)
            - chance_for_seat(mover, self.chances[i + 1])
        )

    def _slump(self, i: int) -> int:
        """Return how far the mover's chance fell over a move and its answer.

        The answer may show what the move did. This cancels out that each assessment favours its own seat.
        """
        answer = i + 1
        return self._fall(i) - (self._fall(answer) if answer in self._looks and answer < self.last else 0)

    def _next(self, i: int) -> int:
        """Return the index of the next assessed position, or of the end."""
        return next((j for j in range(i + 1, self.last + 1) if j in self._looks), self.last)

    def _around(self, i: int) -> tuple[int, int, int]:
        """Return the indices of the assessments around an unexplained fall.

        These contradict each other.
        """
        return i, self._next(i), self._next(self._next(i))

    def _goes_on(self, line: Variation) -> bool:
        """Whether a line is to be continued.

        It includes the answers, and ends when no one has to capture.
        """
        position = line.positions[-1]
        if len(line.moves) >= LINE or self.game.outcome(position) is not None:
            return False
        return (
            len(line.moves) < (3 if self.game.tallied == "pieces" else 2)
            or self.game.duty(position) is not None
        )

    def _at(self, position: Any, times: float) -> PositionQuery:
        """Return the query for a position of an open game that did not occur in the match."""
        then = self.match.copy_at(0)
        then.origin = position
        assert then.turn is not None  # it is open
        return PositionQuery(observe(then, then.turn), effort=times)


def chance_for_seat(seat: Seat, first_seat_chance: int) -> int:
    """Convert seat 0's chance to the chance of a seat, or back."""
    return first_seat_chance if seat == 0 else FULL_CHANCE - first_seat_chance


def _final_chance(outcome: Outcome, seat: Seat) -> int:
    """Return the chance of a seat at the end of a match."""
    return EVEN_CHANCE if outcome.winner is None else FULL_CHANCE if outcome.winner == seat else 0
