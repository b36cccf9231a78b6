"""How two kinds of checkers differ: their rules, and example positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.cards.kit.kit import SUCCESS, ActionButton, Card, menu, row
from bot.cards.learning.guide import (
    PAGE_LIMIT,
    GuideBoard,
    HelpSubject,
    boards_card,
    comparison_rows,
    target_squares,
    text_toggle_button,
    try_buttons,
)
from bot.cards.play.try_it import try_id
from rules.catalogue import GAMES
from rules.checkers.contrast import (
    SHORT_OF_ALL,
    Contrast,
    Key,
    Setting,
    cells_by_square,
    find_contrasts,
    fitting_variants,
    group_variants,
    move_key,
)
from rules.checkers.position import COLOURS, SIDES
from rules.checkers.rulesets import OPTIONS, RULESETS, Ruleset, ruleset
from rules.checkers.traits import differences, traits
from rules.game import Options, Step
from rules.match import Match
from words import Localizer

LISTED: Final = 6
"""How many moves a line names."""
WHITE: Final = SIDES[0]


@dataclass(frozen=True, slots=True)
class CheckersKind:
    """A kind of checkers: its ruleset, and the options chosen for it."""

    ruleset: Ruleset
    options: Options

    @classmethod
    def from_key(cls, key: str, options: Options | None = None) -> "CheckersKind":
        """Return the kind with a key, by its default rules or a match's options."""
        given = {name: str(value) for name, value in (options or {}).items() if name in OPTIONS.get(key, {})}
        return cls(ruleset(key, **given), given)

    def match_at(self, setting: Setting) -> Match:
        """Return a match of this kind in a given position, with White to move.

        The position must fit the board.
        """
        lot = {"first": COLOURS[0]} if self.ruleset.first == "lot" else {}
        match = Match(GAMES[self.ruleset.key], {**self.options, **lot}, bytes(32))
        match.set_position(
            {"cells": cells_by_square(self.ruleset, setting), "turn": list(match.sides).index(WHITE)}
        )
        return match


@dataclass(frozen=True, slots=True)
class CheckersPair:
    """Two kinds of checkers, with examples that show how they differ.

    `kind` is the one being explained, `other` one that the reader knows.
    """

    kind: CheckersKind
    other: CheckersKind
    examples: tuple[Contrast, ...]

    @classmethod
    def from_subject(cls, subject: HelpSubject, other: str) -> "CheckersPair":
        """Return the pair of a help card's game and another kind of checkers.

        The first call for a pair takes tens of milliseconds.
        """
        kind, known = CheckersKind.from_key(subject.game.key, subject.options), CheckersKind.from_key(other)
        return cls(kind, known, find_contrasts(kind.ruleset, known.ruleset))


def contrast_card(subject: HelpSubject, pair: CheckersPair, number: int, say: Localizer) -> Card:
    """Return a page on the differences between two kinds of checkers.

    Page 0 is the overview; each further page shows one difference in an example position. The pages
    form a circle, so any number is a page.
    """
    other, count = pair.other.ruleset, len(pair.examples) + 1
    number %= count
    title = say("card.contrast", title=pair.kind.ruleset.title, other=other.title)
    lines: list[str | None]
    if number:
        example = pair.examples[number - 1]
        lines = [title, "", *_rule_lines(pair, example.aspect, say), "", say("card.contrast.position")]
        boards = _both_boards(pair, example, say)
    else:
        clauses = [f"- {say.text(clause)}" for clause in differences(pair.kind.ruleset, other)]
        boards: list[GuideBoard] = []
        lines = [
            title,
            subject.agreed_line(say),
            say("card.contrast.rules", title=pair.kind.ruleset.title),
            *clauses,
        ]
        shown = _both_boards(pair, pair.examples[0], say)
        if _length(lines, shown, say, as_text=subject.as_text) <= PAGE_LIMIT:
            boards = shown
    if subject.as_text:
        boards = _merge_boards(boards)
    following = (number + 1) % count
    label = say("button.rules.next", number=following + 1, pages=count)
    buttons = [
        ActionButton.create(subject.custom_id("differ", other.key, following), label),
        *try_buttons(subject, say),
        ActionButton.create(subject.custom_id("howto", 0), say("button.howto")),
        text_toggle_button(subject, say, "differ", other.key, number),
    ]
    steps = _fitting_kinds(pair, max(number - 1, 0))
    same = menu(subject.custom_id("under", other.key, max(number - 1, 0)), say, say("menu.under"), steps)
    further = [*([row(same)] if boards else []), *comparison_rows(subject, say), row(*buttons)]
    return boards_card(subject, lines, boards, further, say)


