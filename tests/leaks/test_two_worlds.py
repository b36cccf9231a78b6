"""Whole games tell viewers nothing that they may not see.

Two worlds that differ only in that tell them the same.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from rules.one_zero_one.decks import DECKS
from tests.leaks.evening import Evening, differences
from tests.leaks.shaken import random_delays
from tests.leaks.sown_leaks import (
    LEAKS,
    Leak,
    alt_text,
    custom_id,
    log_line,
    offered_move,
    record,
    replay_view,
)
from tests.leaks.worlds import Eye, History, decks_that_differ, hands_that_differ, history, twin
from tests.sets import leave_to_ci

SEED = 10
"""Of a game that runs to RUN while both keep cards back."""
NAMES = {0: "Ann", 1: "Ben", None: "Cleo"}
EVERY_TIME = (custom_id, offered_move, log_line, record, replay_view)
"""The leaks that CI sows, one in each way out of the bot.

`make test-deep` sows every leak there is by itself.
"""
WHOLE: list[tuple[Eye, ...]] = [(0, None), (0, 1, None)]
"""Whose knowledge worlds have in common for a whole game.

What Ben knows is that of the openings too.
"""
OPENING = 3
"""Moves after which seat 1 is to move."""


@pytest.mark.ci
@pytest.mark.parametrize(
    ("every", "pairs"), [(16, WHOLE), pytest.param(8, [*WHOLE, (1, None)], marks=pytest.mark.deep)]
)
async def test_in_a_whole_game_nobody_is_told_what_they_may_not_know(
    tmp_path: Path, every: int, pairs: list[tuple[Eye, ...]]
) -> None:
    told = history("base", SEED)
    evening = Evening(told, probed=lambda ply: ply % every == 1)
    before, after = await evening.run_world(told.deal, tmp_path / "one.db")
    assert any("that the deal was fair" in text for text in after["everyone", "thread"])
    assert before["everyone", "logs"]
    for number, eyes in enumerate(pairs):
        dealt = twin(told, eyes, ends=True)
        for seat in {0, 1} - {*eyes}:
            assert hands_that_differ(told, dealt, seat) > len(told.moves)
        other, other_after = await evening.run_world(dealt, tmp_path / f"{number}.db")
        names = tuple(NAMES[eye] for eye in eyes)
        assert differences(before, other, names) == []
        if (
            len(eyes) == 3
        ):  # only cards that no player ever drew differ, and the end does not show those either
            assert decks_that_differ(told, dealt, 1) > len(told.moves)
            assert differences(after, other_after, names) == []


@pytest.mark.parametrize(
    "closed", leave_to_ci([None, "message", pytest.param("channel", marks=pytest.mark.deep)], after=1)
)
async def test_in_an_opening_the_opponent_and_the_public_are_told_the_same(
    tmp_path: Path, closed: str | None
) -> None:
    evening = Evening(_opening_history(), probed=lambda ply: ply == OPENING - 1, closed=closed, ends=False)
    assert await _opening(evening, tmp_path) == []


@pytest.mark.ci
async def test_in_a_group_where_the_bot_is_no_member_the_opponent_and_the_third_are_told_the_same(
    tmp_path: Path,
) -> None:
    evening = Evening(_opening_history(), probed=lambda ply: ply == OPENING, ends=False, in_group=True)
    assert await _opening(evening, tmp_path) == []


@pytest.mark.ci
@pytest.mark.deep
async def test_in_a_whole_game_in_a_group_nobody_is_told_what_they_may_not_know(tmp_path: Path) -> None:
    told = history("base", SEED)
    evening = Evening(told, probed=lambda ply: ply % 4 == 1, in_group=True)
    before, _ = await evening.run_world(told.deal, tmp_path / "one.db")
    for number, eyes in enumerate[tuple[Eye, ...]]([(None,), (0, None), (1, None)]):
        other, _ = await evening.run_world(twin(told, eyes, ends=True), tmp_path / f"{number}.db")
        assert differences(before, other, tuple(NAMES[eye] for eye in eyes)) == []


@pytest.mark.deep
@pytest.mark.parametrize("leak", [custom_id, alt_text], ids=lambda leak: leak.__name__)
async def test_a_seeded_leak_is_found_in_a_group_too(tmp_path: Path, leak: Leak) -> None:
    evening = Evening(
        _opening_history(), probed=lambda ply: ply == OPENING, ends=False, leak=leak, in_group=True
    )
    assert any("everyone, channel, " in difference for difference in await _opening(evening, tmp_path))


@pytest.mark.ci
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (2, 3, 4, 5))])
async def test_how_busy_the_machine_is_looks_like_no_leak(tmp_path: Path, seed: int) -> None:
    told = _opening_history()
    evening = Evening(told, probed=lambda ply: False, ends=False)
    idle, _ = await evening.run_world(told.deal, tmp_path / "idle.db")
    busy, _ = await replace(evening, leak=random_delays(seed)).run_world(told.deal, tmp_path / "busy.db")
    assert differences(idle, busy, tuple(NAMES.values())) == []


@pytest.mark.ci
async def test_leaks_that_are_seeded_in_every_way_out_are_found(tmp_path: Path) -> None:
    def sow(patch: pytest.MonkeyPatch) -> None:
        for leak in EVERY_TIME:
            leak(patch)

    ways = {LEAKS[leak] for leak in EVERY_TIME}
    assert len(ways) == len(EVERY_TIME), "none is found in place of another"
    evening = Evening(_opening_history(), probed=lambda ply: ply == OPENING - 1, ends=False, leak=sow)
    found = await _opening(evening, tmp_path)
    assert {way for way in ways if any(f", {way}, " in difference for difference in found)} == ways


@pytest.mark.deep
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_seeded_leak_is_found(tmp_path: Path, leak: Leak) -> None:
    evening = Evening(_opening_history(), probed=lambda ply: ply == OPENING - 1, ends=False, leak=leak)
    found = await _opening(evening, tmp_path)
    assert any(f", {LEAKS[leak]}, " in difference for difference in found)


@pytest.mark.deep
@pytest.mark.parametrize("closed", [None, "message", "channel"])
@pytest.mark.parametrize("deck", DECKS)
async def test_in_games_with_every_deck_nobody_is_told_what_they_may_not_know(
    tmp_path: Path, deck: str, closed: str | None
) -> None:
    compared = 0
    for seed in range(5):
        told = history(deck, seed)
        evening = Evening(told, probed=lambda ply: ply % 3 == 1, closed=closed)
        before = None
        for number, eyes in enumerate[tuple[Eye, ...]]([(None,), (0, None), (1, None), (0, 1, None)]):
            dealt = twin(told, eyes, ends=True)
            if dealt == told.deal:
                continue
            if before is None:
                before, _ = await evening.run_world(told.deal, tmp_path / f"{seed}.db")
            other, _ = await evening.run_world(dealt, tmp_path / f"{seed}-{number}.db")
            assert differences(before, other, tuple(NAMES[eye] for eye in eyes)) == []
            compared += 1
    assert compared


def _opening_history() -> History:
    """The history of a game up to the end of its opening."""
    return history("base", SEED).until(OPENING)


async def _opening(evening: Evening, folder: Path) -> list[str]:
    """Return what differs for Ben and everyone if Ann's hand and the decks differ."""
    dealt = twin(evening.told, (1, None), ends=False)
    assert (
        hands_that_differ(evening.told, dealt, 0) == decks_that_differ(evening.told, dealt, 1) == OPENING + 1
    )
    one, _ = await evening.run_world(evening.told.deal, folder / "one.db")
    other, _ = await evening.run_world(dealt, folder / "other.db")
    return differences(one, other, ("Ben", "Cleo"))
