"""A member's own puzzle history: ratings, last tries, and missed puzzles to retry."""

from bot.cards.kit.kit import OFFERED, Card, Press, framed_view, menu, row, small, text
from bot.cards.puzzles.puzzle import signed_points, stars_of
from bot.cards.puzzles.puzzle_runs import run_press
from bot.custom_ids import CustomId
from club.puzzles.puzzle_history import History, PastTry
from data.puzzles.puzzle_rating import SolverRow
from data.puzzles.puzzle_runs import RACE, STREAK
from rules.catalogue import GAMES
from rules.game import AnyGame, Step
from words import Speaker

GAMES_LISTED = 6
"""Number of games whose ratings are listed: those tried most recently."""


def history_card(history: History, game: AnyGame, say: Speaker) -> Card:
    """Return a member's tries, with a menu of puzzles that they may try again.

    `game` is the one they play.
    """
    missed = [
        Step(
            past.puzzle.key,
            say("menu.puzzle.again.one", title=past.puzzle.rules.title, stars=stars_of(past.puzzle)),
        )
        for past in history.missed
    ]
    again = menu(CustomId("puzzle-again", 0), say, say("menu.puzzle.again"), missed) if missed else None
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.puzzles"),
                say("card.puzzles.tried", count=history.tried.count, clean=history.tried.won)
                if history.tried.count
                else say("card.puzzles.none"),
                *(_rating(each, say) for each in history.ratings[:GAMES_LISTED] if each.game in GAMES),
            ),
            text(say("card.puzzles.latest"), *(_past(each, say) for each in history.latest))
            if history.latest
            else None,
            text(say("card.puzzles.missed", count=len(missed))) if again else None,
            row(again) if again else None,
            row(
                run_press(STREAK, game.key, say),
                run_press(RACE, game.key, say),
                Press.of(CustomId("today", 0), say("button.home.puzzle")),
            ),
            text(small(say("card.puzzles.about"))),
        )
    )


def _rating(row_: SolverRow, say: Speaker) -> str:
    """Return the member's rating in a game, with its uncertainty."""
    return say(
        "card.puzzles.rating",
        title=GAMES[row_.game].title,
        points=round(row_.points),
        deviation=round(row_.deviation),
    )


def _past(past: PastTry, say: Speaker) -> str:
    """Return one try: its result, and the rating change.

    Its date would not fit beside that on a phone.
    """
    tried = past.tried
    sign = "🟩" if tried.won else "🟨" if tried.again else "🟥"
    gain = "" if tried.gain is None else f" · {signed_points(tried.gain)}"
    title, stars = past.puzzle.rules.title, stars_of(past.puzzle)
    return f"{sign} {say('card.puzzles.past', title=title, stars=stars)}{gain}"
