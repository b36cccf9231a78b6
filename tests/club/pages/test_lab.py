"""Links to the lab: for what is over, where server and players may have them."""

from types import SimpleNamespace
from typing import Any

import pytest

from club.pages.lab import LONGEST, LabLinks
from data.members.servers import ServerRow
from engines.puzzles.puzzle import load_shipped_puzzles
from rules.catalogue import GAMES
from rules.match import Match
from tests.bot.cards.made_tables import ANN, match_of, table_with

PUZZLE = load_shipped_puzzles("russian")[0]


def lab(base: str | None = "https://lab", *, wanted: bool = True, refused: tuple[int, ...] = ()) -> LabLinks:
    async def read(job: Any) -> ServerRow:
        return ServerRow(10, lab=wanted)

    async def may_link_to_engine(user_id: int, match: Match) -> bool:
        return match.turn is not None and user_id not in refused

    store: Any = SimpleNamespace(read=read)
    guard: Any = SimpleNamespace(may_link_to_engine=may_link_to_engine)
    return LabLinks(store, base, guard)


def resigned() -> Match:
    match = match_of("russian", "c3-b4")
    match.resign(1)
    return match


def won() -> Match:
    match = match_of("binar")
    while match.turn is not None:
        match.play(match.moves()[0])
    return match


@pytest.mark.parametrize(
    ("match", "links", "linked"),
    [
        (resigned(), lab(), True),
        (won(), lab(), True),
        (match_of("russian", "c3-b4"), lab(), False),
        (resigned(), lab(None), False),
        (resigned(), lab(wanted=False), False),
        (resigned(), lab(refused=(ANN,)), False),
        (resigned(), lab("https://" + "x" * LONGEST), False),
    ],
)
async def test_a_match_that_is_over_has_a_link(match: Match, links: LabLinks, linked: bool) -> None:
    found = await links.link_to_match(table_with(match))
    assert (found or "").startswith("https://lab#") == linked == (found is not None)


async def test_a_puzzle_has_a_link_for_whoever_plays_nothing_like_it() -> None:
    assert (await lab().link_to_puzzle(PUZZLE, None, user_id=ANN) or "").startswith("https://lab#")
    for links, guild_id in ((lab(refused=(ANN,)), 10), (lab(wanted=False), 10), (lab(None), None)):
        assert await links.link_to_puzzle(PUZZLE, guild_id, user_id=ANN) is None


async def test_a_game_has_a_link_where_the_server_wants_one_and_nobody_s_server_does() -> None:
    links = lab(wanted=False)
    found = [await links.link_to_game(GAMES["russian"], None, guild_id) for guild_id in (None, 10)]
    assert [each is not None for each in found] == [True, False]


async def test_an_address_may_be_as_long_as_a_button_s() -> None:
    said = (await lab("").link_to_game(GAMES["russian"], None, None) or "").removeprefix("#")
    longest = "x" * (LONGEST - len(said) - 1)
    found = [await lab(base).link_to_game(GAMES["russian"], None, None) for base in (longest, longest + "x")]
    assert [each is not None for each in found] == [True, False]
