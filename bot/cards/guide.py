"""How to play a game, and what this bot is."""

from collections.abc import Sequence
from typing import Final

from bot.cards.kit import (
    RUNNING,
    SUCCESS,
    TEXT_LIMIT,
    Card,
    Press,
    attached,
    framed,
    gallery,
    row,
    text,
)
from bot.cards.try_it import try_id
from bot.custom_ids import CustomId
from rendering.picture import Picture, draw
from rules.game import AnyGame
from rules.help import Figure
from rules.match import Match
from words import Speaker

MARGIN: Final = 40
"""Characters that a page leaves free: what stands between its parts is not counted."""


def rules_card(game: AnyGame, say: Speaker, page: int = 0) -> Card:
    """Return a page of a game's help, the first with its summary and its figures; most helps have only one.

    Pages follow one another in a circle: any number is a page.
    """
    guide = game.help
    title, summary = say("card.rules", title=game.title), say.told(guide.summary)
    captions = [f"-# {number}. {say.told(figure.caption)}" for number, figure in enumerate(guide.figures, 1)]
    rules = [
        *(say.told(rule) + "\n" for rule in guide.rules),
        say("card.rules.ending", ending=guide.ending) + "\n",
        say("card.rules.notation", notation=guide.notation),
    ]
    notes = [say("card.rules.ruling", ruling=ruling) for ruling in guide.rulings]
    if guide.credit:
        notes.append(f"-# {say.told(guide.credit)}")
    pages = _pages([*rules, *notes], first=len("\n".join((title, summary, *captions))), other=len(title))
    shown = pages[page % len(pages)]
    read = [text(*part) if part else None for part in _split(shown, notes)]
    ways = [Press.of(try_id(game), say("button.try"), SUCCESS)]
    if len(pages) > 1:
        following = (page + 1) % len(pages)
        label = say("button.rules.next", number=following + 1, pages=len(pages))
        ways.insert(0, Press.of(CustomId("howto", 0, rest=f"{game.key},{following}"), label))
    if page % len(pages):
        return Card(framed(RUNNING, text(title), *read, row(*ways)))
    figures = [
        (f"figure{number}.png", say.told(figure.caption), _drawn(game, figure, say))
        for number, figure in enumerate(guide.figures, 1)
    ]
    pictures = (
        gallery(*((name, f"{caption} {picture.alt}") for name, caption, picture in figures)),
        text(*captions),
    )
    view = framed(RUNNING, text(title, summary), read[0], *(pictures if figures else ()), read[1], row(*ways))
    return Card(view, [attached(picture, name) for name, _, picture in figures])


def _pages(parts: Sequence[str], *, first: int, other: int) -> list[list[str]]:
    """Return the parts in pages that a message holds, beside `first` and `other` characters of each page's own."""
    pages: list[list[str]] = [[]]
    room = TEXT_LIMIT - MARGIN - first
    for part in parts:
        if len(part) + 1 > room and pages[-1]:
            pages.append([])
            room = TEXT_LIMIT - MARGIN - other
        pages[-1].append(part)
        room -= len(part) + 1
    return pages


def _split(shown: Sequence[str], notes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what of a page are rules and what are notes, which stand below the figures."""
    return [part for part in shown if part not in notes], [part for part in shown if part in notes]


def _drawn(game: AnyGame, figure: Figure, say: Speaker) -> Picture:
    """Return a figure of the help as a picture."""
    match = Match(game, figure.options, b"")
    match.set(figure.position)
    if figure.move is not None:
        match.play(figure.move)
    return draw(match.view(None), language=say.language)
