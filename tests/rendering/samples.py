"""Views to draw: one of each kind of picture, with all the marks that it can bear."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import product

import pytest

from rendering.people.analysis import MatchCourse, TurningMove
from rendering.themes import DEFAULT_THEME, THEMES
from rules.board import BoardView, Group, Trace
from rules.catalogue import GAMES
from rules.course import Course
from rules.game import Outcome
from rules.match import Match
from rules.one_zero_one.playing_cards import (
    DELETE,
    ELSE,
    PLAIN,
    PRINT,
    SAVE,
    SYNTAX,
    Cell,
    LaidCard,
    PlayingCard,
)
from rules.one_zero_one.program import discounted_cells, line_controls, points
from rules.one_zero_one.view import CommandEffect, DeckView, LastTurn, PlacedCard, Placement, ProgramView
from rules.squares import square_names
from tests.examples.three_in_a_row.entries import EXAMPLE
from words import Phrase, SeatedPlayer, join_phrases


def pieces(**squares: str) -> dict[str, str]:
    """Squares by symbol: `w="a1 b2"`; kings by their capital."""
    return {square: symbol for symbol, listed in squares.items() for square in listed.split()}


def rows(*ranks: str) -> dict[str, str]:
    """The pieces of a board drawn in text, its highest rank first; a dot is empty."""
    return {
        f"{chr(ord('a') + file)}{len(ranks) - i}": symbol
        for i, rank in enumerate(ranks)
        for file, symbol in enumerate(rank)
        if symbol != "."
    }


def numeric(size: int, *, a1_dark: bool = True) -> dict[str, str]:
    """The numbers of the dark squares, from the upper left on."""
    dark = [
        square_names(size)[rank * size + file]
        for rank in range(size - 1, -1, -1)
        for file in range(size)
        if ((rank + file) % 2 == 0) == a1_dark
    ]
    return {name: str(number) for number, name in enumerate(dark, 1)}


def start_view(game: str, **fields: object) -> BoardView:
    """Return a game's own view of its start, with only the given fields changed."""
    start = Match(GAMES[game], {}, bytes(32)).view(None)
    assert isinstance(start, BoardView)
    return replace(start, **fields)  # pyrefly: ignore[bad-argument-type]  # fields of BoardView


def numbered_start(game: str, size: int, men: int, *, a1_dark: bool = True) -> BoardView:
    labels = numeric(size, a1_dark=a1_dark)
    last = len(labels) - men
    cells = {name: "b" if int(n) <= men else "w" for name, n in labels.items() if not men < int(n) <= last}
    return start_view(game, size=size, cells=cells, a1_dark=a1_dark, labels=labels)


BINAR = start_view("binar", size=5)
BINAR_END = replace(
    BINAR,
    turn=None,
    cells=rows("0.11.", "1.0.1", "01101", "..1.0", "010.1"),
    trace=Trace(placed=("c3",)),
    last_move="c3:1",
    outcome=Outcome(1, "binar.both.odd", facts={"row": "3", "column": "c"}),
)
CHECKERS = start_view(
    "russian",
    turn=1,
    cells=pieces(w="a5 f4 h4 a3 c3 g3 b2 h2 c1 e1", W="f8", b="b8 d8 h8 c7 h6 g5", B="d2"),
    last_move="b4:d6:f8",
    trace=Trace(path=("b4", "d6", "f8"), removed=(("c5", "b"), ("e7", "B"))),
)
ENDED = replace(CHECKERS, turn=None, outcome=Outcome(0, "resignation", facts={"loser": Phrase("side.black")}))
COURSE = Course(("c3-d4", "d6:b4", "a3:c5", "b6:d4"), (0, 0, -2, 1, 3), "pieces", 2)
LISTED = Course(tuple(f"{file}{rank}" for file in "abcde" for rank in range(1, 6)), (), "points", 13)


