"""The mistake in a move is told by the facts of two lines.

One is the line that followed, the other the line that would have followed.
"""

from typing import Any

import pytest

from engines.lessons import Variation, lesson_on_move
from rules.catalogue import GAMES
from rules.match import Match
from tests.rules.playouts import random_match
from words import Phrase

RUSSIAN = {"size": 8, "turn": 0}


def lesson_text(match: Match, played: str, better: str, *, won: bool = False, lost: bool = False) -> str:
    """Return the sentence about the first move of `played`."""
    seat = match.turn
    assert seat is not None
    lines = [line(match, text) for text in (played, better)]
    return str(lesson_on_move(match.game, match.position, seat, *lines, better_wins=won, played_loses=lost))


def line(match: Match, text: str) -> Variation:
    again, found = match.copy(), Variation()
    for move in text.split("; "):
        found.moves.append(again.play(move).said)
        found.positions.append(again.position)
    return found


def russian(**cells: str) -> Match:
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set_position({**RUSSIAN, "cells": cells})
    return match


@pytest.mark.parametrize(
    ("cells", "played", "better", "said"),
    [
        (
            {"e3": "w", "a1": "w", "g5": "b", "h8": "b"},
            "e3-f4; g5:e3",
            "e3-d4; g5-f4",
            "`e3-f4` gave up 1 man: g5:e3.",
        ),
        (
            {"e3": "W", "a1": "w", "g5": "b", "h6": "b", "h8": "b"},
            "e3-f4; g5:e3",
            "a1-b2; h8-g7",
            "`e3-f4` gave up 1 king: g5:e3.",
        ),
        (
            {"e3": "w", "d4": "w", "a1": "w", "g5": "b", "c7": "b", "b6": "b"},
            "e3-f4; g5:e3:c5",
            "a1-b2; g5-f4; e3:g5",
            "`e3-f4` gave up 2 men: g5:c5.",
        ),
    ],
)
def test_checkers_tell_of_pieces(cells: dict[str, str], played: str, better: str, said: str) -> None:
    assert lesson_text(russian(**cells), played, better) == said


def test_a_man_let_through_a_capture_missed_and_a_crown_missed() -> None:
    through = russian(g1="w", a3="w", c3="b", h8="b")
    assert lesson_text(through, "g1-h2; c3-d2; a3-b4; d2-c1", "g1-f2; c3-b2; a3:c1; h8-g7") == (
        "`g1-h2` let a man through to crown: c3-d2, a3-b4, d2-c1."
    )
    missed = russian(c3="w", a1="w", g7="b", f4="b", h6="b")
    assert (
        lesson_text(missed, "c3-d4; h6-g5", "c3-b4; g7-f6")
        == "`c3-d4` left the worse position; `c3-b4` was better."
    )
    crown = russian(b6="w", g1="w", h8="b")
    assert lesson_text(crown, "g1-h2; h8-g7", "b6-a7; h8-g7; a7-b8") == (
        "`g1-h2` lost the chance to crown: b6-a7, h8-g7, a7-b8."
    )
    capture = russian(e3="w", a1="w", d6="b", h8="b", h6="b")
    assert lesson_text(capture, "a1-b2; h6-g5", "e3-f4; d6-e5; f4:d6") == (
        "`a1-b2` lost the chance to capture 1 piece: e3-f4, d6-e5, f4:d6."
    )


def test_what_was_seen_to_its_end_comes_first() -> None:
    match = russian(e3="w", a1="w", g5="b", h8="b")
    assert lesson_text(match, "e3-f4; g5:e3", "a1-b2; h8-g7", won=True).startswith(
        "`e3-f4` missed a win: `a1-b2`"
    )
    assert lesson_text(match, "a1-b2; h8-g7", "e3-d4; h8-g7", lost=True) == (
        "After `a1-b2` the game is lost; `e3-d4` was the way to hold on."
    )
    assert lesson_text(match, "e3-f4; g5:e3", "a1-b2; h8-g7", lost=True).startswith("`e3-f4` gave up 1 man")


def match_and_tallies(key: str, **options: object) -> tuple[Match, dict[str, Any]]:
    """Return a match that has begun, and the tally after each of the mover's moves."""
    match = random_match(GAMES[key], options, 3, limit=6)
    found = {}
    for move in match.moves()[:40]:
        after = line(match, move).positions[-1]
        found[move] = match.game.tally(after)
    return match, found


@pytest.mark.parametrize(
    ("key", "said"),
    [("yin-yang", "gave away"), ("binary", "gave away"), ("incorrect-checkers", "fell behind by")],
)
def test_other_games_tell_of_what_they_count(key: str, said: str) -> None:
    match, tallies = match_and_tallies(key)
    assert match.turn == 0
    leads = {move: tally[0] - tally[1] for move, tally in tallies.items()}
    worst, best = min(leads, key=leads.__getitem__), max(leads, key=leads.__getitem__)
    gone = leads[best] - leads[worst]
    sentence = lesson_text(match, worst, best)
    assert gone > 1
    assert sentence.startswith(f"`{worst}` {said} {gone} ")
    assert lesson_text(match, best, worst) == f"`{best}` left the worse position; `{worst}` was better."


def test_zong_heng_tells_of_groups() -> None:
    match, tallies = match_and_tallies("zong-heng", size=6)
    worst = min(tallies, key=lambda move: tallies[move][0])
    best = max(tallies, key=lambda move: tallies[move][0])
    assert tallies[worst][0] < tallies[best][0]
    shown = {
        move: match.game.in_words(match.position, match.game.read(match.position, move)) for move in tallies
    }
    assert lesson_text(match, worst, best) == (
        f"`{shown[worst]}` let a group be cut off: the largest has {tallies[worst][0]} pieces then."
        f" After `{shown[best]}` it has {tallies[best][0]}."
    )


def test_a_group_of_one_piece_is_told_as_one() -> None:
    facts = {"move": "a1↑", "item": "b2↑", "more": 3}
    assert "the largest has 1 piece then" in str(Phrase("lesson.cut_off", less=1, **facts))
    assert "the largest has 2 pieces then" in str(Phrase("lesson.cut_off", less=2, **facts))
