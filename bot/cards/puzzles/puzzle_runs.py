"""Puzzle streaks and races: the lobby, each puzzle of a run, and the result."""

from typing import Final

from bot.cards.kit.choices import choice_rows, in_sight
from bot.cards.kit.kit import OFFERED, OVER, PRIMARY, Card, Press, framed_view, row, small, text
from bot.cards.kit.pictures import board_picture
from bot.cards.play.picker import alike_line, choosing, raised_hand, steps_line
from bot.cards.puzzles.puzzle import (
    PuzzleIds,
    PuzzleState,
    line_block,
    puzzle_options_line,
    solver_view,
    stars_of,
)
from bot.custom_ids import CustomId
from club.puzzles.runs import SECONDS, Lobby, PuzzleRun
from data.puzzles.puzzle_runs import RACE, STREAK, BestRunRow
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.scales import SOLVERS
from rendering.describe import open_hands
from rules.catalogue import GAMES
from rules.choosing import ChoiceNode
from rules.game import AnyGame
from rules.match import Match
from words import Speaker, ago

OTHER: Final = {STREAK: RACE, RACE: STREAK}


def lobby_card(lobby: Lobby, game: AnyGame, say: Speaker) -> Card:
    """Return what a streak or race is, the best of the month, and the way into it."""
    minutes = int(SECONDS) // 60
    begun = lobby.run is not None
    played = GAMES[lobby.run.game] if lobby.run else game
    return Card(
        framed_view(
            OFFERED,
            text(
                say(f"card.run.{lobby.kind}", title=played.title),
                say(f"card.run.{lobby.kind}.about", count=minutes),
                say("card.run.begun", count=lobby.run.solved) if lobby.run else None,
                *_table_lines(lobby, played.key, say),
            ),
            row(
                Press.of(
                    CustomId("run-begin", 0, rest=f"{lobby.kind}/{game.key}"),
                    say("button.run.on" if begun else "button.run.begin"),
                    PRIMARY,
                ),
                run_press(OTHER[lobby.kind], game.key, say),
            ),
        )
    )


def run_card(
    run: PuzzleRun,
    puzzle: Puzzle,
    match: Match,
    state: PuzzleState,
    reached: ChoiceNode,
    say: Speaker,
    *,
    theme: str,
    ends_at: float,
    note: str | None = None,
) -> Card:
    """Return a puzzle of a streak or race, with the choices of the level reached.

    A race is over at `ends_at`.
    """
    ids = PuzzleIds(puzzle.key, state.plies, "", run.kind)
    view = solver_view(puzzle, match)
    choices = in_sight(reached, view, state.part)
    side = match.sides[puzzle.solver]
    words = say("card.puzzle.task" if puzzle.game in SOLVERS else "card.puzzle.task.material", side=side)
    if steps := steps_line(reached, say):
        words = say("card.puzzle.next", steps=steps, side=side)
    under_way = note is not None and state.plies > 0
    return Card(
        framed_view(
            OFFERED,
            text(
                say(
                    f"card.run.{run.kind}.at",
                    title=puzzle.rules.title,
                    stars=stars_of(puzzle),
                    count=run.solved,
                ),
                say("card.run.ends", since=ago(ends_at)) if run.kind == RACE else None,
                puzzle_options_line(puzzle, match, say),
                note,
                None if under_way else words,
                alike_line(reached, say),
                say.text(reached.duty) if reached.duty else None,
                small(open_hands(view, say.language)),
            ),
            board_picture(view, say, theme)
            if under_way
            else choosing(view, reached, choices, say, theme=theme),
            raised_hand(view, reached, say, theme),
            *choice_rows(reached, choices, view, ids, say, further=[]),
        )
    )


def ended_card(run: PuzzleRun, lobby: Lobby, say: Speaker, *, theme: str, missed: Puzzle | None) -> Card:
    """Return the result of a streak or race.

    It has the solution of the puzzle that was missed last.
    """
    match = missed.after(len(missed.line)) if missed else None
    board = board_picture(solver_view(missed, match), say, theme) if missed and match else None
    key = run.game
    return Card(
        framed_view(
            OVER,
            text(
                say(f"card.run.{run.kind}.over", title=GAMES[key].title, count=run.solved),
                say("card.run.solution") if missed else None,
                line_block(missed, match, say) if missed and match else None,
                *_table_lines(lobby, key, say),
            ),
            board,
            row(
                Press.of(
                    CustomId("run-begin", 0, rest=f"{run.kind}/{key}"), say("button.run.again"), PRIMARY
                ),
                run_press(OTHER[run.kind], key, say),
                Press.of(CustomId("puzzle-mine", 0), say("button.puzzle.mine")),
            ),
        )
    )


def run_press(kind: str, key: str, say: Speaker) -> Press:
    """Return the button that leads to streaks or races of a game."""
    return Press.of(CustomId("run-open", 0, rest=f"{kind}/{key}"), say(f"button.run.{kind}"))


def _table_lines(lobby: Lobby, key: str, say: Speaker) -> list[str]:
    """Return the best of the month on a server, a line each.

    The member's own line is added if it is not among them. A line names its game if that is not the
    card's game: if every line did, few would fit on a phone.
    """
    if not lobby.here:
        return []
    if not lobby.best and lobby.own is None:
        return [say("card.run.month.none")]
    lines = [say("card.run.month")] if lobby.best else []
    lines += [
        f"{place}. <@{best.user_id}> · {_came_to(best, key, say)}" for place, best in enumerate(lobby.best, 1)
    ]
    if lobby.own and lobby.own not in lobby.best:
        lines.append(f"-# {say('card.run.own', text=_came_to(lobby.own, key, say))}")
    return lines


def _came_to(best: BestRunRow, key: str, say: Speaker) -> str:
    if best.game == key:
        return say("card.run.best.same", count=best.solved)
    return say("card.run.best", count=best.solved, title=GAMES[best.game].title)
