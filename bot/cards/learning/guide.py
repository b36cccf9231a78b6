"""How to play a game: its rules page by page, each with pictures or in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.cards.kit.after import lab_button
from bot.cards.kit.card_lines import options_line
from bot.cards.kit.kit import (
    PRIMARY,
    RUNNING,
    SUCCESS,
    Card,
    Press,
    framed_view,
    menu,
    row,
    small,
    text,
)
from bot.cards.kit.pictures import Drawing, board_picture, change_picture
from bot.cards.learning.coordinates import coordinates_press
from bot.cards.learning.first_steps import steps_id
from bot.cards.play.try_it import try_id
from bot.custom_ids import CustomId
from club.learning.coordinates import empty_board
from rendering.describe import text_board
from rendering.themes import DEFAULT
from rules.board import BoardView
from rules.checkers.rulesets import RULESETS
from rules.first_steps.tasks import tasks_of
from rules.game import AnyGame, IllegalMove, Options, Step
from rules.help import PAGES, Figure, Help
from rules.match import Match
from words import Speaker
from words.message import MessagePlace

PAGE_LIMIT: Final = 1200
"""Characters of a page, so that it is read on a phone without much scrolling."""
IN_WORDS: Final = "t"
"""In a custom_id: pages without pictures."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a help card: a game in general, or with the `options` in use.

    `id` and `challenge` name the match or challenge in the custom_ids of the pages; 0 is none.
    `goes_on` says that the match is not over. `as_text` says whether boards are shown in words;
    pictures use `theme`.
    """

    game: AnyGame
    options: Options | None = None
    id: int = 0
    challenge: bool = False
    goes_on: bool = False
    as_text: bool = False
    theme: str = DEFAULT

    def custom_id(self, action: str, *rest: object) -> CustomId:
        """Return the custom_id of an action on this subject.

        Its rest is the game, then `rest`, then whether the pages are in words.
        """
        said = [self.game.key, *map(str, rest), *([IN_WORDS] if self.as_text else [])]
        return CustomId(action, self.id, rest=",".join(said), challenge=self.challenge)

    @property
    def help(self) -> Help:
        """Return what there is to say."""
        return self.game.help if self.options is None else self.game.help_for(self.options)

    @property
    def agreed_options(self) -> Options:
        """The options of the boards shown."""
        return self.game.read_options({}) if self.options is None else self.options

    def agreed_line(self, say: Speaker) -> str | None:
        """Return the options that the pages are for, `None` where they are for all."""
        return None if self.options is None else options_line(self.game, self.options, say)


@dataclass(frozen=True, slots=True)
class GuideBoard:
    """A board on a card and its caption, as a picture or in words.

    With `change`, only what its last move changes is shown, and in words the caption alone.
    """

    line: str
    match: Match
    seat: int | None = None
    choices: tuple[str, ...] = ()
    kings: tuple[str, ...] = ()
    """The choices to which a king goes, and no man."""
    change: bool = False

    def picture(self, say: Speaker, theme: str, name: str) -> Drawing:
        """Return the board as a picture of this name, in a theme."""
        view = self.match.view(self.seat)
        if self.change:
            before = self.match.copy_at(len(self.match.plies) - 1).view(self.seat)
            return change_picture(before, view, say, theme, name)
        return board_picture(view, say, theme, choices=self.choices, kings=self.kings, name=name)

    def in_words(self, say: Speaker) -> str:
        """Return the board in characters, with the moves where they are what it is about."""
        if self.change:
            return self.line
        could = say("card.rules.could", moves=", ".join(self.match.moves())) if self.choices else None
        board = f"```\n{text_board(self.match.view(self.seat), say.language)}\n```"
        return "\n".join(part for part in (self.line, board, could) if part)


@dataclass(frozen=True, slots=True)
class GuidePage:
    """One page: what it is called, its paragraphs, and its boards."""

    name: str
    paragraphs: tuple[str, ...] = ()
    boards: tuple[GuideBoard, ...] = ()


def rules_card(subject: Subject, say: Speaker, number: int = 0, lab: str | None = None) -> Card:
    """Return a page of a game's help.

    Pages go round in a circle: any number is a page. The first page links to the game in the `lab`, if
    there is one.
    """
    game, found = subject.game, pages(subject, say)
    number %= len(found)
    page = found[number]
    title = say("card.rules.page", title=game.title, page=page.name)
    further: list[discord.ui.Item[Any]] = [
        row(menu(subject.custom_id("chapter"), say, say("menu.page"), _steps(found))),
        *compare_row(subject, say, first=number == 0),
        row(
            _next(subject, (number + 1) % len(found), len(found), say),
            Press.of(try_id(game), say("button.try"), SUCCESS),
            *([Press.of(steps_id(game), say("button.steps"), PRIMARY)] if tasks_of(game.key) else []),
            *([coordinates_press(game, say)] if empty_board(game) else []),
            form_button(subject, say, "howto", number),
        ),
        *([text(small(say("card.rules.lab"))), row(*lab_button(lab, say))] if lab and not number else []),
    ]
    return boards_card(
        subject,
        [title, subject.agreed_line(say), *(f"{words}\n" for words in page.paragraphs)],
        page.boards,
        further,
        say,
    )


def boards_card(
    subject: Subject,
    lines: Sequence[str | None],
    boards: Sequence[GuideBoard],
    further: Sequence[discord.ui.Item[Any]],
    say: Speaker,
) -> Card:
    """Return a card of lines, boards with their captions, then buttons and menus."""
    if subject.as_text:
        parts = [text(*lines), *(text(board.in_words(say)) for board in boards)]
        return Card(framed_view(RUNNING, *parts, *further))
    shown: list[discord.ui.Item[Any] | None] = [text(*lines)]
    for number, board in enumerate(boards, 1):
        shown.append(board.picture(say, subject.theme, f"figure{number}.png"))
        shown.append(text(small(board.line)) if board.line else None)
    return Card(framed_view(RUNNING, *shown, *further))


def compare_row(subject: Subject, say: Speaker, *, first: bool = True) -> list[discord.ui.ActionRow[Any]]:
    """Return the menu of kinds of checkers to compare with, on the first page only."""
    if subject.game.key not in RULESETS or not first:
        return []
    steps = [Step(key, other.title) for key, other in RULESETS.items() if key != subject.game.key]
    return [row(menu(subject.custom_id("compare"), say, say("menu.compare"), steps))]


def form_button(subject: Subject, say: Speaker, action: str, *rest: object) -> Press:
    """Return the button that shows the same in words, or as pictures again."""
    turned = replace(subject, as_text=not subject.as_text)
    label = say("button.pictures" if subject.as_text else "button.words")
    return Press.of(turned.custom_id(action, *rest), label)


def pages(subject: Subject, say: Speaker) -> list[GuidePage]:
    """Return the pages in order, none longer than `PAGE_LIMIT`.

    A longer page is continued on another one.
    """
    found: list[GuidePage] = []
    for name in PAGES:
        paragraphs, boards = list(_paragraphs(subject.help, name, say)), list(_boards(subject, name, say))
        if paragraphs or boards:
            found += _split_page(subject, name, paragraphs, boards, say)
    return found


def _paragraphs(told: Help, name: str, say: Speaker) -> Iterator[str]:
    """Yield what a page says."""
    match name:
        case "summary":
            yield say.text(told.summary)
        case "cards" if told.cards:
            yield say.text(told.cards)
        case "moves" | "special":
            yield from map(say.text, told.moves if name == "moves" else told.special)
        case "ending" | "notation":
            yield say.text(told.ending if name == "ending" else told.notation)
        case "rulings":
            yield from (say("card.rules.ruling", ruling=ruling) for ruling in told.rulings)
            if told.elsewhere:
                yield say.text(told.elsewhere)
            yield small(say.text(told.credit)) or ""


def _boards(subject: Subject, name: str, say: Speaker) -> Iterator[GuideBoard]:
    """Yield the boards of a page.

    The summary has at least the start position, and the notation page a move as it is written.
    """
    figures = subject.help.figures.get(name, ())
    yield from (board_of(subject.game, figure, say) for figure in figures)
    if name == "summary" and not figures:
        yield GuideBoard(say("card.rules.start"), _start_match(subject))
    if name == "notation":
        match = _start_match(subject)
        ply = match.play(_first_move(match))
        yield GuideBoard(say("card.rules.written", side=match.sides[ply.seat], move=ply.text), match)


def board_of(game: AnyGame, figure: Figure, say: Speaker) -> GuideBoard:
    """Return a figure of the help."""
    match = Match(game, figure.options, figure.secret)
    if figure.position is not None:
        match.set_position(figure.position)
    for move in figure.moves:
        match.play(move)
    squares, kings = targets(match) if figure.marked else ((), ())
    return GuideBoard(say.text(figure.caption), match, figure.seat, squares, kings, figure.change)


def targets(match: Match) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the squares that the player to move can reach.

    The second tuple has those that only kings can reach.
    """
    game, position, view = match.game, match.position, match.view(None)
    cells = view.cells if isinstance(view, BoardView) else {}
    ends: dict[bool, set[str]] = {True: set(), False: set()}
    for move in game.moves(position):
        first, *_, last = (*game.steps(position, move), *game.steps(position, move)[-1:])
        if last.square:
            ends[cells.get(first.square or "", "").isupper()].add(last.square)
    return tuple(sorted(ends[True] | ends[False])), tuple(sorted(ends[True] - ends[False]))


