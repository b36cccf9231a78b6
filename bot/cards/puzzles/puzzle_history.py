"""A member's own puzzle history: ratings, last tries, and missed puzzles."""

from bot.cards.kit.kit import OFFERED, ActionButton, Card, framed_view, menu, row, small_print, text
from bot.cards.puzzles.puzzle import difficulty_stars, signed_points
from bot.cards.puzzles.puzzle_runs import run_button
from bot.custom_ids import CustomId
from club.puzzles.puzzle_history import PastTry, PuzzleHistory
from club.puzzles.puzzle_rating import SHOWN_FROM, is_known
from data.puzzles.puzzle_rating import SolverRow
from data.puzzles.puzzle_runs import RACE, STREAK
from rules.catalogue import GAMES
from rules.game import AnyGame, Step
from words import Localizer

GAMES_LISTED = 6
"""Number of games whose ratings are listed: those tried most recently."""


def history_card(history: PuzzleHistory, game: AnyGame, say: Localizer) -> Card:
    """Return a member's puzzle history, with a menu of missed puzzles to retry.

    `game` is the game whose streaks and races the buttons open.
    """
    missed = [
        Step(
            past.puzzle.key,
            say("menu.puzzle.again.one", title=past.puzzle.rules.title, stars=difficulty_stars(past.puzzle)),
        )
        for past in history.missed_tries
    ]
    shown = {each.game for each in history.ratings if each.tries >= SHOWN_FROM}
    again = menu(CustomId("puzzle-again", 0), say, say("menu.puzzle.again"), missed) if missed else None
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.puzzles"),
                say("card.puzzles.tried", count=history.try_counts.count, clean=history.try_counts.won)
                if history.try_counts.count
                else say("card.puzzles.none"),
                *(_rating_line(each, say) for each in history.ratings[:GAMES_LISTED] if each.game in GAMES),
            ),
            text(
                say("card.puzzles.latest"),
                *(
                    _past_try_line(each, say, is_rated=each.row.game in shown)
                    for each in history.latest_tries
                ),
            )
            if history.latest_tries
            else None,
            text(say("card.puzzles.missed", count=len(missed))) if again else None,
            row(again) if again else None,
            row(
                run_button(STREAK, game.key, say),
                run_button(RACE, game.key, say),
                ActionButton.create(CustomId("today", 0), say("button.home.puzzle")),
            ),
            text(small_print(say("card.puzzles.about"))),
        )
    )


def _rating_line(row_: SolverRow, say: Localizer) -> str:
    """Return the member's puzzle rating in a game, or their tries before it is shown."""
    if row_.tries < SHOWN_FROM:
        return say(
            "card.puzzles.rating.soon", title=GAMES[row_.game].title, number=row_.tries, count=SHOWN_FROM
        )
    return say(
        "card.puzzles.rating" if is_known(row_) else "card.puzzles.rating.provisional",
        title=GAMES[row_.game].title,
        points=round(row_.points),
        deviation=round(row_.deviation),
    )


def _past_try_line(past: PastTry, say: Localizer, *, is_rated: bool) -> str:
    """Return the line on one try: its result, and the rating change if `is_rated`.

    The date would not fit beside them on a phone.
    """
    tried = past.row
    sign = "🟩" if tried.won else "🟨" if tried.again else "🟥"
    gain = f" · {signed_points(tried.gain)}" if is_rated and tried.gain is not None else ""
    title, stars = past.puzzle.rules.title, difficulty_stars(past.puzzle)
    return f"{sign} {say('card.puzzles.past', title=title, stars=stars)}{gain}"
