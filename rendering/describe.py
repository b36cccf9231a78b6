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
from words import ENGLISH, Localizer, Phrase, Words, insert_player_names, localizer_for
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
    return fit_alt_text(_texts(view, language, chosen, choices))


def describe_end(
    view: View,
    course: Course,
    end_reason: Words | None = None,
    language: str = ENGLISH,
    caption: Caption | None = None,
) -> str:
    """Return the picture of a match's end in words, at most 1,024 characters.

    The course of the match is included if there is room. `end_reason` is the reason of a match that ended
    without an outcome; a `caption` names the game and its players.
    """
    say = localizer_for(language)
    went = [say("alt.end.none", reason=end_reason)] if end_reason and view.outcome is None else []
    went.append(say("alt.end.moves", count=course.number))
    winner = view.outcome.winner if view.outcome else None
    ahead = None if winner is None else course.lead_start(winner)
    if winner is not None and ahead:
        side, move = view.sides[winner], course.moves[ahead - 1]
        went.append(say(f"alt.ahead.{course.tallied}", side=side, move=move))
    texts = list(_texts(view, language, (), ()))
    if caption:
        went += _rating_lines(view, caption, say)
        went += [say("alt.end.turned", move=caption.turning_move)] if caption.turning_move else []
        texts = [f"{_match_line(view, caption, say)} {text}" for text in texts]
    return fit_alt_text((*(f"{text} {' '.join(went)}" for text in texts), *texts))


def _match_line(view: View, caption: Caption, say: Localizer) -> str:
    """Return which game it was, and who played which side, as far as they are named."""
    first, second = (
        say("alt.end.player", name=name, side=view.sides[seat])
        if (name := caption.player_name(seat))
        else say.text(side)
        for seat, side in ((0, view.sides[0]), (1, view.sides[1]))
    )
    return say("alt.end.match", title=caption.title, name=first, opponent=second)


def _rating_lines(view: View, caption: Caption, say: Localizer) -> list[str]:
    """Return the change of each player's rating, as far as it is to be shown."""
    return [
        say(
            "alt.end.rating",
            name=name_or_side(caption, seat, view.sides[seat], say),
            was=Phrase("rating", points=change.old_points, deviation=change.old_deviation),
            became=Phrase("rating", points=change.new_points, deviation=change.new_deviation),
        )
        for seat, change in enumerate(caption.ratings)
        if change
    ]


def _texts(view: View, language: str, chosen: Sequence[str], choices: Sequence[str]) -> Iterator[str]:
    """Yield descriptions of a view, each shorter than the one before."""
    say = localizer_for(language)
    if isinstance(view, ProgramView):
        return program_in_words.describe_display(view, say, chosen, choices)
    return board_in_words.describe_board(_board(view), say, chosen, choices)


def fit_alt_text(texts: Iterable[str]) -> str:
    """Return the first text that fits in an alt text, else the last one, cut to fit."""
    text = ""
    for text in texts:
        if len(text) <= ALT_LIMIT:
            return text
    return text[: ALT_LIMIT - 1] + "…"


def summary_lines(view: View, language: str = ENGLISH, names: Names | None = None) -> tuple[str, ...]:
    """Return lines that sum up a view: pieces, hands, points, and progress.

    There are none if the game counts nothing. `names` are the players' names by seat; without them, the
    names of the sides are used.
    """
    say = localizer_for(language)
    called = names or view.sides
    begun = None
    if isinstance(view, ProgramView):
        counts = program_in_words.describe_score(view, say, names)
    else:
        counts, begun = board_in_words.describe_counts(_board(view), say, called), _board(view).begun
    told = [say.text(insert_player_names(words, called)) for words in (view.progress, begun) if words]
    lines = counts, open_hands_text(view, language, names), *told, explain_numbers(view, language)
    return tuple(line for line in lines if line)


def explain_numbers(view: View, language: str = ENGLISH) -> str:
    """Return the meaning of the numbers that a board shows, "" if it shows none.

    Numbers are on pieces, or in the board's sums at the end.
    """
    if not isinstance(view, BoardView):
        return ""
    if view.numbers:
        return localizer_for(language)("board.distances")
    return (
        localizer_for(language)("board.territories")
        if view.groups_are == "territories" and view.groups
        else ""
    )


def open_hands_text(view: View, language: str = ENGLISH, names: Names | None = None) -> str:
    """Return the cards of both hands if they are open during a match, else ""."""
    if not isinstance(view, ProgramView):
        return ""
    return program_in_words.describe_open_hands(view, localizer_for(language), names or view.sides)


def text_board(view: View, language: str = ENGLISH, choices: Sequence[str] = ()) -> str:
    """Return the position as monospaced text for a code block, turned for the viewer.

    `choices` are the squares on offer; the display of One Zero One has its letters anyway.
    """
    say = localizer_for(language)
    if isinstance(view, ProgramView):
        return program_in_words.display_as_text(view, say)
    return board_in_words.board_as_text(_board(view), say, choices)


def hand_in_words(view: View, language: str = ENGLISH) -> str:
    """Return the viewer's cards in move notation, and the ways each may point.

    Raise `TypeError` for a view of a game without hands, `ValueError` for one that shows no hand.
    """
    if not isinstance(view, ProgramView):
        raise TypeError(f"{type(view).__name__} has no hand")
    return program_in_words.describe_hand(view, localizer_for(language))


def _board(view: View) -> BoardView:
    if not isinstance(view, BoardView):
        raise TypeError(f"no words for {type(view).__name__}")
    return view
