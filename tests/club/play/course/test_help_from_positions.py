"""The bot is no outside help in a match that began from a position either."""

import json
import random

import pytest

from club.club import Club
from club.members.people import Person
from club.play.course.computer import TWOTONE
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.people import ANN, BEN, CLEO, interactions, make_challenge

GAME = "russian"


async def begin(club: Club, *, side: str = "random", start: str | None = None) -> Match:
    """A match of Ann and Ben, before its first move."""
    row = await make_challenge(club, GAME, people=(ANN, BEN), side=side, start=start)
    table = await club.play.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))
    return table.match


async def analyse(club: Club, who: Person, match: Match) -> None:
    await club.play.outside_help.check_match(who.id, match, all_positions=True)


async def test_a_match_from_a_position_brought_along_is_guarded_from_its_first_move_on(club: Club) -> None:
    brought, chance = Match(GAMES[GAME], {}, bytes(32)), random.Random(5)
    for _ in range(10):
        brought.play(chance.choice(brought.moves()))
    start = json.dumps(brought.game.dump(brought.position))
    await analyse(club, ANN, brought)
    await begin(club, start=start)
    for who in (ANN, BEN):
        with pytest.raises(Refusal, match="in a match that you are playing"):
            await analyse(club, who, brought)
        with pytest.raises(Refusal, match="in a match that you are playing"):
            await make_challenge(club, GAME, people=(who, TWOTONE), start=start)
    await analyse(club, CLEO, brought)


async def test_odds_are_known_as_well_as_the_usual_start(club: Club) -> None:
    match = await begin(club, side="giving a man")
    assert match.was_set
    await analyse(club, ANN, match)
