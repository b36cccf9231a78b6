"""A replay: its moves in words, and what one can do with it."""

from typing import Any

from bot.cards.play.replay import MOVES_SHOWN, replay_card, replayed_moves
from club.play.after.animations import Excerpt
from data.play.matches import MatchStatus
from data.play.notes import NoteRow
from rendering.replay import Replay
from rules.match import Ply, move_numbers
from tests.bot.cards.made_tables import ANN, NUMBER, match_of, table_with
from tests.bot.cards.whole_card import SAY, framed_lines

MOVES = ("c3-b4", "b6-a5", "b4-c5", "d6:b4", "a3:c5")


def shown(
    first: int, last: int, *, over: bool = False, place: dict[str, Any] | None = None, **given: Any
) -> list[str]:
    match = match_of("russian", *MOVES)
    if over:
        match.resign(1)
    status = MatchStatus.OVER if over else MatchStatus.RUNNING
    table = table_with(match, status=status, winner=0 if over else None, **place or {})
    card = replay_card(
        Excerpt(table, None, first, last, move_numbers(match.plies)), Replay(b"GIF", "An alt."), SAY, **given
    )
    [file] = card.files
    assert (file.filename, file.description) == ("replay.gif", "An alt.")
    return framed_lines(card)


def test_a_part_leads_to_the_whole() -> None:
    assert shown(1, 2) == [
        "running",
        "### Russian checkers: moves 1 to 2 of 3",
        "<@101> (White) — <@102> (Black)",
        "-# 1. c3-b4 b6-a5 2. b4-c5 d6:b4",
        "[All moves] 7:replay-all:3",
        "[Share] 7:share-replay:3:1-2",
        "[My notes] 7:notes:3",
    ]
    assert shown(2, 2)[1] == "### Russian checkers: move 2 of 3"


def test_the_whole_says_how_it_stands_or_ended() -> None:
    assert shown(1, 3)[3:] == [
        "-# 1. c3-b4 b6-a5 2. b4-c5 d6:b4 3. a3:c5",
        "Ann captured 1 piece, from a3 to c5.",
        "[Share] 7:share-replay:3:1-3",
        "[My notes] 7:notes:3",
    ]
    assert shown(1, 3, over=True, page="https://x") == [
        "over",
        "### Russian checkers: moves 1 to 3 of 3",
        "<@101> (White) — <@102> (Black)",
        "-# 1. c3-b4 b6-a5 2. b4-c5 d6:b4 3. a3:c5",
        "Ann captured 1 piece, from a3 to c5.",
        "**Ann (White) wins: Ben resigned**",
        "[Share] 7:share-replay:3:1-3",
        "[My notes] 7:notes:3",
        "[Page] https://x",
    ]


def test_what_is_shared_is_not_shared_again() -> None:
    assert shown(1, 2, sharer_name="Ann")[-2:] == [
        "-# 1. c3-b4 b6-a5 2. b4-c5 d6:b4",
        "[All moves] 7:replay-all:3",
    ]
    assert (
        shown(1, 2, sharer_name="Ann", place={"channel_id": 0, "guild_id": 0, "thread_id": None})[-1]
        == "-# 1. c3-b4 b6-a5 2. b4-c5 d6:b4"
    )


def test_notes_stand_below_the_moves() -> None:
    assert shown(1, 3, notes=[NoteRow(NUMBER, ANN, 1, "c3-b4", "Note", 0.0)])[5:8] == [
        "**Notes of the players**",
        "**1.** `c3-b4` · Ann: Note",
        "[Share] 7:share-replay:3:1-3",
    ]


def test_the_first_of_many_moves_are_left_out() -> None:
    def line(width: int) -> str:
        """A move that takes so many characters with its number and a space."""
        return "x" * (width - len("1. ") - 1)

    half, other = MOVES_SHOWN // 2, MOVES_SHOWN - MOVES_SHOWN // 2
    fits = [Ply(0, "", None, "", line(half)), Ply(0, "", None, "", line(other))]
    assert replayed_moves(fits, 1, 2, SAY) == f"1. {line(half)} 2. {line(other)}"
    longer = [Ply(0, "", None, "", line(half + 1)), fits[1]]
    assert replayed_moves(longer, 1, 2, SAY) == f"… 2. {line(other)}"
    assert replayed_moves(longer, 1, 1, SAY) == f"1. {line(half + 1)}"
    assert replayed_moves(longer, 2, 2, SAY) == f"2. {line(other)}"
