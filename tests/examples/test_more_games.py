"""A 26th game breaks nothing.

Discord's menus and completions hold only 25 entries.
"""

from pathlib import Path

import pytest

from bot.cogs.naming.completion import LIMIT
from rules.catalogue import GAMES
from tests.bot.server import menus, serve, texts
from tests.examples.three_in_a_row.game import ThreeInARow

MANY = 30


@pytest.fixture
def last(game: ThreeInARow, monkeypatch: pytest.MonkeyPatch) -> ThreeInARow:
    """The last of more games than a menu holds."""
    while len(GAMES) < MANY:
        more = ThreeInARow()
        more.key = f"three-{len(GAMES) + 1}"
        monkeypatch.setitem(GAMES, more.key, more)
    return more


async def test_a_member_can_be_challenged_to_any_game(last: ThreeInARow, tmp_path: Path) -> None:
    async with serve(tmp_path / "twotone.db") as room:
        shown = await room.ann.context_menu(room.channel, "Challenge to a game…", room.ben)
        offered = menus(shown.response)
        assert [option["value"] for menu in offered for option in menu["options"]] == list(GAMES)
        asked = await room.ann.select(shown.response.message, [last.key], custom_id=offered[-1]["custom_id"])
        assert "### Three in a row" in texts(asked.response)


async def test_completion_offers_some_games_and_finds_any(last: ThreeInARow, tmp_path: Path) -> None:
    async with serve(tmp_path / "twotone.db") as room:
        assert len(await room.ann.autocomplete(room.channel, "play", "game", "")) == LIMIT
        found = await room.ann.autocomplete(room.channel, "play", "game", last.key)
        assert [choice["value"] for choice in found] == [last.key]
        await room.begin(last.key)
