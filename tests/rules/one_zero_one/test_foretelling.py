"""What the picker says before a choice: all of it happens, nothing else does, and it tells nothing that is hidden.

What has happened is seen in the views before and after the move, which know nothing of what was foretold.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from rules.catalogue import GAMES
from rules.match import Match
from rules.one_zero_one.decks import DECKS
from rules.one_zero_one.playing_cards import LINES, Cell, LaidCard
from rules.one_zero_one.turn import Move, Position
from rules.one_zero_one.view import ProgramView
from tests.rules.one_zero_one.drawn import position
from tests.rules.one_zero_one.test_views import another_world
from words import Player, Said, by_name

GAME: Any = GAMES["one-zero-one"]
FEW = (*range(12), 17)
"""Seeds of matches in which all is foretold that can be; `make test-deep` plays more."""
MANY = tuple(range(100))
SAMPLED = 14
"""Moves that are looked at in each position."""


@cache
def positions(seeds: tuple[int, ...] = FEW) -> Sequence[Position]:
    """The positions of random matches with every named deck."""
    found = []
    for seed in seeds:
        chance = random.Random(seed)
        deck = list(DECKS)[seed % len(DECKS)]
        match = Match(GAME, {"deck": deck}, bytes([seed] * 32))
        while match.turn is not None:
            found.append(match.position)
            match.make(chance.choice(GAME.moves(match.position)))
    return found


@cache
def considered(seeds: tuple[int, ...] = FEW) -> Sequence[tuple[Position, Move]]:
    """Some moves of each of these positions, chains among them."""
    chance, found = random.Random(3), []
    for before in positions(seeds):
        moves = list(GAME.moves(before))
        chains = [move for move in moves if len(move.plays) > 1]
        found += [(before, move) for move in chance.sample(moves, min(SAMPLED, len(moves)))]
        found += [(before, move) for move in chance.sample(chains, min(2, len(chains)))]
    return found


played = pytest.mark.parametrize(
    "seeds", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.deep)]
)


def said(words: object) -> Iterator[Said]:
    """Every message within what is said, the outer ones first."""
    if isinstance(words, Said):
        yield words
        for fact in words.facts.values():
            yield from said(fact)


def told(words: object) -> list[tuple[str, dict[str, Any]]]:
    """What is foretold, as the names of its messages with their facts."""
    start = "one_zero_one.will."
    return [
        (each.code.removeprefix(start), dict(each.facts))
        for each in said(words)
        if each.code.startswith(start)
    ]


def in_full(before: Position, move: Move) -> list[tuple[str, dict[str, Any]]]:
    """What is foretold of a move once all of it is chosen."""
    return told(GAME.foretell(before, move, len(GAME.steps(before, move))))


@dataclass
class Happened:
    """A move as everybody sees it on the table: what it was like before the last card was laid, and after."""

    before: ProgramView
    after: ProgramView
    laid: tuple[Cell, ...]

    @classmethod
    def by(cls, position: Position, move: Move) -> "Happened":
        after = GAME.play(position, move)
        view = GAME.seen_by(after, None)
        assert view.last is not None
        placed = tuple(each.cell for each in view.last.placed)
        return cls(GAME.seen_by(position, None), view, placed)

    def cells(self, view: ProgramView) -> dict[Cell, LaidCard]:
        return {
            Cell(line, column): card
            for line, row in zip(LINES, view.lines, strict=True)
            for column, card in enumerate(row, 1)
            if card
        }

    @property
    def flipped(self) -> list[Cell]:
        """Where the same card lies and shows another digit, the one just laid too."""
        now, mover = self.cells(self.after), self.after.last
        assert mover is not None
        was = self.cells(self.before) | {each.cell: each.card for each in mover.placed}
        return [
            cell
            for cell, card in was.items()
            if cell in now and now[cell].card == card.card and now[cell].digit != card.digit
        ]

    @property
    def gone(self) -> list[Cell]:
        """Cells where a card lay, perhaps one just laid, and none lies now."""
        now = self.cells(self.after)
        return [cell for cell in (*self.cells(self.before), *self.laid) if cell not in now]

    @property
    def come(self) -> list[Cell]:
        """Cells where a card lies now that was not laid there by the move."""
        was = self.cells(self.before)
        return [cell for cell in self.cells(self.after) if cell not in was and cell not in self.laid]

    @property
    def saved(self) -> list[Cell]:
        """Cells whose card is saved now and was not."""
        was = self.cells(self.before)
        return [
            cell
            for cell, card in self.cells(self.after).items()
            if card.saved and not (cell in was and was[cell].saved)
        ]


@played
def test_what_is_foretold_of_a_whole_move_happens_and_nothing_else_does(seeds: tuple[int, ...]) -> None:
    kinds: dict[str, int] = {}
    moves = 0
    for before, move in considered(seeds):
        claims = in_full(before, move)
        if not whole(before, move):
            continue
        moves += 1
        happened = Happened.by(before, move)
        for name, _ in claims:
            kinds[name] = kinds.get(name, 0) + 1
        check_cards(happened, move, claims)
        check_lines(before, happened, claims)
        check_points(before, move, happened, claims)
    assert moves > 3000
    assert set(kinds) >= {
        "flipped",
        "deleted",
        "cut",
        "moved",
        "saved",
        "saved.both",
        "waits",
        "rem",
        "count",
        "scored",
    }
    assert set(kinds) >= {"opens", "closes", "line.own", "line.other", "line.nobody", "load.won", "load.lost"}
    assert set(kinds) >= {
        f"nothing.{why}" for why in ("off", "empty", "saved", "same", "taken", "pile", "beside")
    }


def whole(before: Position, move: Move) -> bool:
    """Whether all that changes is told of its last card: what cards before it saved on arrival is told with these."""
    return len(move.plays) == 1 or not any(card and card.pending for line in before.lines for card in line)


def check_cards(happened: Happened, move: Move, claims: list[tuple[str, dict[str, Any]]]) -> None:
    names = [name for name, _ in claims]
    if names[0].startswith("run."):  # the last card filled line 50 itself
        assert not (happened.flipped or happened.gone or happened.come)
        return
    left = {"deleted": 1, "cut": 1, "moved": 1, "moved.along": 1}
    assert len(happened.gone) == sum(left.get(name, 0) for name in names)
    assert len(happened.flipped) == names.count("flipped")
    assert len(happened.come) == names.count("moved") + names.count("moved.along")
    assert [cell.line for cell in happened.come] == [
        facts["line"] for name, facts in claims if name.startswith("moved")
    ]
    both = {"saved": 1, "saved.both": 1}
    itself = any(name == "saved.both" for name in names)
    assert len(happened.saved) == sum(both.get(name, 0) for name in names) + itself
    last = move.plays[-1]
    laid = happened.cells(happened.after).get(happened.laid[-1])
    assert ("waits" in names) == bool(laid and laid.pending and last.card.command == "SAVE")
    if any(name.startswith("nothing") for name in names):
        assert not (happened.flipped or happened.gone or happened.come or happened.saved)
    for name, facts in claims:
        if name == "rem":
            assert facts["count"] == len(happened.after.discounted - happened.before.discounted)
        if name == "flipped":
            assert any(
                happened.cells(happened.after)[cell].digit == facts["digit"] for cell in happened.flipped
            )


def check_lines(before: Position, happened: Happened, claims: list[tuple[str, dict[str, Any]]]) -> None:
    if claims[0][0].startswith("run."):
        return
    own = before.digits[before.turn or 0]
    kinds = {own: "line.own", 1 - own: "line.other", None: "line.nobody"}
    changed = [
        (kinds[now.digit], line)
        for line, was, now in zip(LINES, happened.before.control, happened.after.control, strict=True)
        if was.digit != now.digit
    ]
    assert changed == [(name, facts["line"]) for name, facts in claims if name.startswith("line.")]
    opened = [
        ("opens" if now else "closes", line)
        for line, was, now in zip(LINES, happened.before.open_lines, happened.after.open_lines, strict=True)
        if was != now
    ]
    assert opened == [(name, facts["line"]) for name, facts in claims if name in ("opens", "closes")]
    for name, facts in claims:
        if name == "count":
            held = happened.after.control[LINES.index(happened.laid[-1].line)]
            assert (facts["count"], facts["other_count"]) == (
                (held.ones, held.zeros) if own else (held.zeros, held.ones)
            )


def check_points(
    before: Position, move: Move, happened: Happened, claims: list[tuple[str, dict[str, Any]]]
) -> None:
    seat = before.turn or 0
    after = GAME.play(before, move)
    outcome, score = GAME.outcome(after), GAME.score(after)
    own = score[seat], score[1 - seat]
    ends = [(name, facts) for name, facts in claims if name.startswith(("run.", "load."))]
    if outcome:
        ((name, facts),) = ends
        how = "draw" if outcome.winner is None else "won" if outcome.winner == seat else "lost"
        assert name == f"{after.ended}.{how}"
        assert (facts["points"], facts["other_points"]) == own
        return
    assert ends == []
    scored = [facts for name, facts in claims if name == "scored"]
    changed = GAME.score(before) != score
    assert [(facts["points"], facts["other_points"]) for facts in scored] == ([own] if changed else [])


@played
def test_a_line_tells_in_short_what_each_direction_then_tells_in_full(seeds: tuple[int, ...]) -> None:
    seen = 0
    for before in positions(seeds)[::2]:
        for move in {(move.line, move.plays[0]): move for move in GAME.moves(before)}.values():
            point = move.plays[0].point
            if point is None:
                continue
            words = GAME.foretell(before, move, 2)
            ways = {
                each.facts["way"]: each.facts["item"] for each in said(words) if each.code.endswith(".way")
            }
            short = told(ways["←→↑↓"["<>^v".index(point)]] if ways else words)
            full = told(GAME.foretell(before, move, 3))
            for name, facts in short:
                if name == "nothing":
                    assert any(other.startswith("nothing.") for other, _ in full)
                elif name.startswith("ends."):
                    assert (name.replace("ends", "load"), {**facts, "item": None}) in [
                        (other, {**rest, "item": None}) for other, rest in full
                    ]
                elif name == "scored":
                    assert facts["points"] in [f["points"] for n, f in full if n == "scored"]
                elif name not in ("either", "then"):
                    assert (name, facts) in full
            seen += 1
    assert seen > 80 * len(seeds)


@played
def test_a_card_that_brings_another_says_where_before_that_one_is_chosen(seeds: tuple[int, ...]) -> None:
    seen = 0
    for before, move in considered(seeds):
        for number in range(len(move.plays) - 1):
            taken = 3 + 2 * number
            (lay, *_) = [
                facts for name, facts in told(GAME.foretell(before, move, taken)) if name.startswith("lay.")
            ]
            placed = GAME.play(before, move).last.placed[number + 1]
            assert lay["line"] == placed.cell.line
            assert not any(
                name in ("scored", "run.won") for name, _ in told(GAME.foretell(before, move, taken))
            )
            seen += 1
    assert seen > 8 * len(seeds)


def test_every_card_of_a_hand_is_explained_wherever_it_could_go() -> None:
    before = position("10 0\n20 1", "IF-h SAVE-v PLAIN")
    explained = {str(GAME.foretell(before, move, 1)) for move in GAME.moves(before)}
    assert explained == {
        "turns the card it points at to your digit",
        "protects the card it points at and itself for good, or the next card laid there",
        "has no command, but counts like any card",
    }


@pytest.mark.parametrize(
    ("table", "move", "taken", "words"),
    [
        ("10 0 0\n20 1 1ENTER> 0", "IF-h< 20", 2, "nothing, either way (you 0, Ben 0)"),
        ("10 0 0\n20 1 1ENTER>", "IF-h< 20", 2, "← turns Ben's ENTER to 0 (you 20, Ben 0) · → nothing (you 0, Ben 20)"),
        ("10 0 0\n20 1 1ENTER>", "IF-h< 20", 3, "turns Ben's ENTER to 0; line 20 becomes yours (you 20, Ben 0)"),
        ("10 0 0\n20 1 1ENTER>", "IF-h> 20", 3, "nothing: no card lies there; line 20 becomes Ben's (you 0, Ben 20)"),
        ("10 0 0\n20 1", "IF-v^ 10", 3, "nothing: it points off the display; line 10 becomes yours (you 10, Ben 0)"),
        ("10 0\n20 1", "IF-v^ 20", 3, "nothing: no card lies there"),
        ("10 0 1!\n20 1", "IF-v^ 20", 3, "nothing: the card there is saved"),
        ("10 0 0\n20 1", "IF-v^ 20", 3, "nothing: the card there shows your digit already"),
        ("10 0 1\n20 1", "DELETE-v^ 20", 3, "removes Ben's plain 1"),
        ("10 0 0\n20 1", "DELETE-v^ 20", 3, "removes your plain 0"),
        ("10 0 1\n20 1", "ENTER-v^ 20", 3, "moves Ben's plain 1 to line 20; line 20 becomes Ben's (you 0, Ben 20)"),
        ("10 0 1\n20 1", "SAVE-v^ 20", 3, "saves Ben's plain 1 and itself for good"),
        ("10 0\n20 1", "SAVE-v^ 20", 3, "saves itself and the next card laid there, on line 10"),
        ("10 0\n20 1", "PRINT-h> 20 : PLAIN", 3, "you lay another card there, on line 20"),
        ("10 0 0\n20 1", "PRINT-v^ 20", 3, "nothing: a card lies there"),
        ("10 0\n20 1", "SYNTAX-v^ 20", 3, "turns itself to 1"),
        ("10 1 0\n20 1", "ELSE 20", 2, "turns Ben's plain 1 to 0, removes your plain 0"),
        ("10 0 1\n20 1", "REM-h< 10", 3, "2 cards of line 10 stop counting, and so will those laid on that side later"),
        ("10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 0", "IF-h< 50", 2, "the match ends at once: you win 100–50"),
    ],
)  # fmt: skip
def test_it_is_said_in_few_words(table: str, move: str, taken: int, words: str) -> None:
    card = re.match(r"\w+(-[hv])?", move)
    assert card
    before = position(table, f"{card[0]} PLAIN PLAIN")
    foretold = GAME.foretell(before, GAME.read(before, move), taken)
    assert str(by_name(foretold, ["Ada", "Ben"])) == words


def test_the_deck_that_runs_out_is_foretold_with_who_wins() -> None:
    before = replace(position("10 0 0\n20 1", "PLAIN PLAIN PLAIN"), decks=((), ()))
    assert str(GAME.foretell(before, GAME.read(before, "PLAIN 10"), 2)) == (
        "line 10 becomes yours; your deck runs out, you win 10–0"
    )


def test_of_a_line_where_the_deck_runs_out_it_says_shortly_how_the_match_ends() -> None:
    for table, words in (
        ("10 0 0\n20 1", "nothing, either way (you win 10–0)"),
        ("10 1 1 1 0 0\n20 1", "nothing, either way (a draw)"),
        ("10 1 1 1 1 0\n20 1", "nothing, either way (you lose 0–10)"),
    ):
        before = replace(position(table, "IF-h PLAIN PLAIN"), decks=((), ()))
        assert str(GAME.foretell(before, GAME.read(before, "IF-h> 10"), 2)) == words


def test_both_players_are_called_by_their_names() -> None:
    for before, move in considered()[::2]:
        words = GAME.foretell(before, move, len(GAME.steps(before, move)))
        for each in said(words):
            for fact in each.facts.values():
                assert not isinstance(fact, Player) or fact.seat == 1 - (before.turn or 0)


@played
def test_no_world_that_differs_in_hidden_cards_is_foretold_otherwise(seeds: tuple[int, ...]) -> None:
    """Thousands of choices: what is told is the same to the letter whatever the other holds and the decks hide."""
    chance = random.Random(5)
    compared = 0
    for before in positions(seeds):
        other = another_world(before, before.turn, chance)
        moves = list(GAME.moves(before))
        for move in chance.sample(moves, min(5, len(moves))):
            for taken in range(1, len(GAME.steps(before, move)) + 1):
                here, there = (GAME.foretell(world, move, taken) for world in (before, other))
                assert here == there
                assert str(here).encode() == str(there).encode()
                compared += 1
    assert compared > 100 * len(seeds)
