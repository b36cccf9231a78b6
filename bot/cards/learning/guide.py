"""How to play a game: its rules, page by page, with pictures or as text."""

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
    ActionButton,
    Card,
    framed_view,
    menu,
    row,
    small_print,
    text,
)
from bot.cards.kit.pictures import Drawing, board_picture, change_picture
from bot.cards.learning.coordinates import coordinates_button
from bot.cards.learning.first_steps import first_steps_id
from bot.cards.play.try_it import try_id
from bot.custom_ids import CustomId
from club.learning.coordinates import opening_board
from rendering.describe import text_board
from rendering.themes import DEFAULT_THEME
from rules.board import BoardView
from rules.checkers.rulesets import AIM, RULESETS
from rules.first_steps.tasks import tasks_of
from rules.game import AnyGame, IllegalMove, Options, Step
from rules.help import PAGES, Figure, Help
from rules.match import Match
from words import Localizer
from words.message import MessagePlace

PAGE_LIMIT: Final = 1200
"""Characters of a page, so that it is read on a phone without much scrolling."""
IN_WORDS: Final = "t"
"""In a custom_id: pages without pictures."""


@dataclass(frozen=True, slots=True)
class HelpSubject:
    """The subject of a help card: a game, in general or with given options.

    `id` and `is_challenge` identify the match or the challenge from which the help was opened, for the
    custom_ids; 0 means neither. `name` is the key of the named game that was asked for. `is_ongoing` says
    that the match is not over. `as_text` says that boards are shown as text rather than pictures;
    pictures use `theme`.
    """

    game: AnyGame
    options: Options | None = None
    id: int = 0
    is_challenge: bool = False
    is_ongoing: bool = False
    as_text: bool = False
    theme: str = DEFAULT_THEME
    name: str = ""

    def custom_id(self, action: str, *rest: object) -> CustomId:
        """Return the custom_id of an action on this subject.

        Its data are the game, then `rest`, then whether boards are shown as text.
        """
        said = [self.name or self.game.key, *map(str, rest), *([IN_WORDS] if self.as_text else [])]
        return CustomId(action, self.id, rest=",".join(said), is_challenge=self.is_challenge)

    @property
    def help(self) -> Help:
        """The help texts of the game, for its options if they are given."""
        return self.game.help if self.options is None else self.game.help_for(self.options)

    @property
    def agreed_options(self) -> Options:
        """The options of the boards shown; the defaults if none are given."""
        return self.game.read_options({}) if self.options is None else self.options

    @property
    def has_usual_aim(self) -> bool:
        """Whether the game has its usual aim, which alone can be tried."""
        return AIM not in self.agreed_options

    def agreed_line(self, say: Localizer) -> str | None:
        """Return the line on the options in use, or `None` for a game in general."""
        return None if self.options is None else options_line(self.game, self.options, say)


@dataclass(frozen=True, slots=True)
class GuideBoard:
    """A board on a help card with its caption, as a picture or as text.

    With `change_only`, the picture shows only what the last move changes, and the text is just the
    caption.
    """

    caption: str
    match: Match
    seat: int | None = None
    choices: tuple[str, ...] = ()
    kings: tuple[str, ...] = ()
    """The choices to which a king goes, and no man."""
    change_only: bool = False

    def picture(self, say: Localizer, theme: str, name: str) -> Drawing:
        """Draw the board; `name` is the file name of the picture."""
        view = self.match.view(self.seat)
        if self.change_only:
            before = self.match.copy_at(len(self.match.plies) - 1).view(self.seat)
            return change_picture(before, view, say, theme, name)
        return board_picture(view, say, theme, choices=self.choices, kings=self.kings, name=name)

    def in_words(self, say: Localizer) -> str:
        """Return the board as text, with its moves if the picture marks them."""
        if self.change_only:
            return self.caption
        could = say("card.rules.could", moves=", ".join(self.match.moves())) if self.choices else None
        board = f"```\n{text_board(self.match.view(self.seat), say.language)}\n```"
        return "\n".join(part for part in (self.caption, board, could) if part)


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page of a game's help: its name, its paragraphs and its boards."""

    name: str
    paragraphs: tuple[str, ...] = ()
    boards: tuple[GuideBoard, ...] = ()


