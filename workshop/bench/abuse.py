"""Rating points that a cheat gains: `python -m workshop.bench.abuse [CLUBS]`.

In a simulated club of twenty everyone plays five matches a month for two years
(`workshop.bench.clubs`). One of them plays honestly first, and then plays the same matches with the
same luck once more, but cheats. A line gives the extra points at the end: the mean over all clubs,
its standard error, and the most.

Each way of cheating is written down as rated matches, as far as the bot begins and stores such
matches: three a week of a pair; of one absence, once in half a year, only the first loss on time;
and of a week's matches against newcomers as many as count (`void_excess`). Which of them count, and how
much, is the club's own reckoning (`club.standing.counted_matches`).
"""

import math
import random
import statistics
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from club.members.quotas import LIMITS
from club.standing.counted_matches import FAMILIES, count_ratings, game_of, rating_row
from club.standing.newcomers import is_over_newcomer_limit
from club.standing.rating_arithmetic import DAY, Everybody, add_game
from club.standing.ratings import EXCUSED_ONCE
from data.standing.rated_rows import ABSENCE, NEWCOMERS, RatedRow
from data.standing.ratings import RatingRow
from workshop.bench.clubs import DAYS, season

PEOPLE: Final = 20
CHEAT: Final = 0
"""Who cheats, in the ways below; everybody else is honest."""
PUPPETS: Final = (101, 102, 103)
"""Their other accounts."""
WEEK: Final = 7 * DAY
ACCOUNTS: Final = tuple(range(201, 211))
"""Ten accounts that two accomplices make up."""
AT_ONCE: Final = 6
"""Lost matches that the cheat lets run out together."""


def match(at: float, first: int, second: int, winner: int | None, void: str | None = None) -> RatedRow:
    """Return a rated match that ended at second `at`.

    One of the two people has won it, or no one.
    """
    seat = None if winner is None else (first, second).index(winner)
    return RatedRow(1, 0, 0, "binar", first, "", second, "", seat, at, 0.0, void=void)


def honest_matches(seed: int) -> list[RatedRow]:
    """Return the matches of a club in which no one cheats."""
    games = (each.game for each in season(PEOPLE, seed))
    return [match(game.at, game.first, game.second, game.winner) for game in games]  # pyrefly: ignore[bad-argument-type]  # are numbers here


def is_loss(row: RatedRow) -> bool:
    """Whether the cheat has lost a match."""
    return CHEAT in row.user_ids and row.winner != row.user_ids.index(CHEAT)


