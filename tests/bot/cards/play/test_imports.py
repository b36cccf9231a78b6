"""The cards of uploaded records: a game's board, the list of a file's games."""

import asyncio
from functools import cache
from typing import Any

import discord
import pytest

from bot.cards.kit.kit import Card
from bot.cards.play.import_menus import failed_game_card, file_card, find_form, import_form
from bot.cards.play.imports import clean_file_card, import_card, record_replay_card
from club.play.after.imports import ImportedFile, ImportedRecord, UnopenedGame
from rendering.replay import Replay
from tests.bot.cards.whole_card import SAY, lines_of, presses_of, told_by
from tests.club.brought import ample_importer

HEAD = '[Event "Club night"][Site "Hall"][Date "2026.11.03"][Round "2"][Annotator "Ed"][White "Cleo"][Black "Dora"]\n'
WHOLE = HEAD + '[GameType "25"]\n1. c3-d4! {quiet} {[%clock w0:10]} (1. c3-b4 and so on) f6-g5 2. b2-c3 2-0'


@cache
def opened(text: str, number: int = 1, kind: str | None = None) -> Any:
    """A game of a file with this text, as a member has uploaded it."""

    async def read() -> ImportedRecord | UnopenedGame:
        brought = ample_importer()
        file = await brought.read_file(text.encode(), 1, "en")
        return await brought.open_game(file, number, kind, 1, "en")

    return asyncio.run(read())


def lines(card: Card) -> list[str]:
    """The lines of a card, with a word in the place of its file's key."""
    return [line.replace(KEY, "KEY") for line in told_by(card)]


KEY = opened(WHOLE).file.key


def board(ply: int, text: str = WHOLE, **given: Any) -> list[str]:
    made = opened(text)
    card = import_card(made, ply, SAY, theme="paper", **given)
    return [line.replace(made.file.key, "KEY") for line in told_by(card)]


def test_a_record_is_shown_at_its_start() -> None:
    assert board(0) == [
        "over",
        "### Russian checkers",
        "Cleo (White) — Dora (Black)",
        "-# Club night, Hall · round 2 · 2026.11.03 · annotated by Ed",
        "(picture)",
        "Before the first move: 3 moves follow.",
        "0:import-at:0:KEY.1.russian,first disabled,",
        "0:import-at:0:KEY.1.russian,back disabled, 0:import-at:1:KEY.1.russian,on,",
        "0:import-at:3:KEY.1.russian,last, 0:import-play:0:KEY.1.russian primary,",
        "0:import-gif:0:KEY.1.russian, 0:import-share:0:KEY.1.russian,",
        "0:import-clean:0:KEY.1.russian",
        "(file record.pdn)",
    ]


def test_a_move_has_the_remarks_on_it() -> None:
    assert board(1)[5:9] == [
        "Move 1 of 3: 1. c3-d4 !",
        "Cleo moved from c3 to d4.",
        "> quiet [%clock w0:10]",
        "> Variation: 1. c3-b4 and so on",
    ]


def test_the_end_has_the_record_s_word() -> None:
    assert (
        board(3)
        == board(9)
        == [
            "over",
            "### Russian checkers",
            "Cleo (White) — Dora (Black)",
            "-# Club night, Hall · round 2 · 2026.11.03 · annotated by Ed",
            "(picture)",
            "Move 3 of 3: 2. b2-c3",
            "Cleo moved from b2 to c3.",
            "**The record says 2-0: Cleo (White) won.**",
            "0:import-at:0:KEY.1.russian,first, 0:import-at:2:KEY.1.russian,back,",
            "0:import-at:4:KEY.1.russian,on disabled, 0:import-at:3:KEY.1.russian,last",
            "disabled, 0:import-play:3:KEY.1.russian primary,",
            "0:import-gif:0:KEY.1.russian, 0:import-share:3:KEY.1.russian,",
            "0:import-clean:0:KEY.1.russian",
            "(file record.pdn)",
        ]
    )


def test_without_names_sides_play_and_without_a_kind_one_is_chosen() -> None:
    told = board(2, "1. c3-d4 f6-g5 0-1")
    assert told == [
        "over",
        "### Russian checkers",
        "(picture)",
        "Move 2 of 2: 1. c3-d4 f6-g5",
        "Black moved from f6 to g5.",
        "**The record says 0-1: Black won.**",
        "-# The record does not name its kind; its moves are legal in 4 kinds. This is Russian check…",
        "0:import-at:0:KEY.1.russian,first, 0:import-at:1:KEY.1.russian,back,",
        "0:import-at:3:KEY.1.russian,on disabled, 0:import-at:2:KEY.1.russian,last",
        "disabled, 0:import-play:2:KEY.1.russian primary,",
        "0:import-gif:0:KEY.1.russian, 0:import-share:2:KEY.1.russian,",
        "0:import-clean:0:KEY.1.russian",
        "<Which game is it?> 0:import-kind:2:KEY.1.russian: russian=Russian checkers*; …",
        "(file record.pdn)",
    ]


@pytest.mark.parametrize("ply", [0, 1, 2, 3])
def test_one_goes_back_from_the_second_position_and_on_to_the_last(ply: int) -> None:
    presses = presses_of(import_card(opened(WHOLE), ply, SAY, theme="paper"))
    off = [line.endswith("disabled") for line in presses if ":import-at:" in line]
    assert off == [ply == 0, ply == 0, ply == 3, ply == 3]


def test_a_shared_board_has_the_way_to_its_position_alone() -> None:
    assert board(3, sharer_name="Eve", position=opened(WHOLE).file)[-1:] == ["(file record.pdn)"]
    told = board(0, sharer_name="Eve")
    assert told[1].startswith("-#") and not any(line.startswith(("[", "(file")) for line in told)


