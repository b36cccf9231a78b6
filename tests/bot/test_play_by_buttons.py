"""A match from /play to its result by buttons and menus alone, in Discord as the simulator has it."""

import pytest

from rules.catalogue import GAMES
from tests.bot.club import Club, buttons, texts
from tests.bot.walks import CHECKERS_TO_THE_END, OPENING, SHORT, alone, by_buttons, captures_of_several


@pytest.mark.parametrize("options", [None, "digits=choose lines=single"])
async def test_binar_with_a_restart_after_every_press_ends_as_the_rules_alone(
    room: Club, options: str | None
) -> None:
    place = await room.begin("binar", restart=True, **({"options": options} if options else {}))
    moves = await by_buttons(room, place, seed=4, limit=99, restart=True)
    match = await room.match()
    assert match.outcome is not None
    assert (match.position, match.outcome) == ((there := alone(match, moves)).position, there.outcome)
    assert match.outcome.text in texts(room.board(place))
    assert list(buttons(room.board(place))) == ["Moves"]
    assert match.outcome.text in texts(room.board(room.channel))


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_is_played_by_buttons_as_the_rules_alone_play_it(room: Club, game: str) -> None:
    place = await room.begin(game)
    moves = await by_buttons(room, place, seed=1, limit=SHORT.get(game, OPENING))
    match = await room.match()
    assert match.position == alone(match, moves).position
    assert (match.outcome is not None) == (game in SHORT)


@pytest.mark.parametrize("game", CHECKERS_TO_THE_END)
async def test_checkers_go_on_to_the_last_piece(room: Club, game: str) -> None:
    place = await room.begin(game)
    moves = await by_buttons(room, place, seed=CHECKERS_TO_THE_END[game], limit=150)
    match = await room.match()
    assert match.outcome is not None
    assert match.outcome == alone(match, moves).outcome
    assert captures_of_several(match)
