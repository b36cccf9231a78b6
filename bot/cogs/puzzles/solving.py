"""Solving a puzzle or an exercise: choices of moves, hints and the solution."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.card_lines import quote_moves
from bot.cards.kit.kit import Card
from bot.cards.play.hint import ShownHint, shown_hint
from bot.cards.puzzles.puzzle import LOOKED, RIGHT, SAW, WRONG, PuzzleState
from club.club import Club
from club.play.course.hints import make_hint
from club.refusals import Refusal
from engines.puzzles.puzzle import Puzzle
from rules.choosing import ChoiceNode, reach_choice
from rules.match import Match
from words import Phrase, Words


@dataclass(frozen=True, slots=True)
class SolvingState:
    """The position in a puzzle, with the next choices and the last outcome.

    `node` has the next choices for a move; it is `None` once the puzzle is solved. `message` is about
    the last move. `wrong_match` is the match after that move if it was wrong.
    """

    match: Match
    state: PuzzleState
    node: ChoiceNode | None
    message: Phrase | None = None
    wrong_match: Match | None = None

    @property
    def card_args(self) -> tuple[Match, PuzzleState, ChoiceNode]:
        """The match, progress and choices: the leading arguments of a puzzle's card."""
        assert self.node is not None
        return self.match, self.state, self.node


@dataclass(frozen=True)
class SolvingSession(ABC):
    """A member's work on a puzzle.

    `key` identifies the puzzle in the custom_ids of its buttons.
    """

    club: Club
    request: Request
    key: str
    puzzle: Puzzle

    @abstractmethod
    async def card(
        self, current: SolvingState, note: str | None = None, hint: ShownHint | None = None
    ) -> Card:
        """Return the card of the puzzle with the current choices.

        It may have a `note` above them and a hint.
        """

    @abstractmethod
    async def record_miss(self, current: SolvingState, wrong_match: Match) -> Phrase | None:
        """Store that a move was wrong, and return a message about it."""

    @abstractmethod
    async def record_hint(self) -> str | None:
        """Store that a hint was taken, and return a message about that, if any."""

    @abstractmethod
    async def show_solution(self, tries: str | None) -> None:
        """Show the solution.

        `tries` are the tries of a member who found it, or `None` if they asked for it.
        """

    async def first_card(self) -> Card:
        """Return the card of the puzzle at its starting position."""
        return await self.card(
            await asyncio.to_thread(resolve_puzzle_state, self.puzzle, PuzzleState(self.key))
        )

    async def handle_choice(self, state: PuzzleState) -> None:
        """Handle a choice.

        If it completes a move, compare that with the puzzle's solution, and answer the right move with
        the reply.
        """
        stood = await asyncio.to_thread(resolve_puzzle_state, self.puzzle, state)
        if stood.node is None:
            await self.show_solution(stood.state.tries)
            return
        said, look = stood.message, None
        if stood.wrong_match is not None:
            said = await self.record_miss(stood, stood.wrong_match)
            if stood.state.last_help:  # a hint stays until the move is found
                whole = stood.state.last_help == SAW
                _, look = await asyncio.to_thread(
                    resolve_state_with_hint, self.puzzle, stood.state, whole=whole
                )
        note = self.request.say.text(said) if said else None
        await self.request.reply.update(await self.card(stood, note, look))

    async def show_hint(self, state: PuzzleState, *, whole: bool) -> None:
        """Show where to look, or (with `whole`) the move."""
        state = PuzzleState(state.key, state.plies, state.extended_tries(SAW if whole else LOOKED))
        stood, look = await asyncio.to_thread(resolve_state_with_hint, self.puzzle, state, whole=whole)
        note = await self.record_hint()
        await self.request.reply.update(await self.card(stood, note, look))

    async def find_refutation(self, current: SolvingState, wrong_match: Match) -> Phrase | None:
        """Return a message with the reply that refutes a wrong move.

        If no such reply is known, the message only says that the move is wrong.
        """
        reply = await self.club.play.hints.find_best_reply(wrong_match, user_id=self.request.user.id)
        if reply is None:
            return current.message
        return Phrase("card.puzzle.refuted", move=wrong_match.plies[-1].said, text=reply)


