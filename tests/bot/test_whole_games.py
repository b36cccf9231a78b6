"""A match from /play to its result, by buttons and menus alone or by commands, in Discord as the simulator has it."""

import pytest

from tests.bot.server import Server, buttons, texts
from tests.bot.walks import (
    EVERY_TIME,
    SHORT,
    SHORTEST,
    Follow,
    Walk,
    alone,
    by_buttons,
    by_commands,
    captures_of_several,
    follow_by_buttons,
    follow_by_commands,
    whole_game,
)

walks = pytest.mark.parametrize("walk", [by_buttons, by_commands])
won = [game if game in EVERY_TIME else pytest.param(game, marks=pytest.mark.deep) for game in SHORTEST]


@pytest.mark.parametrize(
    ("walk", "options"),
    [
        (by_buttons, None),
        (by_commands, "digits=choose lines=single"),
        pytest.param(by_commands, None, marks=pytest.mark.deep),
        pytest.param(by_buttons, "digits=choose lines=single", marks=pytest.mark.deep),
    ],
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
    assert list(buttons(room.board(place))) == ["Rematch", "Replay", "Moves", "Next match"]
    assert await room.reason() in texts(room.board(room.channel))


@walks
@pytest.mark.parametrize("game", SHORT)
async def test_a_random_game_is_played_to_its_end_as_the_rules_alone_play_it(
    room: Server, walk: Walk, game: str
) -> None:
    place = await room.begin(game)
    moves = await walk(room, place, seed=1, limit=SHORT[game])
    match = await room.match()
    assert match.position == alone(match, moves).position
    assert match.outcome is not None


@pytest.mark.parametrize("follow", [follow_by_buttons, follow_by_commands])
@pytest.mark.parametrize("game", won)
async def test_a_whole_game_is_won(room: Server, follow: Follow, game: str) -> None:
    place = await room.begin(game)
    moves = whole_game(await room.match(), SHORTEST[game])
    await follow(room, place, moves)
    match = await room.match()
    assert match.outcome is not None
    assert match.outcome.winner is not None
    assert match.position == alone(match, moves).position
    assert await room.reason() in texts(room.board(place))
    assert captures_of_several(match) or game == "incorrect-checkers"