def rules_card(subject: HelpSubject, say: Localizer, number: int = 0, lab: str | None = None) -> Card:
    """Return a page of a game's help.

    The pages form a circle, so any number is a page. `lab` is the address of the game in the lab (the
    analysis page), to which the first page links.
    """
    game, found = subject.game, guide_pages(subject, say)
    number %= len(found)
    page = found[number]
    title = say("card.rules.page", title=game.title, page=page.name)
    further: list[discord.ui.Item[Any]] = [
        row(menu(subject.custom_id("chapter"), say, say("menu.page"), _page_choices(found))),
        *comparison_rows(subject, say, is_first_page=number == 0),
        row(
            _next_page_button(subject, (number + 1) % len(found), len(found), say),
            *try_buttons(subject, say),
            *(
                [ActionButton.create(first_steps_id(game), say("button.steps"), PRIMARY)]
                if tasks_of(game.key) and subject.has_usual_aim
                else []
            ),
            *([coordinates_button(game, say)] if opening_board(game) else []),
            text_toggle_button(subject, say, "howto", number),
        ),
        *(
            [text(small_print(say("card.rules.lab"))), row(*lab_button(lab, say))]
            if lab and not number
            else []
        ),
    ]
    return boards_card(
        subject,
        [title, subject.agreed_line(say), *(f"{words}\n" for words in page.paragraphs)],
        page.boards,
        further,
        say,
    )


def boards_card(
    subject: HelpSubject,
    lines: Sequence[str | None],
    boards: Sequence[GuideBoard],
    extra_items: Sequence[discord.ui.Item[Any]],
    say: Localizer,
) -> Card:
    """Return a card of text, boards with captions, and further controls."""
    if subject.as_text:
        parts = [text(*lines), *(text(board.in_words(say)) for board in boards)]
        return Card(framed_view(RUNNING, *parts, *extra_items))
    shown: list[discord.ui.Item[Any] | None] = [text(*lines)]
    for number, board in enumerate(boards, 1):
        shown.append(board.picture(say, subject.theme, f"figure{number}.png"))
        shown.append(text(small_print(board.caption)) if board.caption else None)
    return Card(framed_view(RUNNING, *shown, *extra_items))


def comparison_rows(
    subject: HelpSubject, say: Localizer, *, is_first_page: bool = True
) -> list[discord.ui.ActionRow[Any]]:
    """Return the row with the menu of kinds of checkers to compare with.

    It exists for checkers only, and on the first page only.
    """
    if subject.game.key not in RULESETS or not is_first_page:
        return []
    steps = [Step(key, other.title) for key, other in RULESETS.items() if key != subject.game.key]
    return [row(menu(subject.custom_id("compare"), say, say("menu.compare"), steps))]


def try_buttons(subject: HelpSubject, say: Localizer) -> list[ActionButton]:
    """Return the button to try the game; none for another aim, such as giveaway's."""
    button = ActionButton.create(try_id(subject.game), say("button.try"), SUCCESS)
    return [button] if subject.has_usual_aim else []


def text_toggle_button(subject: HelpSubject, say: Localizer, action: str, *rest: object) -> ActionButton:
    """Return the button that switches between boards as pictures and as text."""
    turned = replace(subject, as_text=not subject.as_text)
    label = say("button.pictures" if subject.as_text else "button.words")
    return ActionButton.create(turned.custom_id(action, *rest), label)


def guide_pages(subject: HelpSubject, say: Localizer) -> list[GuidePage]:
    """Return the pages in order, none longer than `PAGE_LIMIT`.

    A longer page is continued on another one.
    """
    found: list[GuidePage] = []
    for name in PAGES:
        paragraphs, boards = list(_paragraphs(subject.help, name, say)), list(_boards(subject, name, say))
        if paragraphs or boards:
            found += _split_page(subject, name, paragraphs, boards, say)
    return found