def isolated_puppets(rows: Sequence[RatedRow], luck: random.Random) -> list[RatedRow]:
    """Add three puppets who lose to the cheat and to each other, and play no one else.

    They lose to the cheat as often as a pair is rated.
    """
    weeks = [week * WEEK for week in range(DAYS // 7)]
    losses = [(CHEAT, puppet) for puppet in PUPPETS] * LIMITS.rated_per_pair
    ring = list(zip(PUPPETS, PUPPETS[1:] + PUPPETS[:1], strict=True))
    added = [
        match(week + luck.random() * WEEK, one, other, one) for week in weeks for one, other in losses + ring
    ]
    return [*rows, *added]


def tied_puppets(rows: Sequence[RatedRow], luck: random.Random) -> list[RatedRow]:
    """Add three puppets who also lose to two honest members each.

    They lose to the cheat and to each other; the losses to members make their matches count.
    """
    ties = [match(luck.random() * WEEK, member, puppet, member) for puppet in PUPPETS for member in (1, 2)]
    return isolated_puppets([*rows, *ties], luck)


def active_puppets(rows: Sequence[RatedRow], luck: random.Random) -> list[RatedRow]:
    """Add three puppets who have also played the field, and lose to the cheat.

    The cheat plays the puppets' matches with honest members too, as well as an average member would.
    """
    matches = len(rows) // PEOPLE * 2
    met = [(puppet, luck.randrange(1, PEOPLE)) for puppet in PUPPETS for _ in range(matches)]
    return tied_puppets(
        [*rows, *(match(luck.random() * DAYS * DAY, *pair, luck.choice(pair)) for pair in met)], luck
    )


def sandbag(rows: Sequence[RatedRow], luck: random.Random) -> list[RatedRow]:
    """Let the cheat lose each match on purpose in some months.

    They are all months of the first year, and every second month of the second year but the last.
    """
    del luck
    found = []
    for row in rows:
        month = int(row.at / DAY / 30)
        if CHEAT in row.user_ids and (month < 12 or (month % 2 and month < 22)):
            row = replace(row, winner=1 - row.user_ids.index(CHEAT))
        found.append(row)
    return found


def lose_on_time(rows: Sequence[RatedRow], luck: random.Random) -> list[RatedRow]:
    """Let lost matches run on until the cheat can lose six on time in one absence."""
    del luck
    found = [row for row in rows if not is_loss(row)]
    excused = -math.inf
    losses = [row for row in rows if is_loss(row)]
    for begin in range(0, len(losses), AT_ONCE):
        together = losses[begin : begin + AT_ONCE]
        at = together[-1].at
        is_excused = at - excused >= EXCUSED_ONCE and len(together) > 1
        if is_excused:
            excused = at
        found += [
            replace(row, at=at + number, void=ABSENCE if number and is_excused else None)
            for number, row in enumerate(together)
        ]
    return found


def new_accounts(rows: Sequence[RatedRow], luck: random.Random, *, weeks: int = 4) -> list[RatedRow]:
    """Add ten new accounts that lose to the cheat in the weeks after all else.

    They lose as often as a pair is rated. Each has first lost to both accomplices, two members who were
    honest until then, so that it counts.
    """
    end = max(row.at for row in rows)
    ties = [match(end + luck.random() * DAY, by, each, by) for each in ACCOUNTS for by in (1, 2)]
    pairs = [(CHEAT, each) for each in ACCOUNTS] * LIMITS.rated_per_pair
    losses = [
        match(end + DAY + (week + luck.random()) * WEEK, one, other, one)
        for week in range(weeks)
        for one, other in pairs
    ]
    return [*rows, *ties, *losses]


def void_excess(rows: Iterable[RatedRow]) -> list[RatedRow]:
    """Return matches in order of time, void if one too many against newcomers.

    The limit holds for each player.
    """
    standings: Everybody = {}
    known: dict[int, RatingRow] = {}
    found: list[RatedRow] = []
    week: deque[RatedRow] = deque()
    for row in sorted(rows, key=lambda row: row.at):
        while week and week[0].at <= row.at - WEEK:
            week.popleft()
        if any(
            is_over_newcomer_limit(known.get(own), known.get(other), _opponents(week, own, known), row.at)
            for own, other in (row.user_ids, row.user_ids[::-1])
        ):
            found.append(replace(row, void=row.void or NEWCOMERS))
            continue
        found.append(row)
        if row.void is None:
            week.append(row)
            add_game(standings, game_of(row), FAMILIES)
            known |= {
                each: rating_row(1, "binar", each, "", standings[each, "binar"], 0) for each in row.user_ids
            }
    return found


def _opponents(
    week: Iterable[RatedRow], user_id: int, known: Mapping[int, RatingRow]
) -> Iterator[RatingRow | None]:
    """Yield the ratings of a player's opponents in a week, match by match."""
    for row in week:
        if user_id in row.user_ids:
            yield known.get(row.user_ids[1 - row.user_ids.index(user_id)])


WAYS: Final[Mapping[str, Callable[[Sequence[RatedRow], random.Random], list[RatedRow]]]] = {
    "three puppets who play nobody else": isolated_puppets,
    "three puppets who each have lost to two members": tied_puppets,
    "the same, who play as much as everybody": active_puppets,
    "ten made-up accounts, in the last four weeks": lambda rows, luck: void_excess(new_accounts(rows, luck)),
    "the same, were all of it to count": new_accounts,
    "losing on purpose for a year, and by months": sandbag,
    "lost matches run out in one absence": lose_on_time,
}


def points(rows: Iterable[RatedRow]) -> float:
    """Return the cheat's rating at the end."""
    numbered = [
        replace(row, number=number) for number, row in enumerate(sorted(rows, key=lambda row: row.at), 1)
    ]
    [found] = [row.points for row in count_ratings(1, numbered).ratings if row.user_id == CHEAT]
    return found


def gains(way: str, clubs: int) -> list[float]:
    """Return what a way of cheating brings in each of so many clubs."""
    found = []
    for seed in range(clubs):
        rows = honest_matches(seed)
        found.append(points(WAYS[way](rows, random.Random(seed))) - points(rows))
    return found


def main(asked: Sequence[str]) -> None:
    """Print a line for each way."""
    clubs = int(asked[0]) if asked else 40
    print("| way | points gained, mean | standard error | most |")
    print("|---|---|---|---|")
    for way in WAYS:
        found = gains(way, clubs)
        error = statistics.stdev(found) / math.sqrt(clubs)
        print(f"| {way} | {statistics.mean(found):.0f} | {error:.0f} | {max(found):.0f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