def numbers_of_plies(plies: int) -> tuple[int, ...]:
    """Return the move number of each ply of a match in which the sides alternate."""
    return tuple(ply // 2 + 1 for ply in range(plies))


WENT = MatchCourse(
    (500, 480, 520, 490, 610, 350, 330, 360, 340, 820, 800, 1000),
    (88, 76),
    (
        TurningMove(4, 1, "c3-d4", "f6-g5", (510, 390)),
        TurningMove(5, 0, "d6:b4", "h2-g3", (610, 350)),
        TurningMove(9, 0, "a1:c3:e5:g7", "e5-f6", (340, 820)),
    ),
    numbers_of_plies(11),
)
NEAR = (
    TurningMove(81, 0, "IF-v> 30", "SAVE 20", (400, 400)),
    TurningMove(82, 1, "SYNTAX-v^ 20", "DELETE-h< 10", (600, 300)),
    TurningMove(83, 0, "PLAIN 30", "IF-h 20", (700, 150)),
)
NEAR_THE_END = MatchCourse(
    (480, 420, *[400] * 80, 700, 150, 900, 1000), (94, None), NEAR, numbers_of_plies(85)
)
"""Turning points nearer to each other than their numbers are wide."""
CANADIAN = numbered_start("canadian", 12, 30)
KINGS = numbered_start("international", 10, 0)
PLACES = {number: name for name, number in KINGS.labels.items()}
KINGS = replace(
    KINGS,
    cells={
        PLACES[number]: symbol
        for symbol, listed in {
            "b": "1 3 5 6 9 15",
            "B": "2 11 48",
            "w": "19 26 35 40 46",
            "W": "23 37 50",
        }.items()
        for number in listed.split()
    },
    trace=Trace(
        path=tuple(PLACES[number] for number in ("17", "39", "48")),
        removed=((PLACES["22"], "w"), (PLACES["33"], "W"), (PLACES["43"], "w")),
    ),
    last_move="17x48",
    turn=1,
)
ITALIAN = numbered_start("italian", 8, 12, a1_dark=False)
ITALIAN = replace(ITALIAN, cells={**ITALIAN.cells, "e4": "W", "d5": "B"})
ZONG_HENG = start_view(
    "zong-heng",
    size=8,
    cells=rows(
        ".w.w.w.w", "bbbbw.b.", ".w.w.w.w", "b.bwb.b.", ".w.b.w.w", "b.bbb.b.", ".w.w.w.w", "b.b.b.b."
    ),
    score=(6, 4),
    trace=Trace(placed=("d3",), shifted=("d4", "d5")),
    last_move="d3↑",
)
ZONG_HENG_END = replace(
    ZONG_HENG,
    turn=None,
    score=(9, 4),
    groups=(
        Group(0, ("a7", "b7", "c7", "d7", "c6", "c5", "d5", "d4", "d3")),
        Group(1, ("e7", "f7", "f8", "e8")),
    ),
    cells={
        **ZONG_HENG.cells,
        **pieces(w="e7 f7 f8 e8", b="a7 b7 c7 d7 c6 c5 d5 d4 d3"),
    },
    outcome=Outcome(0, "agreement", (9, 4)),
)
BINARY = start_view(
    "binary",
    turn=1,
    size=6,
    cells=rows("bw..b.", ".b.w..", "..b..w", "w..b..", ".w..b.", "b..w.w"),
    hands=(4, 5),
    score=(9, 4),
    frame=("c3", "d3", "c4", "d4"),
    trace=Trace(placed=("e2", "d3")),
    last_move="e2+d3",
)
BINARY_END = replace(
    BINARY,
    turn=None,
    hands=(0, 0),
    score=(15, 14),
    groups=(
        Group(0, ("a6", "a5", "b5", "c5", "c4"), 2),
        Group(0, ("e6", "f6", "f5", "e5", "e4")),
        Group(1, ("a3", "a2", "b2", "b1", "c2"), 2),
        Group(1, ("f1", "f2", "f3", "f4")),
    ),
)
YIN_YANG = start_view(
    "yin-yang",
    viewer=0,
    turn=1,
    cells=pieces(w="c4 e4 f3 d1", b="c3 d3 d4 d2 d5"),
    score=(4, 5),
    numbers={"c4": 1, "e4": 1, "d2": 2, "d5": 1},
    trace=Trace(path=("d4", "e4"), placed=("d4",)),
    last_move="d4-e4",
)
INCORRECT = start_view(
    "incorrect-checkers",
    turn=1,
    cells=pieces(b="a1 c1 g1 d2 f2 h2 a3 c7 e3 g3 d4 d6", w="a6 c6 e6 g6 b7 d7 f7 h7 a8 c8 e8 g8"),
    trace=Trace(path=("e1", "c3", "e5", "c7")),
    last_move="e1-c7",
)
INCORRECT_END = replace(
    INCORRECT,
    turn=None,
    cells=pieces(b="b6 d6 f6 h6 a7 c7 e7 g7 b8 d8 f8 h8", w="b1 d1 f1 h1 a2 e2 g2 d3 f3 h3 c4 b5"),
    score=(12, 10),
    trace=Trace(path=("e5", "f6")),
    last_move="e5-f6",
    outcome=Outcome(0, "incorrect_checkers.home"),
)


def parse_card(text: str) -> LaidCard | None:
    """Return a card on the display, from its digit, command and direction.

    `*` means saved, `?` waiting, `_` a gap.
    """
    if text == "_":
        return None
    digit, rest = int(text[0]), text[1:].rstrip("*?")
    point = next((p for p in ("<", ">", "^", "v") if rest.endswith(p)), None)
    command = rest.rstrip("<>^v") or "PLAIN"
    axis = None if point is None else "h" if point in "<>" else "v"
    return LaidCard(command, axis, digit, point, text.endswith("*"), text.endswith("?"))  # pyrefly: ignore[bad-argument-type]  # split from text


def display(
    *lines: str,
    viewer: int | None = None,
    turn: int | None = 0,
    letters: str = "",
    last: LastTurn | None = None,
    cut: tuple[PlayingCard, ...] = (),
    hands: tuple[tuple[PlayingCard, ...] | None, tuple[PlayingCard, ...] | None] = (None, None),
    digits: tuple[int, int] = (0, 1),
) -> ProgramView:
    """Return a display of five lines.

    `letters` is `A:3` and the like: line and column of the legal cells.
    """
    cards = tuple(tuple(parse_card(word) for word in line.split()) for line in lines)
    held = line_controls(cards)
    filled = [sum(card is not None for card in line) >= 3 for line in cards]
    return ProgramView(
        game="one-zero-one",
        viewer=viewer,
        turn=turn,
        sides=(str(digits[0]), str(digits[1])),
        digits=digits,
        lines=cards,
        open_lines=tuple(i < 2 or all(filled[:i]) for i in range(5)),
        control=held,
        discounted=discounted_cells(cards),
        score=(points(held, digits[0]), points(held, digits[1])),
        decks=(DeckView(SAVE[0], 7), DeckView(DELETE[1], 6)),
        hands=hands,
        hand_sizes=(3, 3),
        cut=cut,
        placements=tuple(
            Placement(word[0], Cell(10 * (1 + ord(word[0]) - ord("A")), int(word[2:])))
            for word in letters.split()
        ),
        last=last,
        over=turn is None,
    )


def card(text: str) -> LaidCard:
    """A card on the display, no gap."""
    found = parse_card(text)
    assert found
    return found


HAND: tuple[PlayingCard, ...] = (PRINT[0], DELETE[1], PLAIN)
EARLY = display("0 1IFv", "1", "", "", "", viewer=0, letters="A:3 B:2", hands=(HAND, None))
MIDDLE = display(
    "0 1SAVE>* 1* 0DELETEv 1 0 0ENTER^ 1PRINT>",
    "1 0ENTERv 0 0 0IF< 1 0",
    "1PRINT> 1 0SAVEv* 1DELETE^ 1IF> 0 0IF^",
    "0 1* _ 0DELETE< 0",
    "1 0",
    viewer=0,
    letters="A:9 B:8 C:8 D:3 E:3",
    hands=(HAND, None),
    last=LastTurn(
        1,
        "DELETE-h< 40",
        (PlacedCard(Cell(40, 4), card("0DELETE<")),),
        (CommandEffect("deleted", Cell(40, 3), card("1")),),
        join_phrases(
            "series.sentences",
            [
                Phrase("one_zero_one.did.laid", name=SeatedPlayer(1, "0"), card="DELETE", line=40),
                Phrase(
                    "one_zero_one.did.deleted",
                    command="DELETE",
                    owner=SeatedPlayer(0, "1"),
                    card="1",
                    line=40,
                ),
            ],
        ),
    ),
)
WIDE = display(
    "0 1REM< 1* 0CUTv 1 0 0GOTO10^ 1PASTE> 0 1 1 0",
    "1 0ELSE 0 _ 1SYNTAX^ 1 0SAVE>?",
    "1PRINT> 1 0SAVEv*",
    "0 1 1",
    "",
    turn=1,
    cut=(DELETE[0], PRINT[1], PRINT[1], PLAIN),
    last=LastTurn(
        0,
        "SYNTAX-v^ 20",
        (PlacedCard(Cell(20, 5), card("0SYNTAX^")),),
        (
            CommandEffect("flipped", Cell(10, 5), card("0")),
            CommandEffect("flipped", Cell(20, 5), card("0SYNTAX^")),
            CommandEffect("moved", Cell(20, 4), card("0SAVEv"), Cell(30, 3)),
        ),
        join_phrases(
            "series.sentences",
            [
                Phrase("one_zero_one.did.laid", name=SeatedPlayer(0, "0"), card="SYNTAX", line=20),
                *(
                    Phrase(
                        "one_zero_one.did.flipped",
                        command="SYNTAX",
                        owner=SeatedPlayer(0, "0"),
                        card=face,
                        line=line,
                        digit=1,
                    )
                    for face, line in (("0", 10), ("SYNTAX", 20))
                ),
                Phrase(
                    "one_zero_one.did.moved",
                    command="SYNTAX",
                    owner=SeatedPlayer(0, "0"),
                    card="SAVE",
                    line=20,
                    to=30,
                ),
            ],
        ),
    ),
)
END = replace(
    display("0 1SAVE>* 1*", "1 0ENTERv 0", "1PRINT> 1 0", "0 1 1", "1 0 1PRINT^", turn=None),
    decks=(DeckView(None, 0), DeckView(ELSE, 1)),
    hands=((PLAIN, SYNTAX), (ELSE,)),
    hand_sizes=(2, 1),
)
FOLDED = display(
    "0 1SAVE>* 1* 0DELETEv 1 0 0ENTER^ 1PRINT> 0 1 1IF> 0 _ 1 0 0SAVEv? 1 0",
    "1 0ENTERv 0 0 0IF< 1 0 1SYNTAXv 0",
    "1PRINT> 1 0",
    "0 1 1DELETE<",
    "1 0",
    turn=1,
    cut=(DELETE[0],) * 12,
)


def low(*moves: str) -> BoardView:
    """The example's board, which is wider than it is high, after some moves.

    What the last one did is left out: the example's words are in the catalogue in tests of the example alone.
    """
    match = Match(EXAMPLE, {}, bytes(32))
    for move in moves:
        match.play(move)
    view = match.view(None)
    assert isinstance(view, BoardView)
    return replace(view, did=None)


LOW = low("b2", "c2", "c3", "d4")
LOW_END = low("c2", "b3", "d2", "c3", "e2")
TALL = start_view(
    "yin-yang",
    turn=1,
    size=(4, 7),
    cells=pieces(b="a1 b6 d7", w="c2 c4"),
    score=(3, 2),
    trace=Trace(path=("a5", "c3", "b6"), placed=("a5",)),
    last_move="a5-b6",
)

BOARDS: dict[str, BoardView] = {
    "binar": BINAR,
    "binar-end": BINAR_END,
    "checkers": CHECKERS,
    "checkers-turned": replace(CHECKERS, viewer=1),
    "canadian": CANADIAN,
    "kings": KINGS,
    "italian": ITALIAN,
    "zong-heng": ZONG_HENG,
    "zong-heng-end": ZONG_HENG_END,
    "binary": BINARY,
    "binary-end": BINARY_END,
    "yin-yang": YIN_YANG,
    "incorrect-checkers": INCORRECT,
    "incorrect-checkers-end": INCORRECT_END,
}
DISPLAYS: dict[str, ProgramView] = {
    "program-early": EARLY,
    "program-middle": MIDDLE,
    "program-wide": WIDE,
    "program-end": END,
}
VIEWS: dict[str, BoardView | ProgramView] = {**BOARDS, **DISPLAYS}


def in_themes(names: Iterable[str], always: Collection[str]) -> list[object]:
    """Return pairs of a name and a theme.

    They are those of the default theme and of `always`; the deep run also has all others.
    """
    return [
        pytest.param(name, theme, marks=() if theme == DEFAULT_THEME or name in always else pytest.mark.deep)
        for name, theme in product(names, THEMES)
    ]
