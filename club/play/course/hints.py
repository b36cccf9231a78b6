"""Hints: the computer's best move, for a person who plays against it.

Hints are not stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from club.last_used import LruCache
from club.members.quotas import PressLimiter
from club.play.course.outside_help import OutsideHelpGuard
from club.play.course.thinking import ComputerPlayer
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from engines.choose import level_count
from engines.player import TablebaseResult
from rules.game import Step
from rules.match import Match
from words import Phrase, Words

KEPT: Final = 200
"""Hints that are remembered, so that the move comes at once after where to look."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move, as a hint that can be revealed in two parts.

    `clue` says where to look for the move, and `move` names it. `steps` are the choices that lead to the
    move. `ending` is the endgame tables' verdict on the position, if they cover it, and `why` what the move
    does at once, if that can be counted.
    """

    clue: Words
    move: Words
    steps: tuple[Step, ...]
    ending: TablebaseResult | None = None
    why: Phrase | None = None


class Hints:
    """Gives hints to players.

    In games with hidden cards, a hint uses only what the player has seen.
    """

    def __init__(
        self,
        matches: Matches,
        thinking: ComputerPlayer,
        outside_help: OutsideHelpGuard,
        presses: PressLimiter,
    ) -> None:
        self._presses = presses
        self._matches = matches
        self._thinking = thinking
        self._outside = outside_help
        self._known = LruCache[tuple[int, int], Hint](KEPT)

    async def get_hint(self, table: Table, *, user_id: int) -> Hint:
        """Return a hint for the player to move in a match against the computer.

        Raise `Refusal` for everyone else, and for a match between people. Also raise it if the position
        is near one from a match that the player is playing against another person.
        """
        seat = self._matches.require_seat(table, user_id)
        if table.row.computer is None:
            raise Refusal("hint.people")
        self._matches.require_turn(table, user_id)
        await self._outside.check_match(user_id, table.match)
        key = table.row.id, table.row.version
        hint = self._known.get(key)
        if hint is None:
            self._presses.check_rate(user_id, 0)
            seed = table.player(table.row.computer).seed or 0
            choice = await self._thinking.choose_move(
                table.match, seat, level=level_count(table.game), seed=seed
            )
            game, position = table.game, table.match.position
            steps = game.steps(position, choice.move)
            hint = replace(
                make_hint(steps, game.in_words(position, choice.move)),
                ending=choice.ending,
                why=find_effect(table.match, choice.move),
            )
            self._known.put(key, hint)
        return hint

    async def find_best_reply(self, match: Match, *, user_id: int) -> Words | None:
        """Return the computer's best reply to a wrong move in a puzzle, in words.

        `match` ends with the wrong move. Return `None` if there is no reply, or if the user has made so
        many requests that this one is skipped.
        """
        if match.turn is None or match.turn == match.plies[-1].seat or not self._presses.try_take(user_id, 0):
            return None
        choice = await self._thinking.choose_move(match, match.turn, level=level_count(match.game), seed=0)
        return match.game.in_words(match.position, choice.move)


def find_effect(match: Match, move: Any) -> Phrase | None:
    """Return what a move does at once: it wins, or changes the count of who is ahead.

    Return `None` if it does neither, and where something is hidden, because the count may tell of it.
    """
    seat, game = match.turn, match.game
    if seat is None or game.hidden:
        return None
    after = match.copy()
    after.make_move(move)
    if after.outcome is not None and after.outcome.winner == seat:
        return Phrase("hint.wins")
    before, then = game.tally(match.position), game.tally(after.position)
    if before is None or then is None or before == then:
        return None
    was, became = (f"{count[seat]}–{count[1 - seat]}" for count in (before, then))
    return Phrase("hint.pieces" if game.tallied == "pieces" else "hint.points", was=was, became=became)


def make_hint(steps: Sequence[Step], move: Words) -> Hint:
    """Make a hint from a move and its steps.

    The clue is the first step, or the region of the board (the step's group) if the first step is the
    whole move.
    """
    first, *rest = steps
    return Hint(first.label if rest else first.group or first.label, move, tuple(steps))