def test_an_animation_is_shared_by_whoever_sees_it_alone() -> None:
    replay = Replay(b"gif", "All moves.")
    own, shared = (record_replay_card(opened(WHOLE), replay, SAY, sharer_name=name) for name in (None, "Eve"))
    assert lines(own) == [
        "over",
        "### Russian checkers",
        "Cleo (White) — Dora (Black)",
        "-# Club night, Hall · round 2 · 2026.11.03 · annotated by Ed",
        "-# 1. c3-d4 f6-g5 2. b2-c3",
        "**The record says 2-0: Cleo (White) won.**",
        "0:import-share:0:KEY.1.russian,replay.gif",
        "(file record.pdn)",
    ]
    assert (len(own.files), len(shared.files), presses_of(shared)) == (2, 1, [])


def test_a_clean_file_is_pdn_or_json() -> None:
    cards = [clean_file_card(opened(WHOLE), text, SAY) for text in ("[Event]", " {}")]
    assert [lines(card) for card in cards] == [
        [
            "no frame",
            "### Russian checkers: record",
            "All that the record says is in it, in the form that every program reads.",
            "(file game.pdn)",
        ],
        ["no frame", "### Russian checkers: record", "(file game.json)"],
    ]


def test_a_game_that_stops_is_told_with_what_was_read_of_it() -> None:
    failed = opened(HEAD + '[GameType "25"]\n1. c3-d4 f6-g5 2. a1-h8 oops 1-0')
    told = failed_game_card(failed, None, SAY)
    assert [line.replace(failed.file.key, "KEY") for line in told_by(told)] == [
        "over",
        "### Game 1: not read whole",
        "Cleo — Dora",
        "-# Club night, Hall · round 2 · 2026.11.03 · annotated by Ed",
        "**Line 3, column 19: h8 is taken by a Black piece (Russian checkers: a move ends on an empt…",
        "Up to there, 2 moves are legal.",
        "**1 part was not read:**",
        "Line 3, column 19: “a1-h8 oops”",
        "0:import-file:0",
        "(file record.pdn)",
    ]


def listed(count: int, page: int = 0, query: str = "") -> list[str]:
    games = "\n".join(
        f'[White "P{number}"][Black "Q{number}"]\n1. c3-d4 *\n' for number in range(1, count + 1)
    )
    file: ImportedFile = opened(games).file
    card = file_card(file, page, query, SAY)
    return [line.replace(file.key, "KEY") for line in told_by(card)]


def test_a_file_of_more_than_a_page_can_be_leafed_through_and_searched() -> None:
    assert listed(2)[1:] == [
        "### A file of 2 games",
        "All of them can be opened.",
        "<Games 1 to 2 of 2> 0:import-open:0:KEY: 1=1. P1 – Q1; 2=2. P2 – Q2",
        "0:import-file:0",
        "(file record.pdn)",
    ]
    assert listed(25)[4:] == ["0:import-file:0", "(file record.pdn)"]
    assert listed(26)[4:] == [
        "0:import-list:0:KEY disabled, 0:import-list:1:KEY,",
        "0:import-find:0:KEY primary, 0:import-file:0",
        "(file record.pdn)",
    ]
    assert listed(26, 5)[3:] == [
        "<Games 26 to 26 of 26> 0:import-open:1:KEY: 26=26. P26 – Q26",
        "0:import-list:0:KEY, 0:import-list:2:KEY disabled,",
        "0:import-find:0:KEY primary, 0:import-file:0",
        "(file record.pdn)",
    ]
    assert listed(50, 1)[4] == "0:import-list:0:KEY, 0:import-list:2:KEY disabled,"
    assert listed(26, 0, " P2 ")[3:] == [
        "8 games with “P2”.",
        "<Games 1 to 8 of 8> 0:import-open:0:KEY: 2=2. P2 – Q2; 20=20. P20 – Q20; 21=21…",
        "0:import-find:0:KEY primary, 0:import-list:0:KEY, 0:import-file:0",
        "(file record.pdn)",
    ]
    assert listed(26, 0, "nobody")[3:] == [
        "0 games with “nobody”.",
        "0:import-find:0:KEY primary, 0:import-list:0:KEY, 0:import-file:0",
        "(file record.pdn)",
    ]


def test_games_that_failed_are_named_with_the_reason() -> None:
    file = opened(WHOLE + "\n\n" + HEAD + "1. c3-c3 1-1\n").file
    card = file_card(file, 0, "", SAY)
    assert [line.replace(file.key, "KEY") for line in lines_of(card)] == [
        "### A file of 2 games",
        "1 of 2 can be opened.",
        "Not read whole, of those in the menu below:",
        "**2.** Line 6, column 4: no kind of checkers allows all these moves. Russian checkers comes…",
        "<Games 1 to 2 of 2> 0:import-open:0:KEY: 1=1. Cleo – Dora · 2-0; 2=2. Cleo – D…",
        "[Another file] 0:import-file:0",
        "(file record.pdn)",
    ]
    [menu] = (item for item in card.view.walk_children() if isinstance(item, discord.ui.Select))
    assert [(option.label, option.description) for option in menu.options] == [
        ("1. Cleo – Dora · 2-0", "Club night · 2026.11.03 · 3 moves"),
        ("2. Cleo – Dora · 1-1", "not read whole · Club night · 2026.11.03 · 0 moves"),
    ]


def test_a_form_takes_a_file_or_text_and_another_a_name() -> None:
    fields: list[Any] = [*import_form(SAY).children, *find_form("key", SAY).children]
    file, text, name = (field.component for field in fields)
    assert (file.required, file.min_values, file.max_values) == (False, 0, 1)
    assert (text.required, text.max_length, name.max_length, name.required) == (False, 4000, 40, True)