def _paragraphs(told: Help, name: str, say: Localizer) -> Iterator[str]:
    """Yield the paragraphs of a page."""
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
            yield small_print(say.text(told.credit)) or ""


def _boards(subject: HelpSubject, name: str, say: Localizer) -> Iterator[GuideBoard]:
    """Yield the boards of a page.

    The summary has at least the start position, and the page on notation the board after an example
    move.
    """
    figures = subject.help.figures.get(name, ())
    yield from (figure_board(subject.game, figure, say) for figure in figures)
    if name == "summary" and not figures:
        yield GuideBoard(say("card.rules.start"), _start_match(subject))
    if name == "notation":
        match = _start_match(subject)
        ply = match.play(_first_move(match))
        yield GuideBoard(say("card.rules.written", side=match.sides[ply.seat], move=ply.notation), match)


def figure_board(game: AnyGame, figure: Figure, say: Localizer) -> GuideBoard:
    """Return the board of a figure in the help."""
    match = Match(game, figure.options, figure.secret)
    if figure.position is not None:
        match.set_position(figure.position)
    for move in figure.moves:
        match.play(move)
    squares, kings = target_squares(match) if figure.marked else ((), ())
    return GuideBoard(say.text(figure.caption), match, figure.seat, squares, kings, figure.change)


def target_squares(match: Match) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the squares that the player to move can reach.

    The second tuple has the squares that only kings can reach.
    """
    game, position, view = match.game, match.position, match.view(None)
    cells = view.cells if isinstance(view, BoardView) else {}
    ends: dict[bool, set[str]] = {True: set(), False: set()}
    for move in game.moves(position):
        first, *_, last = (*game.steps(position, move), *game.steps(position, move)[-1:])
        if last.square:
            ends[cells.get(first.square or "", "").isupper()].add(last.square)
    return tuple(sorted(ends[True] | ends[False])), tuple(sorted(ends[True] - ends[False]))


def _start_match(subject: HelpSubject) -> Match:
    """Return a match at its start.

    If chance plays a part in the game, any start will do.
    """
    return Match(subject.game, subject.agreed_options, bytes(32))


def _first_move(match: Match) -> str:
    """Return the game's example move if it is legal at the start, or any move."""
    try:
        match.game.read(match.position, match.game.example)
    except IllegalMove:
        return match.moves()[0]
    return match.game.example


def _split_page(
    subject: HelpSubject, name: str, paragraphs: Sequence[str], boards: Sequence[GuideBoard], say: Localizer
) -> list[GuidePage]:
    """Split a page into as many as it needs.

    Boards follow the text; in the page on a first match, each board has a page of its own.
    """
    called = say(f"page.{name}")
    agreed = subject.agreed_line(say)
    spent = len(say("card.rules.page", title=subject.game.title, page=called)) + len(agreed or "") + 10
    alone = name == "first"  # a picture on each page, and its words above it
    parts: list[GuidePage] = [GuidePage(called)]
    room = PAGE_LIMIT - spent
    if alone:
        parts = [GuidePage(called, (board.caption,), (replace(board, caption=""),)) for board in boards]
        boards = ()
    both: tuple[str | GuideBoard, ...] = (*paragraphs, *boards)
    for part in both:
        words = part if isinstance(part, str) else part.in_words(say) if subject.as_text else part.caption
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


def _page_choices(found: Sequence[GuidePage]) -> list[Step]:
    return [Step(str(number), page.name[: MessagePlace.OPTION.limit]) for number, page in enumerate(found)]


def _next_page_button(subject: HelpSubject, following: int, count: int, say: Localizer) -> ActionButton:
    label = say("button.rules.next", number=following + 1, pages=count)
    return ActionButton.create(subject.custom_id("howto", following), label)
