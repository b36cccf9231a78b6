"""The list of a match's moves: its pages, and the buttons below."""

from typing import Any

from bot.cards.play.moves import (
    LINES,
    analyse_button,
    moves_card,
    numbered_lines,
    paging_buttons,
    record_button,
    replay_button,
)
from data.play.matches import MatchStatus
from engines.analysis import MIN_PLIES
from rules.match import Match
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, frame_of, lines_of

OVER = MatchStatus.OVER


def after(plies: int, **options: Any) -> Match:
    """A game of Russian checkers of so many moves, each the first one that is legal."""
    match = match_of("russian", **options)
    for _ in range(plies):
        match.play(match.moves()[0])
    return match


def test_before_the_first_move_there_is_nothing_to_list() -> None:
    card = moves_card(table_with(after(0)), SAY)
    assert (frame_of(card), lines_of(card)) == (
        "no frame",
        [
            "### Russian checkers: moves",
            "<@101> (White) — <@102> (Black)",
            "No move has been made yet.",
            "[Record] 7:record:3",
        ],
    )


def test_two_moves_share_a_number() -> None:
    assert lines_of(moves_card(table_with(after(3)), SAY)) == [
        "### Russian checkers: moves",
        "<@101> (White) — <@102> (Black)",
        "```",
        "1. a3-b4 b6-a5",
        "2. b2-a3",
        "```",
        "[Replay] 7:replay:3",
        "[Record] 7:record:3",
    ]


def buttons(page: int, pages: int) -> list[tuple[str | None, str | None, bool]]:
    return [
        (each.label, each.custom_id, each.disabled)
        for each in paging_buttons("moves", table_with(after(0)), page, pages, SAY)
    ]


def test_one_page_has_no_buttons_to_turn_it() -> None:
    assert buttons(0, 1) == []


def test_the_first_page_has_no_way_back_and_the_last_none_on() -> None:
    assert [buttons(page, 3) for page in (0, 1, 2)] == [
        [("Earlier", "v1:7:moves:3:0", True), ("Later", "v1:7:moves:3:1", False)],
        [("Earlier", "v1:7:moves:3:0", False), ("Later", "v1:7:moves:3:2", False)],
        [("Earlier", "v1:7:moves:3:1", False), ("Later", "v1:7:moves:3:3", True)],
    ]


def play_out(count: int) -> Match:
    match = match_of("canadian")
    while len(match.plies) < count:
        moves = match.moves()
        match.play(moves[len(match.plies) * 7 % len(moves)])
    return match


def test_a_long_match_has_pages_of_which_the_last_comes_first() -> None:
    table = table_with(play_out(2 * LINES + 2))
    pages = [lines_of(moves_card(table, SAY, page=page)) for page in (None, 1, 0, -1, 5)]
    assert pages[0] == pages[1] == pages[4] and pages[2] == pages[3] != pages[0]
    assert [(page[0], page[2][:3], page[3][:3]) for page in (pages[0], pages[2])] == [
        ("### Canadian draughts: moves 21 to 21 of 21", "```", "21."),
        ("### Canadian draughts: moves 1 to 20 of 21", "```", "1. "),
    ]
    assert [[line for line in page if line.startswith("[")][:2] for page in (pages[0], pages[2])] == [
        ["[Earlier] 7:moves:3:0", "[Later] 7:moves:3:2 disabled"],
        ["[Earlier] 7:moves:3:0 disabled", "[Later] 7:moves:3:1"],
    ]
    whole = lines_of(moves_card(table_with(play_out(2 * LINES)), SAY))
    assert (whole[0], len(whole)) == ("### Canadian draughts: moves", 26)


def test_the_result_stands_on_the_last_page_of_what_is_over() -> None:
    match = play_out(2 * LINES + 2)
    match.resign(0)
    table = table_with(match, status=OVER, winner=1)
    assert [
        [line for line in lines_of(moves_card(table, SAY, page=page)) if "resigned" in line]
        for page in (0, 1)
    ] == [[], ["**Ben (White) wins: Ann resigned**"]]
    running = table_with(match, winner=1)
    assert not any("resigned" in line for line in lines_of(moves_card(running, SAY)))


def test_a_replay_begins_with_the_first_move() -> None:
    assert replay_button(table_with(after(0)), SAY) == []
    assert [
        (each.label, each.custom_id)
        for each in [*replay_button(table_with(after(1)), SAY), record_button(table_with(after(0)), SAY)]
    ] == [("Replay", "v1:7:replay:3"), ("Record", "v1:7:record:3")]


def test_only_a_finished_match_of_some_length_that_is_judged_is_analysed() -> None:
    long, short = after(MIN_PLIES), after(MIN_PLIES - 1)
    assert [(each.label, each.custom_id) for each in analyse_button(table_with(long, status=OVER), SAY)] == [
        ("Analyse", "v1:7:analyse:3")
    ]
    assert analyse_button(table_with(short, status=OVER), SAY) == []
    assert analyse_button(table_with(long), SAY) == []
    assert analyse_button(table_with(after(MIN_PLIES, aim="lose"), status=OVER), SAY) == []


def test_moves_in_words_have_a_dot_between_them() -> None:
    match = match_of("one-zero-one")
    for _ in range(3):
        match.play(match.moves()[0])
    assert list(numbered_lines(match.plies, SAY)) == [
        "1. IF ↑ on line 10 · ENTER ← on line 10",
        "2. ENTER ← on line 10",
    ]
