"""Statistics on all finished matches of one user.

They show how the matches ended, how well they were played, which kinds of matches go best, and
which mistakes cost most. They are made only from facts that the user knows: results, and how their
own moves were judged by what they could see.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import Final

from club.clocks.time_control import parse_control
from club.members.quotas import Limits
from club.play.after.analysis import LONGEST
from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import appraisals
from data.learning.appraisals import FinishedRow
from data.members import preferences
from engines.analysis import MIN_PLIES, Thirds, is_judged
from rules.catalogue import rating_key, title_of
from words import Phrase, Words

MOST: Final = 2000
"""The newest matches of a person, which are counted."""
GAMES: Final = 4
"""Games that have a line of their own; the others share one."""
LENGTHS: Final = (("short", 30), ("middling", 60), ("long", 10_000))
"""Lengths of matches: code, and the most plies a match of that length has."""
PHASES: Final = ("early", "middle", "late")
"""Thirds of a match, one of which decided it."""
ENOUGH: Final = 5
"""Matches from which on something can be the best or the weakest."""
PRIOR: Final = 5
"""Matches with the usual result that are added to each kind.

So a kind with few matches does not stand out.
"""
WINDOW: Final = 10
"""Matches whose mean each point of the curve is."""


@dataclass(frozen=True, slots=True)
class Results:
    """How many matches were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def count(self) -> int:
        """The number of matches."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The points scored; a draw is half a point."""
        return self.won + self.drawn / 2

    @property
    def percent(self) -> int:
        """The points scored, as a percentage of all possible points.

        >>> Results(3, 1, 1).percent
        70
        """
        return round(100 * self.points / max(1, self.count))


@dataclass(frozen=True, slots=True)
class KindResults:
    """The results of one kind of matches, with the words that name the kind."""

    label: Words
    results: Results


@dataclass(frozen=True, slots=True)
class NotableKind:
    """A kind of matches that goes better or worse than the others.

    `match` is an example to look at, if there is one.
    """

    kind_results: KindResults
    match: FinishedRow | None


@dataclass(frozen=True, slots=True)
class CostliestMistake:
    """The type of mistake that costs a user most.

    It has the code of its lesson, how often the mistake was made, its mean cost in percent of the
    chance to win, and the match with the worst case.
    """

    lesson: str
    count: int
    percent: int
    match: FinishedRow


@dataclass(frozen=True, slots=True)
class Insight:
    """The statistics on all finished matches of a user.

    `groups` has the results by game, side, length, phase and clock, by the code of the group.
    `examined_count` matches were analysed; from these are the mean `accuracy`, its `curve` over time
    (in seconds since the epoch, newest last), and `losses_by_third`, the mean chance to win that was
    lost in each third of a match, in thousandths. `has_more` says that older matches were not counted.
    """

    results: Results
    groups: Mapping[str, Sequence[KindResults]]
    examined_count: int
    accuracy: int | None
    curve: Sequence[tuple[float, float]]
    losses_by_third: Thirds | None
    best: NotableKind | None
    weakest: NotableKind | None
    costliest_mistake: CostliestMistake | None
    has_more: bool


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """The stored facts about a user's matches.

    `rows` are their finished matches, newest first: up to `MOST`, plus one if there are more.
    `is_learning` says whether their matches are examined, up to `per_day` each day, and `waiting_count`
    is how many still wait for that.
    """

    rows: Sequence[FinishedRow]
    is_learning: bool
    waiting_count: int
    per_day: int


class Insights:
    """Loads the facts from which statistics are made."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._a_day = limits.learning_per_person

    async def load_history(self, user_id: int) -> MatchHistory:
        """Return a user's finished matches, and the state of their learning."""

        async def job(tx: Transaction) -> MatchHistory:
            return MatchHistory(
                await appraisals.list_finished(tx, user_id, limit=MOST + 1),
                (await preferences.get(tx, user_id)).learning,
                await appraisals.count_waiting(tx, user_id),
                self._a_day,
            )

        return await self._store.read(job)


def build_insight(rows: Sequence[FinishedRow]) -> Insight | None:
    """Return the statistics on a user's matches; `None` if there are none.

    This takes some hundredths of a second for 2,000 matches.
    """
    more, rows = len(rows) > MOST, rows[:MOST]
    if not rows:
        return None
    kinds = _kinds(rows)
    groups = {
        code: [KindResults(said, _results(found)) for said, found in group if found]
        for code, group in kinds.items()
    }
    # Earlier versions also examined matches whose moves are not judged.
    looked = [row for row in rows if row.accuracy is not None and is_judged(json.loads(row.options))]
    results = _results(rows)
    notable = [each for group in kinds.values() for each in _comparable(group, results)]
    best = max(notable, key=lambda each: each[0], default=None)
    weakest = min(notable, key=lambda each: each[0], default=None)
    return Insight(
        results,
        groups,
        len(looked),
        round(fmean(row.accuracy or 0 for row in looked)) if looked else None,
        _curve(looked),
        _mean_losses(looked),
        _notable(best, good=True) if best and best[0] > 0 else None,
        _notable(weakest, good=False) if weakest and weakest[0] < 0 else None,
        _costly(looked),
        more,
    )


_Kind = tuple[Words, Sequence[FinishedRow]]
"""What matches of a kind are called, and which they are."""


