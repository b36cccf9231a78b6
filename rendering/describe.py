"""A view in words: alt text, the board as text, the card's counts, a hand."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rendering.board import in_words as board_in_words
from rendering.caption import Caption, name_or_side
from rendering.one_zero_one import in_words as program_in_words
from rules.board import BoardView
from rules.course import Course
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, Phrase, Speaker, Words, by_name, speaker
from words.message import MessagePlace

Names = tuple[Words, Words]
"""What the players are called, by seat."""

ALT_LIMIT: Final = MessagePlace.ALT.limit
"""Characters of a picture's alt text."""


def describe(
    view: View, language: str = ENGLISH, chosen: Sequence[str] = (), choices: Sequence[str] = ()
) -> str:
    """Return the picture in words, at most 1,024 characters.

    The last change comes first, then whose turn it is or who won, then everything else. `chosen` and
    `choices` are the squares that the picture marks. A hidden hand is given by size only; `hand_in_words`
    has the viewer's own cards. If the text is too long to be complete, the text board has all of it.
    """
    return fitting_alt(_texts(view, language, chosen, choices))


def describe_end(
    view: View,
    course: Course,
    why: Words | None = None,
    language: str = ENGLISH,
    caption: Caption | None = None,
) -> str:
    """Return the picture of a match's end in words, at most 1,024 characters.

    The course of the match is included if there is room. `why` is the reason of a match that ended
    without an outcome; a `caption` names the game and its players.
    """
    say = speaker(language)
    went = [say("alt.end.none", reason=why)] if why and view.outcome is None else []
    went.append(say("alt.end.moves", count=course.number))
    winner = view.outcome.winner if view.outcome else None
    ahead = None if winner is None else course.lead_start(winner)
    if winner is not None and ahead:
        side, move = view.sides[winner], course.moves[ahead - 1]
        went.append(say(f"alt.ahead.{course.tallied}", side=side, move=move))
    texts = list(_texts(view, language, (), ()))
    if caption:
        went += _rating_lines(view, caption, say)
        went += [say("alt.end.turned", move=caption.turned)] if caption.turned else []
        texts = [f"{_match_line(view, caption, say)} {text}" for text in texts]
    return fitting_alt((*(f"{text} {' '.join(went)}" for text in texts), *texts))


def _match_line(view: View, caption: Caption, say: Speaker) -> str:
    """Return which game it was, and who played which side, as far as they are named."""
    first, second = (
        say("alt.end.player", name=name, side=view.sides[seat])
        if (name := caption.player_name(seat))
        else say.text(side)
        for seat, side in ((0, view.sides[0]), (1, view.sides[1]))
    )
    return say("alt.end.match", title=caption.title, name=first, opponent=second)


def _rating_lines(view: View, caption: Caption, say: Speaker) -> list[str]:
    """Return the change of each player's rating, as far as it is to be shown."""
    return [
        say(
            "alt.end.rating",
            name=name_or_side(caption, seat, view.sides[seat], say),
            was=Phrase("rating", points=change.was, deviation=change.was_deviation),
            became=Phrase("rating", points=change.points, deviation=change.deviation),
        )
        for seat, change in enumerate(caption.ratings)
        if change
    ]


def _texts(view: View, language: str, chosen: Sequence[str], choices: Sequence[str]) -> Iterator[str]:
    """Yield descriptions of a view, each shorter than the one before."""
    say = speaker(language)
    if isinstance(view, ProgramView):
        return program_in_words.describe_display(view, say, chosen, choices)
    return board_in_words.describe_board(_board(view), say, chosen, choices)


def fitting_alt(texts: Iterable[str]) -> str:
    """Return the first text that fits in an alt text, else the last one, cut to fit."""
    text = ""
    for text in texts:
        if len(text) <= ALT_LIMIT:
            return text
    return text[: ALT_LIMIT - 1] + "…"


def status(view: View, language: str = ENGLISH, names: Names | None = None) -> tuple[str, ...]:
    """Return lines for the card: pieces, hands, points, and progress towards the end.

    There are none if the game counts nothing. Players are called by their `names`, by seat; without
    names by their sides.
    """
    say = speaker(language)
    called = names or view.sides
    begun = None
    if isinstance(view, ProgramView):
        counts = program_in_words.score(view, say, called)
    else:
        counts, begun = board_in_words.counts(_board(view), say, called), _board(view).begun
    told = [say.text(by_name(words, called)) for words in (view.progress, begun) if words]
    lines = counts, open_hands(view, language, names), *told, explain_numbers(view, language)
    return tuple(line for line in lines if line)


def explain_numbers(view: View, language: str = ENGLISH) -> str:
    """Return the meaning of the numbers that a board shows, "" if it shows none.

    Numbers are on pieces, or in the board's sums at the end.
    """
    if not isinstance(view, BoardView):
        return ""
    if view.numbers:
        return speaker(language)("board.distances")
    return speaker(language)("board.territories") if view.groups_are == "territories" and view.groups else ""


def open_hands(view: View, language: str = ENGLISH, names: Names | None = None) -> str:
    """Return the cards of both open hands while the match goes on, else ""."""
    if not isinstance(view, ProgramView):
        return ""
    return program_in_words.open_hands(view, speaker(language), names or view.sides)


def text_board(view: View, language: str = ENGLISH, choices: Sequence[str] = ()) -> str:
    """Return the position as monospaced text for a code block, turned for the viewer.

    `choices` are the squares on offer; the display of One Zero One has its letters anyway.
    """
    say = speaker(language)
    if isinstance(view, ProgramView):
        return program_in_words.display(view, say)
    return board_in_words.grid(_board(view), say, choices)


def hand_in_words(view: View, language: str = ENGLISH) -> str:
    """Return the viewer's cards in move notation, and the ways each may point.

    Raises `TypeError` for a view of a game without hands, `ValueError` for one that shows no hand.
    """
    if not isinstance(view, ProgramView):
        raise TypeError(f"{type(view).__name__} has no hand")
    return program_in_words.hand(view, speaker(language))


def _board(view: View) -> BoardView:
    if not isinstance(view, BoardView):
        raise TypeError(f"no words for {type(view).__name__}")
    return view
