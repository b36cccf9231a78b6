"""The club's reckoning: possible ranks, a recount of ratings, a server's card.

Ranks are those with 21 matches left. Their baseline goes through the outcomes of 7 of those
matches, a third of them: 2,187, and each match more would take three times as long. The recount
takes 100,000 rated matches from memory. Its baseline is Glicko-1 as it stands in the paper, written
out in one loop with the machine's own powers, no least deviation and no advantage. A server's card
is drawn from the store, of 200 running matches.
"""

import asyncio
import itertools
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time, time

from bot.cards.standing.club_card import club_card
from bot.delivery.club_cards import content_hash
from club.club import Club
from club.competitions.reckoning.ranks import reachable_ranks
from club.standing.rating_arithmetic import DAY, RatedGame, replay_games
from data.database.transaction import Transaction
from data.play import matches
from data.play.matches import NewMatch
from data.standing import ratings
from data.standing.ratings import RatingRow
from data.store_opening import open_store
from words import ENGLISH, localizer_for
from workshop.bench.row import BenchFigure, cpu_ms

GAMES = 100_000
PLAYERS = 600
LEFT = 21
RUNNING = 200
"""Matches that run on a server whose card is drawn."""
DRAWN = 25
"""Times that it is drawn."""
GUILD = 1
COUNTED = 7
"""Matches left where outcomes are gone through."""


def rows() -> Iterator[BenchFigure]:
    """Yield the three rows."""
    pairs = list(itertools.combinations(range(7), 2))
    yield BenchFigure(
        f"club.ranks.{LEFT}",
        cpu_ms(lambda: reachable_ranks(range(7), (), pairs)),
        "ms",
        cpu_ms(lambda: _through_outcomes(range(7), pairs[:COUNTED]), runs=5),
    )
    games = _games()
    began = process_time()
    replay_games(games)
    counted = process_time()
    _textbook(games)
    yield BenchFigure(f"club.recount.{GAMES}", counted - began, "s", process_time() - counted)
    yield BenchFigure("club.card", asyncio.run(_card()), "ms")


async def _card() -> float:
    """Return the median CPU milliseconds of drawing a server's card.

    Reading it from the store is included.
    """
    say, now = localizer_for(ENGLISH), time()

    async def fill(tx: Transaction) -> None:
        for number in range(RUNNING):
            new = NewMatch(
                game="russian",
                options="{}",
                secret=bytes(32),
                rules_version=1,
                turn=number % 2,
                guild_id=GUILD,
                channel_id=10 + number % 20,
                record="",
            )
            await matches.create(tx, new, [(number + 1, "Ada"), (number + 2, "Ben")], at=now - number)
        for user_id in range(PLAYERS):
            points = 1500.0 + user_id
            await ratings.put(tx, RatingRow(GUILD, "russian", user_id + 1, "Ada", points, 60.0, now, 20, 9))

    with TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "twotone.db", now=time)
        try:
            await store.write(fill)
            club = Club(store, now=time, chance=lambda below: 0, secret=lambda: bytes(32))
            samples = []
            for _ in range(DRAWN):
                began = process_time()
                going = await club.standing.cards.load_activity(GUILD, lambda place: True)
                content_hash(club_card(going, 1, say), going.board)
                samples.append((process_time() - began) * 1000)
        finally:
            await store.close()
    return median(samples)


def _games() -> list[RatedGame]:
    """Return games in the order of time, as the store gives them."""
    chance = random.Random(0)
    games = []
    for number in range(GAMES):
        first, second = chance.sample(range(PLAYERS), 2)
        games.append(RatedGame(600.0 * number, first, second, chance.choice((first, second, None)), "x"))
    return games


def _through_outcomes(players: Sequence[int], left: Sequence[tuple[int, int]]) -> None:
    """Find the ranks that the outcomes of a few matches come to."""
    best, worst = dict.fromkeys(players, len(players)), dict.fromkeys(players, 1)
    for outcome in itertools.product((0, 1, 2), repeat=len(left)):
        points = dict.fromkeys(players, 0)
        for (one, other), got in zip(left, outcome, strict=True):
            points[one] += got
            points[other] += 2 - got
        for player in players:
            best[player] = min(best[player], 1 + sum(each > points[player] for each in points.values()))
            worst[player] = max(worst[player], sum(each >= points[player] for each in points.values()))


def _textbook(games: Sequence[RatedGame]) -> None:
    """Rate the games by the formulas as they stand in the paper."""
    q = math.log(10) / 400
    found: dict[object, tuple[float, float, float]] = {}
    for game in games:
        pair = []
        for player in (game.first, game.second):
            rating, deviation, at = found.get(player, (1500.0, 350.0, game.at))
            pair.append((rating, min(350.0, math.sqrt(deviation**2 + 76.4 * (game.at - at) / DAY))))
        for player, (rating, deviation), (other, far) in zip(game[1:3], pair, pair[::-1], strict=True):
            g = 1 / math.sqrt(1 + 3 * q**2 * far**2 / math.pi**2)
            e = 1 / (1 + 10 ** (-g * (rating - other) / 400))
            precision = 1 / deviation**2 + q**2 * g**2 * e * (1 - e)
            score = 0.5 if game.winner is None else float(game.winner == player)
            found[player] = (rating + q / precision * g * (score - e), math.sqrt(1 / precision), game.at)