def _kinds(rows: Sequence[FinishedRow]) -> dict[str, list[_Kind]]:
    """Return the matches grouped by game, side, length, phase and clock.

    Each group is in the order in which it is shown.
    """
    key_by_row = {row.id: rating_key(row.game, json.loads(row.options)) for row in rows}
    played = Counter(key_by_row.values())
    games = [game for game, _ in played.most_common(GAMES if len(played) > GAMES + 1 else GAMES + 1)]
    by_game: list[_Kind] = [
        (title_of(game), [row for row in rows if key_by_row[row.id] == game]) for game in games
    ]
    if rest := [row for row in rows if key_by_row[row.id] not in games]:
        by_game.append((Phrase("overview.game.rest"), rest))
    return {
        "game": by_game,
        "side": _by(rows, "side", ("first", "second"), lambda row: ("first", "second")[row.seat]),
        "length": _by(rows, "length", [code for code, _ in LENGTHS], lambda row: _length(row.plies)),
        "phase": _by(
            [row for row in rows if row.decided is not None],
            "phase",
            PHASES,
            lambda row: PHASES[row.decided or 0],
        ),
        "clock": _by(rows, "clock", CLOCKS, lambda row: _clock(row.control)),
    }


def _by(
    rows: Sequence[FinishedRow], group: str, codes: Iterable[str], code_of: Callable[[FinishedRow], str]
) -> list[_Kind]:
    found: dict[str, list[FinishedRow]] = {code: [] for code in codes}
    for row in rows:
        found[code_of(row)].append(row)
    return [(Phrase(f"overview.{group}.{code}"), those) for code, those in found.items() if those]


def _length(plies: int) -> str:
    """Return the code for a match's length in plies.

    >>> [_length(plies) for plies in (30, 31, 60, 61, 20_000)]
    ['short', 'middling', 'middling', 'long', 'long']
    """
    return next((code for code, most in LENGTHS if plies <= most), LENGTHS[-1][0])


CLOCKS: Final = ("none", "move", "bank", "sitdown")
"""The codes of clocks."""


@cache
def _clock(control: str | None) -> str:
    """Return the code for a stored clock; `none` if it cannot be read.

    >>> [_clock(control) for control in (None, "3d", "7d+12h", "15m+10s", "?")]
    ['none', 'move', 'bank', 'sitdown', 'none']
    """
    try:
        found = parse_control(control or "")
    except Refusal:
        found = None
    if found is None:
        return "none"
    return "move" if found.increment is None else "sitdown" if found.is_live else "bank"


def _results(rows: Sequence[FinishedRow]) -> Results:
    drawn = sum(row.winner is None for row in rows)
    won = sum(row.winner == row.seat for row in rows)
    return Results(won, drawn, len(rows) - won - drawn)


_Compared = tuple[float, KindResults, Sequence[FinishedRow]]
"""How much better matches of a kind go than all, and which ones they are.

The difference is in points a match.
"""


def _comparable(group: Sequence[_Kind], all_: Results) -> list[_Compared]:
    """Return the kinds of a group that can be compared with all matches.

    A kind must have enough matches, and there must be matches of other kinds.
    """
    usual = all_.points / all_.count
    found: list[_Compared] = []
    for said, rows in group:
        results = _results(rows)
        if results.count >= ENOUGH and results.count < all_.count:
            mean = (results.points + PRIOR * usual) / (results.count + PRIOR)
            found.append((mean - usual, KindResults(said, results), rows))
    return found


def _notable(found: _Compared, *, good: bool) -> NotableKind:
    """Return a notable kind with a match to look at.

    The match is the best-played win if `good`, and the worst-played loss otherwise. It can be analysed.
    """
    _, line, rows = found
    ended = [row for row in rows if row.winner is not None and (row.winner == row.seat) is good]
    shown = [row for row in ended if MIN_PLIES <= row.plies <= LONGEST and is_judged(json.loads(row.options))]

    def rank_key(row: FinishedRow) -> tuple[bool, int, int]:
        """Return a sort key that is highest for the match to look at."""
        accuracy = row.accuracy or 0
        return row.accuracy is not None, accuracy if good else -accuracy, row.id

    return NotableKind(line, max(shown, key=rank_key, default=None))


def _costly(looked: Sequence[FinishedRow]) -> CostliestMistake | None:
    """Return the mistake that cost most in total, over all matches."""
    found: dict[str, list[FinishedRow]] = {}
    for row in looked:
        if row.lesson is not None and row.cost:
            found.setdefault(row.lesson, []).append(row)
    if not found:
        return None
    lesson, rows = max(found.items(), key=lambda each: (sum(row.cost or 0 for row in each[1]), each[0]))
    worst = max(rows, key=lambda row: (row.cost or 0, row.id))
    mean = fmean(row.cost or 0 for row in rows)
    return CostliestMistake(lesson, len(rows), max(1, round(mean / 10)), worst)


def _curve(looked: Sequence[FinishedRow]) -> list[tuple[float, float]]:
    """Return the moving average of accuracy after each match, oldest first."""
    played = sorted(looked, key=lambda row: (row.updated_at, row.id))
    values = [row.accuracy or 0 for row in played]
    return [
        (row.updated_at, fmean(values[max(0, number - WINDOW) : number]))
        for number, row in enumerate(played, 1)
    ]


def _mean_losses(looked: Sequence[FinishedRow]) -> Thirds | None:
    """Return the mean chance to win lost in each third of a match.

    The values are in thousandths.
    """
    if not looked:
        return None
    lost = [(row.lost_early or 0, row.lost_middle or 0, row.lost_late or 0) for row in looked]
    early, middle, late = (round(fmean(each)) for each in zip(*lost, strict=True))
    return early, middle, late
