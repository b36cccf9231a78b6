"""How two kinds of checkers differ: their rules, and a position under each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.cards.kit.kit import SUCCESS, Card, Press, menu, row
from bot.cards.learning.guide import (
    PAGE_LIMIT,
    GuideBoard,
    Subject,
    boards_card,
    compare_row,
    form_button,
    targets,
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
from words import Speaker

LISTED: Final = 6
"""How many moves a line names."""
WHITE: Final = SIDES[0]


@dataclass(frozen=True, slots=True)
class CheckersKind:
    """A kind of checkers as it is played here: its ruleset and the options behind it."""

    row: Ruleset
    options: Options

    @classmethod
    def of(cls, key: str, options: Options | None = None) -> "CheckersKind":
        """Return a kind by its default rules, or with options of a match."""
        given = {name: str(value) for name, value in (options or {}).items() if name in OPTIONS.get(key, {})}
        return cls(ruleset(key, **given), given)

    def at(self, setting: Setting) -> Match:
        """Return a match in a position with White to move.

        The position must fit the board.
        """
        lot = {"first": COLOURS[0]} if self.row.first == "lot" else {}
        match = Match(GAMES[self.row.key], {**self.options, **lot}, bytes(32))
        match.set_position(
            {"cells": cells_by_square(self.row, setting), "turn": list(match.sides).index(WHITE)}
        )
        return match


@dataclass(frozen=True, slots=True)
class KindPair:
    """Two kinds of checkers and the examples that show how they differ.

    One is explained, the other is one that the reader knows.
    """

    kind: CheckersKind
    other: CheckersKind
    examples: tuple[Contrast, ...]

    @classmethod
    def of(cls, subject: Subject, other: str) -> "KindPair":
        """Return the pair of a subject and another kind.

        The first call for a pair takes tens of milliseconds.
        """
        kind, known = CheckersKind.of(subject.game.key, subject.options), CheckersKind.of(other)
        return cls(kind, known, find_contrasts(kind.row, known.row))


def contrast_card(subject: Subject, pair: KindPair, number: int, say: Speaker) -> Card:
    """Return the differences of two kinds: an overview, then one per page from 1 on.

    Each of those has its position. Pages go round in a circle: any number is a page.
    """
    other, count = pair.other.row, len(pair.examples) + 1
    number %= count
    title = say("card.contrast", title=pair.kind.row.title, other=other.title)
    lines: list[str | None]
    if number:
        example = pair.examples[number - 1]
        lines = [title, "", *_rule(pair, example.aspect, say), "", say("card.contrast.position")]
        boards = _both(pair, example, say)
    else:
        clauses = [f"- {say.text(clause)}" for clause in differences(pair.kind.row, other)]
        lines, boards = (
            [
                title,
                subject.agreed_line(say),
                say("card.contrast.rules", title=pair.kind.row.title),
                *clauses,
            ],
            [],
        )
        shown = _both(pair, pair.examples[0], say)
        if _length(lines, shown, say, as_text=subject.as_text) <= PAGE_LIMIT:
            boards = shown
    if subject.as_text:
        boards = _once(boards)
    following = (number + 1) % count
    label = say("button.rules.next", number=following + 1, pages=count)
    buttons = [
        Press.of(subject.custom_id("differ", other.key, following), label),
        Press.of(try_id(subject.game), say("button.try"), SUCCESS),
        Press.of(subject.custom_id("howto", 0), say("button.howto")),
        form_button(subject, say, "differ", other.key, number),
    ]
    steps = _others(pair, max(number - 1, 0))
    same = menu(subject.custom_id("under", other.key, max(number - 1, 0)), say, say("menu.under"), steps)
    further = [*([row(same)] if boards else []), *compare_row(subject, say), row(*buttons)]
    return boards_card(subject, lines, boards, further, say)


def under_card(subject: Subject, pair: KindPair, number: int, chosen: str, say: Speaker) -> Card:
    """Return an example's position under the rules of another kind.

    It also says which kinds have the same moves there.
    """
    number %= len(pair.examples)
    example = pair.examples[number]
    board = _under(CheckersKind.of(chosen), example.setting, say)
    lines = [say("card.under", title=RULESETS[chosen].title), say("card.under.alike")]
    for group in group_variants(example.setting):
        first = CheckersKind.of(chosen if chosen in group else group[0]).at(example.setting)
        titles = ", ".join(say.text(RULESETS[key].title) for key in group)
        moves = first.moves()
        code = "card.under.group" if moves else "card.under.stuck"
        lines.append(say(code, titles=titles, **({"moves": _move_list(moves)} if moves else {})))
    back = say("button.contrast", other=pair.other.row.title)
    buttons = [
        Press.of(subject.custom_id("differ", pair.other.row.key, number + 1), back),
        Press.of(try_id(GAMES[chosen]), say("button.try"), SUCCESS),
        form_button(subject, say, "under", pair.other.row.key, number, chosen),
    ]
    same = menu(
        subject.custom_id("under", pair.other.row.key, number), say, say("menu.under"), _others(pair, number)
    )
    return boards_card(subject, lines, [board], [row(same), row(*buttons)], say)


def _rule(pair: KindPair, aspect: str, say: Speaker) -> list[str]:
    """Return what both kinds say of a rule; where one says nothing, what it lacks."""
    if aspect == SHORT_OF_ALL:
        return [say("card.contrast.board")]
    lines = []
    for kind, known in ((pair.kind, pair.other), (pair.other, pair.kind)):
        own = traits(kind.row).get(aspect)
        lacking = [
            clause for clause in differences(kind.row, known.row) if clause.code.endswith(f".no_{aspect}")
        ]
        clauses = [own.clause] if own else lacking
        lines += [say("card.contrast.rule", title=kind.row.title, clauses=clause) for clause in clauses]
    return lines


def _both(pair: KindPair, example: Contrast, say: Speaker) -> list[GuideBoard]:
    """Return the position as each of the two kinds goes on from it."""
    return [
        _board_with_moves(pair.kind, example.setting, example.own, say),
        _board_with_moves(pair.other, example.setting, example.other, say),
    ]


def _board_with_moves(kind: CheckersKind, setting: Setting, only: frozenset[Key], say: Speaker) -> GuideBoard:
    """Return a position with a move that only this kind allows.

    If the other kind allows all of its moves too, return the position with these.
    """
    match = kind.at(setting)
    facts: dict[str, Any] = {"title": kind.row.title, "side": WHITE}
    moves = match.game.moves(match.position)
    told = [move for move in moves if move_key(kind.row, move) in only]
    if not told:
        line = say("card.contrast.other", **facts, moves=_move_list(match.moves()))
        return GuideBoard(line, match, None, *targets(match))
    move = max(told, key=lambda move: (len(move.captured), move.promotes, -move.end))
    code = "card.contrast.must" if len(moves) == 1 else "card.contrast.can"
    ply = match.make_move(move)
    cost = match.view(None).note
    line = say(code, **facts, move=ply.text)
    return GuideBoard(f"{line} {say.text(cost)}" if cost else line, match)


def _under(kind: CheckersKind, setting: Setting, say: Speaker) -> GuideBoard:
    """Return a position with its only move made, or with all its moves."""
    match = kind.at(setting)
    moves, facts = match.moves(), {"title": kind.row.title, "side": WHITE}
    if len(moves) == 1:
        match.play(moves[0])
        return GuideBoard(say("card.contrast.must", **facts, move=moves[0]), match)
    if not moves:
        return GuideBoard(say("card.contrast.stuck", **facts), match)
    return GuideBoard(
        say("card.contrast.moves", **facts, moves=_move_list(moves)), match, None, *targets(match)
    )


def _once(boards: Sequence[GuideBoard]) -> list[GuideBoard]:
    """Return boards in words: the position once, then what each kind can do in it."""
    if not boards:
        return []
    first = boards[0]
    line = "\n".join(board.line for board in boards)
    return [GuideBoard(line, first.match.copy_at(0), first.seat)]


def _length(lines: Sequence[str | None], boards: Sequence[GuideBoard], say: Speaker, *, as_text: bool) -> int:
    shown = [board.in_words(say) for board in _once(boards)] if as_text else [board.line for board in boards]
    return sum(len(part or "") + 4 for part in (*lines, *shown))


def _others(pair: KindPair, number: int) -> list[Step]:
    """Return the kinds of checkers whose boards fit the position of an example."""
    return [Step(key, RULESETS[key].title) for key in fitting_variants(pair.examples[number].setting)]


def _move_list(moves: Sequence[str]) -> str:
    """Return the first few moves in notation, separated by commas."""
    return ", ".join(moves[:LISTED]) + (" …" if len(moves) > LISTED else "")
