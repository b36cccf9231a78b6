"""Where the choices on the card of a puzzle or an exercise lead: to the next ones, to a move, to the solution."""

from dataclasses import dataclass

from bot.cards.hint import ShownHint, shown_hint
from bot.cards.lines import in_turn
from bot.cards.puzzle import RIGHT, WRONG, PuzzleState
from club.play.hints import hint_of
from club.refusals import Refusal
from engines.puzzles.puzzle import Puzzle
from rules.choosing import Node, reach
from rules.match import Match
from words import Said, Words


@dataclass(frozen=True, slots=True)
class Stood:
    """Where a state leads: the match, what can be chosen (`None` once it is solved), what is said of the last move.

    `wrong` is the match after a move that was not the one.
    """

    match: Match
    state: PuzzleState
    reached: Node | None
    said: Said | None = None
    wrong: Match | None = None


def stand(puzzle: Puzzle, state: PuzzleState) -> Stood:
    """Return where a state leads, after the move that its choices end; raise `Refusal` for what nobody can choose."""
    if state.plies % 2 or state.plies >= len(puzzle.line):
        raise Refusal("puzzle.gone")
    match = puzzle.after(state.plies)
    reached = reach(puzzle.rules, match.position, state.path)
    if reached is None or (state.sure and reached.move is None):
        raise Refusal("puzzle.gone")
    if reached.move is None or (reached.choices and not state.sure):
        return Stood(match, state, reached)
    if reached.text != puzzle.line[state.plies]:
        tried = PuzzleState(state.key, state.plies, state.tried(WRONG))
        begun = reach(puzzle.rules, match.position, ())
        return Stood(
            match, tried, begun, Said("card.puzzle.wrong", move=reached.said), _after(match, reached.text)
        )
    return _went_on(puzzle, PuzzleState(state.key, state.plies + 2, state.tried(RIGHT)), reached.said)


def _went_on(puzzle: Puzzle, state: PuzzleState, made: Words) -> Stood:
    """Return where a right move leads; where its solver has one move alone, that is made for them."""
    replied = state.plies
    while state.plies < len(puzzle.line):
        match = puzzle.after(state.plies)
        if len(puzzle.rules.moves(match.position)) > 1:
            after = [ply.said for ply in match.plies[replied - 1 :]]
            said = Said("card.puzzle.right", move=made, text=after[0])
            if state.plies > replied:
                steps = in_turn(after)
                said = Said("card.puzzle.right.forced", move=made, steps=steps)
            return Stood(match, state, reach(puzzle.rules, match.position, ()), said)
        state = PuzzleState(state.key, state.plies + 2, state.tried(RIGHT))
    return Stood(puzzle.after(len(puzzle.line)), state, None)


def _after(match: Match, text: str) -> Match:
    """Return a match after one more move."""
    after = match.copy()
    after.play(text)
    return after


def looked(puzzle: Puzzle, state: PuzzleState, *, whole: bool) -> tuple[Stood, ShownHint]:
    """Return a puzzle after some moves of its line, before any choice, with a hint at the next."""
    stood = stand(puzzle, state)
    assert stood.reached is not None
    game, position = puzzle.rules, stood.match.position
    move = game.read(position, puzzle.line[state.plies])
    steps = game.steps(position, move)
    values = tuple(step.value for step in steps)
    taken = len(stood.reached.chain)  # a single way on is gone by itself
    left = steps[taken:] if stood.reached.path == values[:taken] else steps
    if len(left) == 1 and not left[0].group:
        left = steps  # the last choice is no hint at the move, but all of it
    hint = hint_of(steps if whole else left, game.in_words(position, move))
    return stood, shown_hint(hint, stood.reached.choices, whole=whole)
