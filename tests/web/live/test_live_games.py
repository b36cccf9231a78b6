"""Every game is played on two live boards by touch.

A plain move is two taps, or one drag.
"""

import random
from pathlib import Path

import pytest
from playwright.async_api import Browser

from rules.choosing import reach_match_choice
from tests.club.people import start_match
from tests.web.live.live_phone import Player, open_phone
from tests.web.site import ANN, BEN, site

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.ci]
EACH, DEEP_EACH = 3, 6
"""Moves of each side; a game that ends before is over."""
TAPS = {"binar": {1}, "three-in-a-row": {1}, "binary": {1, 2}, "one-zero-one": {1, 2, 3}}
"""Taps of a move where nothing goes from square to square.

Elsewhere they are two, and one if only one piece can move.
"""


@pytest.mark.parametrize("each", [EACH, pytest.param(DEEP_EACH, marks=pytest.mark.deep)])
async def test_every_game_is_played_on_two_pages(
    key: str, each: int, browser: Browser, tmp_path: Path
) -> None:
    async with site("sqlite", tmp_path, live=True) as met:
        table = await start_match(met.club, key)
        players = [
            Player(await open_phone(met, browser, table, who.id), random.Random(53)) for who in (ANN, BEN)
        ]
        for ply in range(1, 2 * each + 1):
            if table.turn is None:
                break
            met.time[0] += 2.0
            root = reach_match_choice(table.match, ())
            assert root is not None
            taps = await players[table.turn].move(table.match)
            assert taps in TAPS.get(key, {2 - len(root.chain)}), (key, ply, taps)
            for player in players:
                await player.board.wait_for_moves(ply)
            table = await met.club.play.matches.load(table.row.id)
            assert len(table.match.plies) == ply
        for player in players:
            assert player.board.troubles == []
            assert player.drags > 0 or key in TAPS
            await player.board.page.context.close()
