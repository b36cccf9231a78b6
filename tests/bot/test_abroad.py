"""Where the bot is no member: matches that live on answers to presses, in a group DM and on a server of strangers."""

from collections.abc import Iterator

import pytest

from tests.bot.abroad import KINDS, Place, abroad
from tests.bot.server import Server, buttons
from tests.bot.walks import alone, by_buttons


@pytest.fixture(params=KINDS)
def place(room: Server, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Place]:
    """A group DM of Ann, Ben and Cleo, or a server of theirs without the bot."""
    with abroad(room, monkeypatch, request.param) as there:
        yield there


@pytest.fixture
def group(room: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A group DM of Ann, Ben and Cleo."""
    with abroad(room, monkeypatch) as there:
        yield there


@pytest.mark.parametrize("game", ["binar", "one-zero-one"])
async def test_a_whole_match_is_played_on_presses_alone(room: Server, place: Place, game: str) -> None:
    where = await room.begin(game)
    moves = await by_buttons(room, where, 3, 80)
    match = await room.match()
    assert match.turn is None
    assert match.save() == alone(match, moves).save()
    assert "Rematch" in buttons(room.board(where))
    playable = [message for message in where.history() if "Play" in buttons(message)]
    assert playable == []
    assert max(place.follow_ups.values()) == 1
