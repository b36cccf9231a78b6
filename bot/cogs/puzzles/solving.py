"""Solving a puzzle or an exercise: its choices and the other buttons on its card."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.card_lines import in_turn
from bot.cards.kit.kit import Card
from bot.cards.play.hint import ShownHint, shown_hint
from bot.cards.puzzles.puzzle import LOOKED, RIGHT, SAW, WRONG, PuzzleState
from club.club import Club
from club.play.course.hints import hint_of
from club.refusals import Refusal
from engines.puzzles.puzzle import Puzzle
from rules.choosing import ChoiceNode, reach_choice
from rules.match import Match
from words import Phrase, Words


@dataclass(frozen=True, slots=True)
class SolvingState:
    """The result of a state: the match, the next choices, words on the last move.

    The choices are `None` once it is solved. `wrong` is the match after a wrong move.
    """

    match: Match
    state: PuzzleState
    reached: ChoiceNode | None
    said: Phrase | None = None
    wrong: Match | None = None

    @property
    def card_args(self) -> tuple[Match, PuzzleState, ChoiceNode]:
        """The match, state and choices, as the card of an unsolved puzzle takes them."""
        assert self.reached is not None
        return self.match, self.state, self.reached


@dataclass(frozen=True)
class SolvingSession(ABC):
    """A member solving a puzzle, which has this key on its buttons."""

    club: Club
    request: Request
    key: str
    puzzle: Puzzle

    @abstractmethod
    async def card(self, stood: SolvingState, note: str | None = None, look: ShownHint | None = None) -> Card:
        """Return the puzzle with what can be chosen, below a `note`, perhaps with a hint."""

    @abstractmethod
    async def miss(self, stood: SolvingState, wrong: Match) -> Phrase | None:
        """Store that a move was wrong, and return what is said of it."""

    @abstractmethod
    async def help(self) -> str | None:
        """Store that a hint is taken, and return what is said of that."""

    @abstractmethod
    async def end(self, tries: str | None) -> None:
        """Show the solution, which they have found by `tries`, or asked for (`None`)."""

    async def first(self) -> Card:
        """Return the puzzle as it begins."""
        return await self.card(await asyncio.to_thread(stand, self.puzzle, PuzzleState(self.key)))

    async def go(self, state: PuzzleState) -> None:
        """Handle a choice.

        A move that it ends is compared with the line, and the right one is answered.
        """
        stood = await asyncio.to_thread(stand, self.puzzle, state)
        if stood.reached is None:
            await self.end(stood.state.tries)
            return
        said, look = stood.said, None
        if stood.wrong is not None:
            said = await self.miss(stood, stood.wrong)
            if stood.state.last_help:  # a hint stays until the move is found
                whole = stood.state.last_help == SAW
                _, look = await asyncio.to_thread(stand_with_hint, self.puzzle, stood.state, whole=whole)
        note = self.request.say.text(said) if said else None
        await self.request.reply.update(await self.card(stood, note, look))

    async def hint(self, state: PuzzleState, *, whole: bool) -> None:
        """Say where to look, or the `whole` move."""
        state = PuzzleState(state.key, state.plies, state.tries_with(SAW if whole else LOOKED))
        stood, look = await asyncio.to_thread(stand_with_hint, self.puzzle, state, whole=whole)
        note = await self.help()
        await self.request.reply.update(await self.card(stood, note, look))

    async def refutation(self, stood: SolvingState, wrong: Match) -> Phrase | None:
        """Return the reply that refutes a wrong move, or just that the move is wrong."""
        reply = await self.club.hints.reply_to(wrong, user_id=self.request.who.id)
        if reply is None:
            return stood.said
        return Phrase("card.puzzle.refuted", move=wrong.plies[-1].said, text=reply)


def solves(cog: Cog, kind: str, find: Callable[[Club, Request, str], Awaitable[SolvingSession]]) -> None:
    """Handle the buttons whose actions begin with a kind of puzzle.

    `find` finds the solver for a key.
    """

    @cog.action(kind)
    async def go_on(club: Club, request: Request) -> None:
        """Go on after a choice."""
        state = state_of(request, f"{kind}.gone")
        await (await find(club, request, state.key)).go(state)

    @cog.action(f"{kind}-hint", whole=False)
    @cog.action(f"{kind}-move", whole=True)
    async def hint(club: Club, request: Request, *, whole: bool) -> None:
        """Say where to look; after that, the move."""
        state = state_of(request, f"{kind}.gone")
        await (await find(club, request, state.key)).hint(state, whole=whole)

    @cog.action(f"{kind}-show")
    async def show(club: Club, request: Request) -> None:
        """Show the solution."""
        await (await find(club, request, request.custom_id.rest)).end(None)


def state_of(request: Request, gone: str) -> PuzzleState:
    """Return the solver's progress from a button.

    Raise `Refusal` with the code `gone` if the button holds none.
    """
    state = PuzzleState.parse(request.custom_id.rest)
    if state is None:
        raise Refusal(gone)
    return state


def stand(puzzle: Puzzle, state: PuzzleState) -> SolvingState:
    """Return the position that a state leads to, after the move that its choices end.

    Raise `Refusal` for choices that no solver can make.
    """
    if state.plies % 2 or state.plies >= len(puzzle.line):
        raise Refusal("puzzle.gone")
    match = puzzle.after(state.plies)
    reached = reach_choice(puzzle.rules, match.position, state.path)
    if reached is None or (state.sure and reached.move is None):
        raise Refusal("puzzle.gone")
    if reached.move is None or (reached.choices and not state.sure):
        return SolvingState(match, state, reached)
    if reached.text != puzzle.line[state.plies]:
        tried = PuzzleState(state.key, state.plies, state.tries_with(WRONG))
        begun = reach_choice(puzzle.rules, match.position, ())
        return SolvingState(
            match, tried, begun, Phrase("card.puzzle.wrong", move=reached.said), _after(match, reached.text)
        )
    return _after_right_move(
        puzzle, PuzzleState(state.key, state.plies + 2, state.tries_with(RIGHT)), reached.said
    )


def _after_right_move(puzzle: Puzzle, state: PuzzleState, made: Words) -> SolvingState:
    """Return the position after a right move.

    If the solver has only one legal move there, it is made for them.
    """
    replied = state.plies
    while state.plies < len(puzzle.line):
        match = puzzle.after(state.plies)
        if len(puzzle.rules.moves(match.position)) > 1:
            after = [ply.said for ply in match.plies[replied - 1 :]]
            said = Phrase("card.puzzle.right", move=made, text=after[0])
            if state.plies > replied:
                steps = in_turn(after)
                said = Phrase("card.puzzle.right.forced", move=made, steps=steps)
            return SolvingState(match, state, reach_choice(puzzle.rules, match.position, ()), said)
        state = PuzzleState(state.key, state.plies + 2, state.tries_with(RIGHT))
    return SolvingState(puzzle.after(len(puzzle.line)), state, None)


def _after(match: Match, text: str) -> Match:
    """Return a match after one more move."""
    after = match.copy()
    after.play(text)
    return after


def stand_with_hint(puzzle: Puzzle, state: PuzzleState, *, whole: bool) -> tuple[SolvingState, ShownHint]:
    """Return a puzzle after some moves of its line, with a hint at the next move.

    The solver has made no choice yet.
    """
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