def _start_match(subject: Subject) -> Match:
    """Return a match at its start.

    If chance has a part in the game, any start will do.
    """
    return Match(subject.game, subject.agreed_options, bytes(32))


def _first_move(match: Match) -> str:
    """Return the game's example move if it is legal at the start, else any first move."""
    try:
        match.game.read(match.position, match.game.example)
    except IllegalMove:
        return match.moves()[0]
    return match.game.example


def _split_page(
    subject: Subject, name: str, paragraphs: Sequence[str], boards: Sequence[GuideBoard], say: Speaker
) -> list[GuidePage]:
    """Split a page into as many as it needs.

    Boards follow the text, and the first match has a page per board.
    """
    called = say(f"page.{name}")
    agreed = subject.agreed_line(say)
    spent = len(say("card.rules.page", title=subject.game.title, page=called)) + len(agreed or "") + 10
    alone = name == "first"  # a picture on each page, and its words above it
    parts: list[GuidePage] = [GuidePage(called)]
    room = PAGE_LIMIT - spent
    if alone:
        parts = [GuidePage(called, (board.line,), (replace(board, line=""),)) for board in boards]
        boards = ()
    both: tuple[str | GuideBoard, ...] = (*paragraphs, *boards)
    for part in both:
        words = part if isinstance(part, str) else part.in_words(say) if subject.as_text else part.line
        taken = len(words) + 4
        last = parts[-1]
        if (last.paragraphs or last.boards) and taken > room:
            parts.append(GuidePage(called))
            room = PAGE_LIMIT - spent
        room -= taken
        if isinstance(part, str):
            parts[-1] = replace(parts[-1], paragraphs=(*parts[-1].paragraphs, part))
        else:
            parts[-1] = replace(parts[-1], boards=(*parts[-1].boards, part))
    if len(parts) == 1:
        return parts
    return [
        replace(page, name=say("page.part", page=called, number=number, count=len(parts)))
        for number, page in enumerate(parts, 1)
    ]


def _steps(found: Sequence[GuidePage]) -> list[Step]:
    return [Step(str(number), page.name[: MessagePlace.OPTION.limit]) for number, page in enumerate(found)]


def _next(subject: Subject, following: int, count: int, say: Speaker) -> Press:
    label = say("button.rules.next", number=following + 1, pages=count)
    return Press.of(subject.custom_id("howto", following), label)
