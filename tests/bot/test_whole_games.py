"""A match from /play to its result, by buttons and menus alone or by commands.

It is played in Discord as the simulator has it.
"""

import pytest

from tests.bot.server import Server, buttons, texts
from tests.bot.walks import (
    SHORTEST,
    Follow,
    Walk,
    alone,
    by_buttons,
    by_commands,
    captures_of_several,
    follow_by_buttons,
    follow_by_commands,
    played_out,
    won_by,
)
from tests.examples.every_game import EVERY
from tests.examples.three_in_a_row.entries import EXAMPLE
from tests.sets import leave_to_ci

pytestmark = [pytest.mark.ci, pytest.mark.usefixtures("pictures_undrawn")]

EVERY_TIME = (
    ("russian", follow_by_buttons),
    ("binar", by_buttons),
    ("one-zero-one", by_buttons),
    (EXAMPLE.key, by_buttons),
)
"""Games of `make test`.

They are a game with hidden hands and one without, checkers with long chains, and the example. The
bot's own code is the same for all; `make test-deep` plays the others. By commands some are played
on PostgreSQL (`test_on_postgres.py`), also one with strict rules of capture.
"""
won = [
    pytest.param(game, follow, marks=() if (game, follow) in EVERY_TIME else pytest.mark.deep)
    for game in SHORTEST
    for follow in (follow_by_buttons, follow_by_commands)
]
short = [
    pytest.param(key, walk, marks=() if (key, walk) in EVERY_TIME else pytest.mark.deep)
    for key in EVERY
    if key not in SHORTEST
    for walk in (by_buttons, by_commands)
]


@pytest.mark.parametrize(
    ("walk", "options"),
    leave_to_ci(
        [
            (by_buttons, "size=3"),
            pytest.param(by_buttons, None, marks=pytest.mark.deep),
            pytest.param(by_commands, "digits=choose lines=single", marks=pytest.mark.deep),
            pytest.param(by_commands, None, marks=pytest.mark.deep),
            pytest.param(by_buttons, "digits=choose lines=single", marks=pytest.mark.deep),
        ],
        after=1,
    ),
)
async def test_binar_with_a_restart_after_every_interaction_ends_as_the_rules_alone(
    room: Server, walk: Walk, options: str | None
) -> None:
    place = await room.begin("binar", restart=True, **({"options": options} if options else {}))
    moves = await walk(room, place, seed=3, limit=99, restart=True)
    match = await room.match()
    assert match.outcome is not None
    assert (match.position, match.outcome) == ((there := alone(match, moves)).position, there.outcome)
    assert await room.reason() in texts(room.board(place))
    assert list(buttons(room.board(place))) == ["Rematch", "Replay", "Analyse", "Share", "More"]
    assert await room.reason() in texts(room.board(room.channel))


@pytest.mark.parametrize(("key", "walk"), leave_to_ci(short, after=1), indirect=["key"])
async def test_a_random_game_is_played_to_its_end_as_the_rules_alone_play_it(
    room: Server, walk: Walk, key: str
) -> None:
    await played_out(room, key, walk)


@pytest.mark.parametrize(("game", "follow"), won)
async def test_a_whole_game_is_won(room: Server, follow: Follow, game: str) -> None:
    match = await won_by(room, game, follow)
    assert captures_of_several(match) or game == "incorrect-checkers"
