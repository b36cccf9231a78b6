"""Puzzle streaks and races: the lobby, each puzzle of a run, and the result.

A run is one streak or one race.
"""

from typing import Final

from bot.cards.kit.choices import choice_rows, visible_choices
from bot.cards.kit.kit import OFFERED, OVER, PRIMARY, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.pictures import board_picture
from bot.cards.play.picker import alike_cards_line, choices_picture, raised_hand, steps_line
from bot.cards.puzzles.puzzle import (
    PuzzleIds,
    PuzzleState,
    difficulty_stars,
    puzzle_options_line,
    solution_block,
    solver_view,
)
from bot.custom_ids import CustomId
from club.puzzles.runs import SECONDS, PuzzleRun, RunLobby
from data.puzzles.puzzle_runs import RACE, STREAK, BestRunRow
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.scales import SOLVERS
from rendering.describe import open_hands_text
from rules.catalogue import GAMES
from rules.choosing import ChoiceNode
from rules.game import AnyGame
from rules.match import Match
from words import Localizer, relative_timestamp

OTHER: Final = {STREAK: RACE, RACE: STREAK}


def run_lobby_card(lobby: RunLobby, game: AnyGame, say: Localizer) -> Card:
    """Return what a streak or race is, the best of the month, and its button."""
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
                ActionButton.create(
                    CustomId("run-begin", 0, rest=f"{lobby.kind}/{game.key}"),
                    say("button.run.on" if begun else "button.run.begin"),
                    PRIMARY,
                ),
                run_button(OTHER[lobby.kind], game.key, say),
            ),
        )
    )


def run_card(
    run: PuzzleRun,
    puzzle: Puzzle,
    match: Match,
    state: PuzzleState,
    node: ChoiceNode,
    say: Localizer,
    *,
    theme: str,
    ends_at: float,
    note: str | None = None,
) -> Card:
    """Return a puzzle of a streak or race, with the choices from `node` on.

    A race is over at `ends_at`.
    """
    ids = PuzzleIds(puzzle.key, state.plies, "", run.kind)
    view = solver_view(puzzle, match)
    choices = visible_choices(node, view, state.part)
    side = match.sides[puzzle.solver]
    words = say("card.puzzle.task" if puzzle.game in SOLVERS else "card.puzzle.task.material", side=side)
    if steps := steps_line(node, say):
        words = say("card.puzzle.next", steps=steps, side=side)
    under_way = note is not None and state.plies > 0
    return Card(
        framed_view(
            OFFERED,
            text(
                say(
                    f"card.run.{run.kind}.at",
                    title=puzzle.rules.title,
                    stars=difficulty_stars(puzzle),
                    count=run.solved,
                ),
                say("card.run.ends", since=relative_timestamp(ends_at)) if run.kind == RACE else None,
                puzzle_options_line(puzzle, match, say),
                note,
                None if under_way else words,
                alike_cards_line(node, say),
                say.text(node.duty) if node.duty else None,
                small_print(open_hands_text(view, say.language)),
            ),
            board_picture(view, say, theme)
            if under_way
            else choices_picture(view, node, choices, say, theme=theme),
            raised_hand(view, node, say, theme),
            *choice_rows(node, choices, view, ids, say, extra_buttons=[]),
        )
    )


def run_result_card(
    run: PuzzleRun, lobby: RunLobby, say: Localizer, *, theme: str, missed_puzzle: Puzzle | None
) -> Card:
    """Return the result of a streak or race.

    It shows the solution of the puzzle that was missed last, if any.
    """
    match = missed_puzzle.match_after(len(missed_puzzle.line)) if missed_puzzle else None
    board = board_picture(solver_view(missed_puzzle, match), say, theme) if missed_puzzle and match else None
    key = run.game
    return Card(
        framed_view(
            OVER,
            text(
                say(f"card.run.{run.kind}.over", title=GAMES[key].title, count=run.solved),
                say("card.run.solution") if missed_puzzle else None,
                solution_block(missed_puzzle, match, say) if missed_puzzle and match else None,
                *_table_lines(lobby, key, say),
            ),
            board,
            row(
                ActionButton.create(
                    CustomId("run-begin", 0, rest=f"{run.kind}/{key}"), say("button.run.again"), PRIMARY
                ),
                run_button(OTHER[run.kind], key, say),
                ActionButton.create(CustomId("puzzle-mine", 0), say("button.puzzle.mine")),
            ),
        )
    )


def run_button(kind: str, game_key: str, say: Localizer) -> ActionButton:
    """Return the button that opens the streaks or the races of a game."""
    return ActionButton.create(CustomId("run-open", 0, rest=f"{kind}/{game_key}"), say(f"button.run.{kind}"))


def _table_lines(lobby: RunLobby, key: str, say: Localizer) -> list[str]:
    """Return the best results of the month on a server, a line each.

    The member's own line is added if it is not among them. A line names its game only if that is not
    the card's game; otherwise few lines would fit on a phone.
    """
    if not lobby.is_on_server:
        return []
    if not lobby.best_of_month and lobby.own_best is None:
        return [say("card.run.month.none")]
    lines = [say("card.run.month")] if lobby.best_of_month else []
    lines += [
        f"{place}. <@{best.user_id}> · {_score_text(best, key, say)}"
        for place, best in enumerate(lobby.best_of_month, 1)
    ]
    if lobby.own_best and lobby.own_best not in lobby.best_of_month:
        lines.append(f"-# {say('card.run.own', text=_score_text(lobby.own_best, key, say))}")
    return lines


def _score_text(best: BestRunRow, key: str, say: Localizer) -> str:
    if best.game == key:
        return say("card.run.best.same", count=best.solved)
    return say("card.run.best", count=best.solved, title=GAMES[best.game].title)
