"""Cards of a member's notes: who sees them, and the pages."""

from typing import Any

from bot.cards.play.notes import PAGE, note_form, notes_button, notes_card, replay_note_lines
from club.play.after.animations import Excerpt
from club.play.after.notes import MatchNotes
from data.play.matches import MatchStatus
from data.play.notes import NoteRow
from rules.match import move_numbers
from tests.bot.cards.made_tables import ANN, BEN, NUMBER, match_of, table_with
from tests.bot.cards.whole_card import SAY, frame_of, lines_of

MOVES = ("c3-b4", "b6-a5", "b4-c5")
TABLE = table_with(match_of("russian", *MOVES))
OVER = table_with(match_of("russian", *MOVES), status=MatchStatus.OVER)


def note(ply: int, move: str | None = None, user_id: int = ANN) -> NoteRow:
    return NoteRow(NUMBER, user_id, ply, MOVES[ply - 1] if move is None else move, f"Note {ply}", 0.0)


def shown(
    table: Any,
    notes: list[NoteRow],
    user_id: int = ANN,
    sharing: frozenset[int] = frozenset(),
    page: int | None = None,
) -> list[str]:
    card = notes_card(MatchNotes(table, user_id, notes, sharing), SAY, page)
    assert frame_of(card) == "running"
    return lines_of(card)


def test_without_a_move_there_are_no_notes() -> None:
    before = table_with(match_of())
    assert notes_button(before, SAY) == []
    assert [(each.label, each.custom_id) for each in notes_button(TABLE, SAY)] == [
        ("My notes", "v1:7:notes:3")
    ]
    assert shown(before, []) == [
        "### Your notes: Russian checkers",
        "-# <@101> (White) — <@102> (Black)",
        "You have noted nothing in this match. A note is about one move; each move can have one.",
        "-# Nobody but you sees this.",
    ]


def test_a_note_stands_beside_its_move() -> None:
    assert shown(TABLE, [note(1), note(2, "f6-g5")]) == [
        "### Your notes: Russian checkers",
        "-# <@101> (White) — <@102> (Black)",
        "**1.** `c3-b4` · Note 1",
        "[Change] 7:note:3:1",
        "`f6-g5` (taken back) · Note 2",
        "[Change] 7:note:3:2",
        "-# Nobody but you sees this.",
        "[Write a note] 7:note:3 primary",
    ]
    assert shown(TABLE, [])[2:] == [
        "You have noted nothing in this match. A note is about one move; each move can have one.",
        "-# Nobody but you sees this.",
        "[Write a note] 7:note:3 primary",
    ]


def test_notes_have_pages_of_which_the_last_comes_first() -> None:
    made = [note(1)] * PAGE
    assert shown(TABLE, made) == shown(TABLE, made, page=0)
    assert not any("Earlier" in line for line in shown(TABLE, made))
    more = [*made, note(2)]
    last, first = shown(TABLE, more), shown(TABLE, more, page=0)
    assert last == shown(TABLE, more, page=1) == shown(TABLE, more, page=7) and first == shown(
        TABLE, more, page=-1
    )
    assert (last, len(first) - len(last)) == (
        [
            "### Your notes: Russian checkers",
            "-# <@101> (White) — <@102> (Black)",
            "**1. …** `b6-a5` · Note 2",
            "[Change] 7:note:3:2",
            "-# Nobody but you sees this.",
            "[Write a note] 7:note:3 primary",
            "[Earlier] 7:notes:3:0",
            "[Later] 7:notes:3:2 disabled",
        ],
        10,
    )
    assert first[-3:] == [
        "[Write a note] 7:note:3 primary",
        "[Earlier] 7:notes:3:0 disabled",
        "[Later] 7:notes:3:1",
    ]


def test_players_agree_to_show_their_notes_after_the_match() -> None:
    assert [
        shown(OVER, [note(1)], ANN, frozenset(sharing))[-4:] for sharing in ((), (ANN,), (BEN,), (ANN, BEN))
    ] == [
        [
            "[Change] 7:note:3:1",
            "-# Nobody but you sees this. If you and Ben both want it, your notes and theirs stand besid…",
            "[Write a note] 7:note:3 primary",
            "[Show beside the replay] 7:notes-show:3:1",
        ],
        [
            "[Change] 7:note:3:1",
            "-# You want your notes beside the replay. Until Ben wants it too, nobody but you sees them.",
            "[Write a note] 7:note:3 primary",
            "[Keep to myself] 7:notes-show:3:0",
        ],
        [
            "[Change] 7:note:3:1",
            "-# Ben wants the notes of you both beside the replay. Until you agree, nobody else sees you…",
            "[Write a note] 7:note:3 primary",
            "[Show beside the replay] 7:notes-show:3:1",
        ],
        [
            "[Change] 7:note:3:1",
            "-# The notes of you and Ben stand beside the replay: whoever may see the match sees them.",
            "[Write a note] 7:note:3 primary",
            "[Keep to myself] 7:notes-show:3:0",
        ],
    ]
    assert shown(OVER, [note(1)], 999)[-2:] == [
        "-# Nobody but you sees this.",
        "[Write a note] 7:note:3 primary",
    ]


def fields(table: Any, made: NoteRow | None) -> Any:
    form = note_form(table, made, SAY).to_dict()
    inner = [each["component"] for each in form["components"]]  # type: ignore[index]
    return form["custom_id"], [(each.get("value"), each["required"], each["max_length"]) for each in inner]


def test_a_new_note_is_about_the_last_move() -> None:
    assert fields(TABLE, None) == ("v1:7:note-put:3", [("2.", True, 12), (None, False, 300)])


def test_a_note_is_changed_with_its_text_and_move() -> None:
    assert fields(TABLE, note(1)) == ("v1:7:note-put:3:1", [("1.", True, 12), ("Note 1", False, 300)])
    assert fields(TABLE, note(1, "g3-h4")) == (
        "v1:7:note-put:3:1",
        [(None, False, 12), ("Note 1", False, 300)],
    )


def test_a_replay_has_the_notes_on_its_moves_alone() -> None:
    notes = [note(1), note(2, user_id=BEN), note(3)]
    numbers = move_numbers(TABLE.match.plies)
    assert [
        replay_note_lines(Excerpt(TABLE, None, first, last, numbers), notes, SAY)
        for first, last in ((1, 1), (1, 2), (2, 2))
    ] == [
        ["**1.** `c3-b4` · Ann: Note 1", "**1. …** `b6-a5` · Ben: Note 2"],
        ["**1.** `c3-b4` · Ann: Note 1", "**1. …** `b6-a5` · Ben: Note 2", "**2.** `b4-c5` · Ann: Note 3"],
        ["**2.** `b4-c5` · Ann: Note 3"],
    ]
