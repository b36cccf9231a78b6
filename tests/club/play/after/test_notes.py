"""Private notes: one a person and move, for that person alone.

They stand beside the replay only if both players agree.
"""

import pytest

from club.club import Club
from club.members.people import Person
from club.play.after import notes as use_cases
from club.play.after.notes import LENGTH, format_move_number, parse_move_number
from club.play.course.computer import TWOTONE
from club.play.course.offers import OfferKind
from club.play.match.access import SpectatorRefusal
from club.play.match.matches import Table
from club.refusals import Refusal
from tests.club.people import ANN, BEN, CLEO, act, make_challenge, make_first_moves, start_match
from tests.club.refusing import refused_code

pytestmark = pytest.mark.both_databases


async def play_moves(club: Club, *moves: str, game: str = "binar") -> Table:
    """Start a match and play these moves in turn."""
    table = await start_match(club, game)
    for number, move in enumerate(moves):
        table = await club.play.matches.play(table.row.id, act((ANN, BEN)[number % 2]), move)
    return table


async def note(club: Club, table: Table, who: Person, ply: int, text: str, before: int | None = None) -> None:
    table = await club.play.matches.load(table.row.id)
    await club.play.notes.write(table, act(who), ply, text, replaced_ply=before)


async def texts(club: Club, table: Table, who: Person) -> list[tuple[int, str, str]]:
    return [
        (each.ply, each.move, each.text) for each in (await club.play.notes.get(table.row.id, who.id)).notes
    ]


async def beside(club: Club, table: Table) -> list[tuple[int, int, str]]:
    table = await club.play.matches.load(table.row.id)
    return [(each.ply, each.user_id, each.text) for each in await club.play.notes.load_shared_notes(table)]


async def test_each_person_has_one_note_a_move(club: Club) -> None:
    table = await play_moves(club, "c3", "d4")
    await note(club, table, ANN, 2, "  strong\n")
    await note(club, table, ANN, 1, "first")
    await note(club, table, CLEO, 1, "I watch")
    assert await texts(club, table, ANN) == [(1, "c3", "first"), (2, "d4", "strong")]
    assert await texts(club, table, CLEO) == [(1, "c3", "I watch")]
    assert await texts(club, table, BEN) == []
    assert await refused_code(note(club, table, ANN, 1, "another")) == "note.there"
    await note(club, table, ANN, 1, "better", before=1)
    assert await refused_code(note(club, table, ANN, 2, "moved", before=1)) == "note.there"
    assert await texts(club, table, ANN) == [(1, "c3", "better"), (2, "d4", "strong")]
    await note(club, table, ANN, 2, "", before=2)
    await note(club, table, ANN, 2, "moved", before=1)
    assert await texts(club, table, ANN) == [(2, "d4", "moved")]
    assert await texts(club, table, CLEO) == [(1, "c3", "I watch")]