def register_solving_buttons(
    cog: Cog, kind: str, find_session: Callable[[Club, Request, str], Awaitable[SolvingSession]]
) -> None:
    """Register handlers for the buttons of a kind of puzzle.

    Their actions begin with `kind`. `find_session` returns the session for a puzzle's key.
    """

    @cog.action(kind)
    async def handle_choice(club: Club, request: Request) -> None:
        """Go on after a choice."""
        state = parse_state(request, f"{kind}.gone")
        await (await find_session(club, request, state.key)).handle_choice(state)

    @cog.action(f"{kind}-hint", whole=False)
    @cog.action(f"{kind}-move", whole=True)
    async def show_hint(club: Club, request: Request, *, whole: bool) -> None:
        """Show where to look or, with `whole`, the move."""
        state = parse_state(request, f"{kind}.gone")
        await (await find_session(club, request, state.key)).show_hint(state, whole=whole)

    @cog.action(f"{kind}-show")
    async def show_solution(club: Club, request: Request) -> None:
        """Show the solution."""
        await (await find_session(club, request, request.custom_id.rest)).show_solution(None)


def parse_state(request: Request, refusal_code: str) -> PuzzleState:
    """Return the solver's progress, which is stored in the button's custom_id.

    Raise a `Refusal` with the code `refusal_code` if the custom_id is invalid.
    """
    state = PuzzleState.parse(request.custom_id.rest)
    if state is None:
        raise Refusal(refusal_code)
    return state


def resolve_puzzle_state(puzzle: Puzzle, state: PuzzleState) -> SolvingState:
    """Apply the choices in `state` to a puzzle, and return the result.

    If the choices complete a move, it is compared with the solution. Raise `Refusal` for choices that
    do not lead to a legal move.
    """
    if state.plies % 2 or state.plies >= len(puzzle.line):
        raise Refusal("puzzle.gone")
    match = puzzle.match_after(state.plies)
    reached = reach_choice(puzzle.rules, match.position, state.path)
    if reached is None or (state.plays_now and reached.move is None):
        raise Refusal("puzzle.gone")
    if reached.move is None or (reached.choices and not state.plays_now):
        return SolvingState(match, state, reached)
    if reached.text != puzzle.line[state.plies]:
        tried = PuzzleState(state.key, state.plies, state.extended_tries(WRONG))
        begun = reach_choice(puzzle.rules, match.position, ())
        return SolvingState(
            match,
            tried,
            begun,
            Phrase("card.puzzle.wrong", move=reached.wording),
            _play_move(match, reached.text),
        )
    return _after_right_move(
        puzzle, PuzzleState(state.key, state.plies + 2, state.extended_tries(RIGHT)), reached.wording
    )


def _after_right_move(puzzle: Puzzle, state: PuzzleState, move_name: Words) -> SolvingState:
    """Return the position after a right move and the reply to it.

    While the solver has only one legal move, it is made for them.
    """
    replied = state.plies
    while state.plies < len(puzzle.line):
        match = puzzle.match_after(state.plies)
        if len(puzzle.rules.moves(match.position)) > 1:
            after = [ply.said for ply in match.plies[replied - 1 :]]
            said = Phrase("card.puzzle.right", move=move_name, text=after[0])
            if state.plies > replied:
                steps = quote_moves(after)
                said = Phrase("card.puzzle.right.forced", move=move_name, steps=steps)
            return SolvingState(match, state, reach_choice(puzzle.rules, match.position, ()), said)
        state = PuzzleState(state.key, state.plies + 2, state.extended_tries(RIGHT))
    return SolvingState(puzzle.match_after(len(puzzle.line)), state, None)


def _play_move(match: Match, text: str) -> Match:
    """Return a copy of the match after one more move."""
    after = match.copy()
    after.play(text)
    return after


def resolve_state_with_hint(
    puzzle: Puzzle, state: PuzzleState, *, whole: bool
) -> tuple[SolvingState, ShownHint]:
    """Return the current position of a puzzle, with a hint at the next move.

    With `whole` the hint shows the move. The solver has made no choice for that move yet.
    """
    stood = resolve_puzzle_state(puzzle, state)
    assert stood.node is not None
    game, position = puzzle.rules, stood.match.position
    move = game.read(position, puzzle.line[state.plies])
    steps = game.steps(position, move)
    values = tuple(step.value for step in steps)
    taken = len(stood.node.chain)  # a single way on is gone by itself
    left = steps[taken:] if stood.node.path == values[:taken] else steps
    if len(left) == 1 and not left[0].group:
        left = steps  # the last choice is no hint at the move, but all of it
    hint = make_hint(steps if whole else left, game.in_words(position, move))
    return stood, shown_hint(hint, stood.node.choices, shows_move=whole)
