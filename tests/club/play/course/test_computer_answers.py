"""A player who moved against the computer sees its answer where they moved.

That holds whichever process thought about it.
"""

import asyncio

import pytest

from club.club import Club
from club.play.course import computer_answers
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import move_posts
from data.play.matches import EventKind
from tests.club.people import ANN, act
from tests.club.play.course.computer_matches import against_computer


class Card:
    """A card that waits for the computer's move."""

    def __init__(self) -> None:
        self.went_on = asyncio.Event()

    def __call__(self) -> None:
        assert not self.went_on.is_set(), "it goes on once"
        self.went_on.set()


async def after_ann(club: Club) -> Table:
    """A match in which Ann has moved, and the computer has not."""
    club.play.computer.pause = 3600.0
    table = await against_computer(club, side="Even")
    return await club.play.matches.play(table.row.id, act(ANN), table.match.moves()[0])


async def answer(matches: Matches, table: Table) -> None:
    """The computer's move, as the process of these `matches` stores it."""
    match = table.match.copy()
    ply = match.play(match.moves()[0])
    await matches.store_change(
        table, match, MatchChange(EventKind.MOVE, ply.seat, None, move_posts(match), text=ply.text)
    )


def of_another_process(club: Club) -> Matches:
    """The matches of this store in another process, whose followers are its own."""
    return Matches(
        club.store,
        now=club.now,
        wake=lambda: None,
        expect=lambda *_: None,
        crowded=club.play.crowded_positions,
    )


async def test_a_card_goes_on_with_the_computer_s_move_and_not_before(club: Club) -> None:
    table, card = await after_ann(club), Card()
    await club.play.answers.call_after_move(club.play.matches, table, card)
    assert not card.went_on.is_set()
    await answer(club.play.matches, table)
    assert card.went_on.is_set()


async def test_a_card_that_comes_after_the_move_goes_on_at_once(club: Club) -> None:
    table, card = await after_ann(club), Card()
    await answer(of_another_process(club), table)
    await club.play.answers.call_after_move(club.play.matches, table, card)
    assert card.went_on.is_set()


async def test_where_another_process_has_thought_the_card_goes_on_as_soon_as_it_is_heard(club: Club) -> None:
    table, card = await after_ann(club), Card()
    club.play.answers.start(club.play.matches)
    await asyncio.sleep(0)  # noqa: TID251  # no wait, but the first look, which finds no one waiting
    await club.play.answers.call_after_move(club.play.matches, table, card)
    await answer(of_another_process(club), table)
    assert not card.went_on.is_set()
    club.play.answers.ring()
    async with asyncio.timeout(5):
        await card.went_on.wait()
    await club.play.answers.stop()


async def test_the_last_card_of_a_match_goes_on_and_the_oldest_of_too_many_waits_for_its_button(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_answers, "AT_MOST", 1)
    table, former, last = await after_ann(club), Card(), Card()
    await club.play.answers.call_after_move(club.play.matches, table, former)
    await club.play.answers.call_after_move(club.play.matches, table, last)
    other, third = await after_ann(club), Card()
    await club.play.answers.call_after_move(club.play.matches, other, third)
    for each in (table, other):
        await answer(club.play.matches, each)
    assert [card.went_on.is_set() for card in (former, last, third)] == [False, False, True]