async def test_notes_are_bounded(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(use_cases, "IN_MATCH", 2)
    monkeypatch.setattr(use_cases, "IN_ALL", 3)
    first, second = await play_moves(club, "c3", "d4", "a1"), await play_moves(club, "c3", "d4")
    assert await refused_code(note(club, first, ANN, 1, "x" * (LENGTH + 1))) == "note.long"
    await note(club, first, ANN, 1, "x" * LENGTH)
    await note(club, first, ANN, 2, "two")
    assert await refused_code(note(club, first, ANN, 3, "three")) == "note.many"
    await note(club, first, ANN, 2, "still two", before=2)
    await note(club, first, BEN, 3, "mine")
    await note(club, second, ANN, 1, "three")
    assert await refused_code(note(club, second, ANN, 2, "four")) == "note.many.all"


async def test_a_note_stays_with_the_move_that_it_is_about(club: Club) -> None:
    table = await play_moves(club, "c3", "d4")
    await note(club, table, ANN, 2, "of d4")
    await club.play.offers.offer(table.row.id, act(BEN), OfferKind.TAKEBACK)
    await club.play.offers.accept(table.row.id, act(ANN), OfferKind.TAKEBACK)
    assert await texts(club, table, ANN) == [(2, "d4", "of d4")]
    await club.play.matches.play(table.row.id, act(BEN), "a1")
    await note(club, table, ANN, 2, "of  d4", before=2)
    assert await texts(club, table, ANN) == [(2, "d4", "of  d4")], "not of a1, which is there now"
    await club.play.offers.offer(table.row.id, act(BEN), OfferKind.TAKEBACK)
    await club.play.offers.accept(table.row.id, act(ANN), OfferKind.TAKEBACK)
    await note(club, table, ANN, 1, "of d4", before=2)  # it can be put elsewhere, or away
    assert await texts(club, table, ANN) == [(1, "c3", "of d4")]
    await note(club, table, ANN, 1, "", before=1)
    await club.play.matches.play(table.row.id, act(BEN), "d4")
    await note(club, table, ANN, 2, "again d4")
    await club.play.offers.offer(table.row.id, act(BEN), OfferKind.TAKEBACK)
    await club.play.offers.accept(table.row.id, act(ANN), OfferKind.TAKEBACK)
    await club.play.matches.play(table.row.id, act(BEN), "a1")
    await club.play.matches.resign(table.row.id, act(ANN))
    await both_agree(club, table)
    assert await beside(club, table) == []  # there is another move now


async def both_agree(club: Club, table: Table, *, on: bool = True) -> None:
    table = await club.play.matches.load(table.row.id)
    for who in (ANN, BEN):
        await club.play.notes.set_sharing(table, act(who), share=on)


async def test_notes_are_beside_the_replay_only_after_the_end_and_only_if_both_agree(club: Club) -> None:
    table = await play_moves(club, "c3", "d4")
    await note(club, table, BEN, 2, "of Ben")
    await note(club, table, ANN, 2, "of Ann")
    await note(club, table, ANN, 1, "early")
    await note(club, table, CLEO, 1, "of who watched")
    assert await refused_code(club.play.notes.set_sharing(table, act(ANN), share=True)) == "note.running"
    table = await club.play.matches.resign(table.row.id, act(ANN))
    assert await beside(club, table) == []
    with pytest.raises(SpectatorRefusal):
        await club.play.notes.set_sharing(table, act(CLEO), share=True)
    for _ in range(2):
        await club.play.notes.set_sharing(table, act(ANN), share=True)
    assert await beside(club, table) == []
    await club.play.notes.set_sharing(table, act(BEN), share=True)
    shown = [(1, ANN.id, "early"), (2, ANN.id, "of Ann"), (2, BEN.id, "of Ben")]
    assert await beside(club, table) == shown
    await club.play.notes.set_sharing(table, act(BEN), share=False)
    assert await beside(club, table) == []
    await club.play.notes.set_sharing(table, act(BEN), share=True)
    assert await beside(club, table) == shown
    await club.privacy.deletion.begin_deletion(ANN.id)
    assert await club.privacy.deletion.work() is None
    assert await beside(club, table) == []
    assert await texts(club, table, BEN) == [(2, "d4", "of Ben")]
    table = await club.play.matches.load(table.row.id)
    assert await refused_code(club.play.notes.set_sharing(table, act(BEN), share=True)) == "note.alone"


async def test_against_the_computer_notes_are_for_oneself(club: Club) -> None:
    row = await make_challenge(club, people=(ANN, TWOTONE), side="Even")
    table = await club.play.challenges.play_computer(row.id, act(ANN), level=1)
    table = await club.play.matches.play(table.row.id, act(ANN), "c3")
    await note(club, table, ANN, 1, "mine")
    table = await club.play.matches.resign(table.row.id, act(ANN))
    assert await refused_code(club.play.notes.set_sharing(table, act(ANN), share=True)) == "note.alone"
    assert not (await club.play.notes.get(table.row.id, ANN.id)).may_share


@pytest.mark.ci
async def test_of_hidden_cards_a_note_has_nothing_but_what_everybody_reads(club: Club) -> None:
    table = await start_match(club, "one-zero-one")
    ply = None
    for _ in range(4):
        table = await make_first_moves(club, table)
        ply = table.match.plies[-1]
        await note(club, table, CLEO, len(table.match.plies), "so")
    assert ply is not None
    assert [move for _, move, _ in await texts(club, table, CLEO)] == [
        str(ply.said) for ply in table.match.plies
    ]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("written", "ply"),
    [
        ("1", 1),
        ("1.", 1),
        (" 1 ", 1),
        ("1…", 2),
        ("1. …", 2),
        ("1...", 2),
        ("1. ...", 2),
        ("2", 3),
        ("2.", 3),
    ],
)
async def test_a_move_is_meant_by_the_number_that_players_give_it(club: Club, written: str, ply: int) -> None:
    table = await play_moves(club, "c3", "d4", "a1")
    assert parse_move_number(table, written, "") == ply
    assert parse_move_number(table, format_move_number(table, ply), "") == ply


@pytest.mark.parametrize("written", ["", "0", "3", "2…", "x", "-1", "1 2", "99999", "²", "1.5", "…"])
async def test_what_is_no_move_is_refused_and_the_note_is_said_again(club: Club, written: str) -> None:
    table = await play_moves(club, "c3", "d4", "a1")
    with pytest.raises(Refusal) as refusal:
        parse_move_number(table, written, "what I wrote")
    assert refusal.value.code == "note.no_move"
    assert "what I wrote" in refusal.value.text("en") and "2. is the last" in refusal.value.text("en")
    empty = await start_match(club)
    with pytest.raises(Refusal) as refusal:
        parse_move_number(empty, "1", "")
    assert refusal.value.code == "note.none"
