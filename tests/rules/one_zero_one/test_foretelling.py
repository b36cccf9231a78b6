"""The picker's words before a choice.

All of it happens, nothing else does, and nothing hidden is told. Actual events are taken from the
views before and after the move, which know nothing of the forecast.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from rules.catalogue import GAMES
from rules.match import Match
from rules.one_zero_one.decks import DECKS
from rules.one_zero_one.playing_cards import LINES, PLAIN, Cell, LaidCard
from rules.one_zero_one.turn import Move, Position
from rules.one_zero_one.view import ProgramView
from tests.rules.one_zero_one.hidden_worlds import another_world
from words import Phrase, SeatedPlayer

pytestmark = pytest.mark.ci

GAME: Any = GAMES["one-zero-one"]
FEW = (*range(12), 17)
"""Seeds of matches that together show every possible forecast.

`make test-deep` plays more.
"""
MANY = tuple(range(100))
SAMPLED = 9
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
            match.make_move(chance.choice(GAME.moves(match.position)))
    return found


@cache
def sample_moves(seeds: tuple[int, ...] = FEW) -> Sequence[tuple[Position, Move]]:
    """Return some moves of each of these positions, chains among them."""
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


def messages_in(words: object) -> Iterator[Phrase]:
    """Yield every message within a text, the outer ones first."""
    if isinstance(words, Phrase):
        yield words
        for fact in words.facts.values():
            yield from messages_in(fact)


def forecast_messages(words: object) -> list[tuple[str, dict[str, Any]]]:
    """Return the forecast as the names of its messages with their facts."""
    start = "one_zero_one.will."
    return [
        (each.code.removeprefix(start), dict(each.facts))
        for each in messages_in(words)
        if each.code.startswith(start)
    ]


def whose(facts: dict[str, Any]) -> list[str]:
    """Which cards are named in a part of what is foretold."""
    return [each.code for each in messages_in(facts["whose"]) if each.code.startswith("one_zero_one.whose.")]


def in_full(before: Position, move: Move) -> list[tuple[str, dict[str, Any]]]:
    """What is foretold of a move once all of it is chosen."""
    return forecast_messages(GAME.foretell(before, move, len(GAME.steps(before, move))))


@dataclass
class Happened:
    """A move as everyone sees it on the table.

    It holds the table before the last card was laid, and after.
    """

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
    def flipped_cells(self) -> list[Cell]:
        """Cells where the same card lies and shows another digit.

        The card just laid counts too.
        """
        now, mover = self.cells(self.after), self.after.last
        assert mover is not None
        was = self.cells(self.before) | {each.cell: each.card for each in mover.placed}
        return [
            cell
            for cell, card in was.items()
            if cell in now and now[cell].card == card.card and now[cell].digit != card.digit
        ]

    @property
    def emptied_cells(self) -> list[Cell]:
        """Cells where a card lay, perhaps one just laid, and none lies now."""
        now = self.cells(self.after)
        return [cell for cell in (*self.cells(self.before), *self.laid) if cell not in now]

    @property
    def arrival_cells(self) -> list[Cell]:
        """Cells with a card now that the move did not lay there."""
        was = self.cells(self.before)
        return [cell for cell in self.cells(self.after) if cell not in was and cell not in self.laid]

    @property
    def newly_saved_cells(self) -> list[Cell]:
        """Cells whose card is saved now and was not before."""
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
    for before, move in sample_moves(seeds):
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
    assert moves > 2000
    assert set(kinds) >= {
        "flipped",
        "deleted",
        "cut",
        "moved",
        "saved",
        "saved.both",
        "arrived.with",
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
    """Whether the forecast of the last card tells all changes.

    Cards that earlier cards saved on arrival are told with those.
    """
    return len(move.plays) == 1 or not any(card and card.pending for line in before.lines for card in line)


def check_cards(happened: Happened, move: Move, claims: list[tuple[str, dict[str, Any]]]) -> None:
    names = [name for name, _ in claims]
    if names[0].startswith("run."):  # the last card filled line 50 itself
        assert not (happened.flipped_cells or happened.emptied_cells or happened.arrival_cells)
        return
    left = {"deleted": 1, "cut": 1, "moved": 1, "moved.along": 1}
    assert len(happened.emptied_cells) == sum(left.get(name, 0) for name in names)
    assert len(happened.flipped_cells) == names.count("flipped")
    assert len(happened.arrival_cells) == names.count("moved") + names.count("moved.along")
    assert [cell.line for cell in happened.arrival_cells] == [
        facts["line"] for name, facts in claims if name.startswith("moved")
    ]
    one = ("saved", "saved.both", "arrived", "arrived.with")
    itself = any(name == "saved.both" for name in names)
    waited = sum(len(whose(facts)) for name, facts in claims if name == "arrived.with")
    assert len(happened.newly_saved_cells) == sum(name in one for name in names) + itself + waited
    last = move.plays[-1]
    laid = happened.cells(happened.after).get(happened.laid[-1])
    assert ("waits" in names) == bool(laid and laid.pending and last.card.command == "SAVE")
    if any(name.startswith("nothing") for name in names):
        assert not (happened.flipped_cells or happened.emptied_cells or happened.arrival_cells)
        assert bool(happened.newly_saved_cells) == ("on_arrival" in names)
    for name, facts in claims:
        if name == "rem":
            assert facts["count"] == len(happened.after.discounted - happened.before.discounted)
        if name == "flipped":
            assert any(
                happened.cells(happened.after)[cell].digit == facts["digit"]
                for cell in happened.flipped_cells
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
    for before in positions(seeds)[::4]:
        for move in {(move.line, move.plays[0]): move for move in GAME.moves(before)}.values():
            point = move.plays[0].point
            if point is None:
                continue
            words = GAME.foretell(before, move, 2)
            ways = {
                each.facts["way"]: each.facts["item"]
                for each in messages_in(words)
                if each.code.endswith(".way")
            }
            short = forecast_messages(ways["←→↑↓"["<>^v".index(point)]] if ways else words)
            full = forecast_messages(GAME.foretell(before, move, 3))
            for name, facts in short:
                if name == "nothing":
                    assert any(other.startswith("nothing.") for other, _ in full)
                elif name.startswith("ends."):
                    assert (name.replace("ends", "load"), {**facts, "item": None}) in [
                        (other, {**rest, "item": None}) for other, rest in full
                    ]
                elif name == "scored.counts":
                    assert [other for other, _ in short if other == "nothing"]
                    assert (("scored", {**facts, "item": None})) in [
                        (n, {**f, "item": None}) for n, f in full
                    ]
                elif name == "scored":
                    assert facts["points"] in [f["points"] for n, f in full if n == "scored"]
                elif name == "scored.so_far" or name == "on_arrival":
                    assert name in [other for other, _ in full]
                elif name not in ("either", "then"):
                    assert (name, facts) in full
            seen += 1
    assert seen > 40 * len(seeds)


@played
def test_a_card_that_brings_another_says_where_before_that_one_is_chosen(seeds: tuple[int, ...]) -> None:
    seen = 0
    for before, move in sample_moves(seeds):
        for number in range(len(move.plays) - 1):
            taken = 3 + 2 * number
            (lay, *_) = [
                facts
                for name, facts in forecast_messages(GAME.foretell(before, move, taken))
                if name.startswith("lay.")
            ]
            placed = GAME.play(before, move).last.placed[number + 1]
            assert lay["where"].facts["line"] == placed.cell.line
            claims = forecast_messages(GAME.foretell(before, move, taken))
            assert not any(name in ("scored", "run.won") for name, _ in claims)
            if number == 0:
                so_far = [(f["points"], f["other_points"]) for n, f in claims if n == "scored.so_far"]
                score = score_with_a_plain_card(before, move.line)
                assert so_far == ([] if score == score_for_the_mover(before, before.turn) else [score])
            seen += 1
    assert seen > 8 * len(seeds)


def score_for_the_mover(position: Position, seat: int | None) -> tuple[int, int]:
    """The points of a seat, then those of the other."""
    first, second = GAME.score(position)
    return (second, first) if seat else (first, second)


def score_with_a_plain_card(before: Position, line: int) -> tuple[int, int]:
    """Return the points, the mover's first, once a plain card lies on a line.

    The card has no command and is worth as much as PRINT itself.
    """
    plain = replace(before, hands=((PLAIN,) * 3, (PLAIN,) * 3))
    return score_for_the_mover(GAME.play(plain, GAME.read(plain, f"PLAIN {line}")), before.turn)


def test_both_players_are_called_by_their_names() -> None:
    for before, move in sample_moves()[::2]:
        words = GAME.foretell(before, move, len(GAME.steps(before, move)))
        for each in messages_in(words):
            for fact in each.facts.values():
                assert not isinstance(fact, SeatedPlayer) or fact.seat == 1 - (before.turn or 0)


@played
def test_no_world_that_differs_in_hidden_cards_is_foretold_otherwise(seeds: tuple[int, ...]) -> None:
    """The forecast is the same to the letter for any hidden cards.

    They are the opponent's hand and the inside of the decks. Thousands of choices are tried.
    """
    chance = random.Random(5)
    compared = 0
    for before in positions(seeds)[::3]:
        other = another_world(before, before.turn, chance)
        moves = list(GAME.moves(before))
        for move in chance.sample(moves, min(5, len(moves))):
            for taken in range(1, len(GAME.steps(before, move)) + 1):
                here, there = (GAME.foretell(world, move, taken) for world in (before, other))
                assert here == there
                assert str(here).encode() == str(there).encode()
                compared += 1
    assert compared > 33 * len(seeds)
