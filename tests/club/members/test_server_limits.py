"""How much one member may have going on a server, as its managers have set it."""

import pytest

from club.members.people import Person
from tests.club.people import ANN, BEN, CLEO, GUILD, act, interactions, make_challenge, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room

DAN = Person(4, "Dan")


async def limit(room: Room, **given: int) -> None:
    await room.club.members.servers.change(GUILD, moderator_id=CLEO.id, **given)


async def ask(room: Room, who: Person, guild_id: int = GUILD, game: str = "binar") -> int:
    made = await make_challenge(
        room.club, game, people=(who, None), guild_id=guild_id, channel_id=guild_id + 1
    )
    return made.id


async def take(room: Room, challenge_id: int, who: Person) -> None:
    await room.club.play.challenges.accept(challenge_id, taker=who, interaction_id=next(interactions))


@pytest.mark.parametrize("running", [1, 2])
async def test_a_member_has_so_many_matches_on_a_server(room: Room, running: int) -> None:
    await limit(room, running_limit=running)
    mine, theirs = await ask(room, ANN), await ask(room, DAN)
    for _ in range(running):
        await start_match(room.club, people=(ANN, BEN))
    assert await refused_code(ask(room, ANN, game="russian")) == "limit.running.here"
    assert await refused_code(take(room, theirs, ANN)) == "limit.running.here"
    assert await refused_code(take(room, mine, DAN)) == "limit.running.other"
    await ask(room, ANN, GUILD + 1)
    await room.club.play.matches.resign(1, act(ANN))
    await take(room, mine, DAN)


@pytest.mark.parametrize("open_limit", [1, 2])
async def test_a_member_has_so_many_challenges_open_on_a_server(room: Room, open_limit: int) -> None:
    await limit(room, open_limit=open_limit)
    games = ["binar", "russian", "international"]
    for game in games[:open_limit]:
        await ask(room, ANN, game=game)
    assert await refused_code(ask(room, ANN, game=games[-1])) == "limit.open.here"
    await ask(room, BEN)
    await ask(room, ANN, GUILD + 1)
    await make_challenge(room.club, games[-1], people=(ANN, None), abroad="en")
    await room.club.play.challenges.cancel(1, act(ANN))
    await ask(room, ANN, game=games[-1])