def other_rules_card(
    subject: HelpSubject, pair: CheckersPair, number: int, chosen_key: str, say: Localizer
) -> Card:
    """Return an example position under the rules of another kind of checkers.

    The card also says which kinds allow the same moves there.
    """
    number %= len(pair.examples)
    example = pair.examples[number]
    board = _board_under_rules(CheckersKind.from_key(chosen_key), example.setting, say)
    lines = [say("card.under", title=RULESETS[chosen_key].title), say("card.under.alike")]
    for group in group_variants(example.setting):
        first = CheckersKind.from_key(chosen_key if chosen_key in group else group[0]).match_at(
            example.setting
        )
        titles = ", ".join(say.text(RULESETS[key].title) for key in group)
        moves = first.moves()
        code = "card.under.group" if moves else "card.under.stuck"
        lines.append(say(code, titles=titles, **({"moves": _move_list(moves)} if moves else {})))
    back = say("button.contrast", other=pair.other.ruleset.title)
    buttons = [
        ActionButton.create(subject.custom_id("differ", pair.other.ruleset.key, number + 1), back),
        ActionButton.create(try_id(GAMES[chosen_key]), say("button.try"), SUCCESS),
        text_toggle_button(subject, say, "under", pair.other.ruleset.key, number, chosen_key),
    ]
    same = menu(
        subject.custom_id("under", pair.other.ruleset.key, number),
        say,
        say("menu.under"),
        _fitting_kinds(pair, number),
    )
    return boards_card(subject, lines, [board], [row(same), row(*buttons)], say)


def _rule_lines(pair: CheckersPair, aspect: str, say: Localizer) -> list[str]:
    """Return what each of the two kinds says about a rule.

    If a kind does not have the rule, the line says what it lacks.
    """
    if aspect == SHORT_OF_ALL:
        return [say("card.contrast.board")]
    lines: list[str] = []
    for kind, known in ((pair.kind, pair.other), (pair.other, pair.kind)):
        own = traits(kind.ruleset).get(aspect)
        lacking = [
            clause
            for clause in differences(kind.ruleset, known.ruleset)
            if clause.code.endswith(f".no_{aspect}")
        ]
        clauses = [own.clause] if own else lacking
        lines += [say("card.contrast.rule", title=kind.ruleset.title, clauses=clause) for clause in clauses]
    return lines


def _both_boards(pair: CheckersPair, example: Contrast, say: Localizer) -> list[GuideBoard]:
    """Return the boards of an example, one with the moves of each kind."""
    return [
        _board_with_moves(pair.kind, example.setting, example.own, say),
        _board_with_moves(pair.other, example.setting, example.other, say),
    ]


def _board_with_moves(
    kind: CheckersKind, setting: Setting, only: frozenset[Key], say: Localizer
) -> GuideBoard:
    """Return a position after a move that only this kind allows.

    If there is no such move, return the position with all its moves.
    """
    match = kind.match_at(setting)
    facts: dict[str, Any] = {"title": kind.ruleset.title, "side": WHITE}
    moves = match.game.moves(match.position)
    told = [move for move in moves if move_key(kind.ruleset, move) in only]
    if not told:
        line = say("card.contrast.other", **facts, moves=_move_list(match.moves()))
        return GuideBoard(line, match, None, *target_squares(match))
    move = max(told, key=lambda move: (len(move.captured), move.promotes, -move.end))
    code = "card.contrast.must" if len(moves) == 1 else "card.contrast.can"
    ply = match.make_move(move)
    cost = match.view(None).note
    line = say(code, **facts, move=ply.text)
    return GuideBoard(f"{line} {say.text(cost)}" if cost else line, match)


def _board_under_rules(kind: CheckersKind, setting: Setting, say: Localizer) -> GuideBoard:
    """Return a position after its only move, or with all its moves."""
    match = kind.match_at(setting)
    moves, facts = match.moves(), {"title": kind.ruleset.title, "side": WHITE}
    if len(moves) == 1:
        match.play(moves[0])
        return GuideBoard(say("card.contrast.must", **facts, move=moves[0]), match)
    if not moves:
        return GuideBoard(say("card.contrast.stuck", **facts), match)
    return GuideBoard(
        say("card.contrast.moves", **facts, moves=_move_list(moves)), match, None, *target_squares(match)
    )


def _merge_boards(boards: Sequence[GuideBoard]) -> list[GuideBoard]:
    """Return boards for text mode: the position once, with all the captions."""
    if not boards:
        return []
    first = boards[0]
    line = "\n".join(board.caption for board in boards)
    return [GuideBoard(line, first.match.copy_at(0), first.seat)]


def _length(
    lines: Sequence[str | None], boards: Sequence[GuideBoard], say: Localizer, *, as_text: bool
) -> int:
    shown = (
        [board.in_words(say) for board in _merge_boards(boards)]
        if as_text
        else [board.caption for board in boards]
    )
    return sum(len(part or "") + 4 for part in (*lines, *shown))


def _fitting_kinds(pair: CheckersPair, number: int) -> list[Step]:
    """Return the kinds of checkers whose boards fit an example's position."""
    return [Step(key, RULESETS[key].title) for key in fitting_variants(pair.examples[number].setting)]


def _move_list(moves: Sequence[str]) -> str:
    """Return the first few moves in notation, separated by commas."""
    return ", ".join(moves[:LISTED]) + (" …" if len(moves) > LISTED else "")
