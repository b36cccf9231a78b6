"""The choices that lead to a move, level by level, as every picker offers them.

The player's level is computed off the event loop.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.choices import Choices, foresee
from bot.cards.kit.kit import Card
from club.club import Club
from club.members.preferences import theme_of
from club.play.match.matches import Table
from data.members.preferences import Preference
from rules.choosing import ChoiceNode, reach_choice
from rules.game import Seat


class WalkStage(NamedTuple):
    """A level on the way to a move: the visible choices and the effect of each."""

    reached: ChoiceNode
    shown: Choices


@dataclass(frozen=True)
class MoveWalk(ABC):
    """A person's choices on the way to a move.

    The move at the end is played, or kept as a vote, a guess or a conditional move. `table` is seen
    from `seat`; `stale` says whether the board has changed since the button was drawn.
    """

    club: Club
    request: Request
    table: Table
    seat: Seat | None
    preference: Preference
    stale: bool

    @property
    def theme(self) -> str:
        """Return the theme in which they see boards."""
        return theme_of(self.preference)

    @property
    def asks(self) -> bool:
        """Return whether a move is shown on the board before it counts."""
        return False

    @abstractmethod
    async def card(self, level: WalkStage, note: str | None = None) -> Card:
        """Return the choices of a level, below a `note`."""

    @abstractmethod
    async def keep(self, reached: ChoiceNode) -> None:
        """Play or store the move to which the way has led, and answer."""

    async def level(self, path: Sequence[str], part: int | None = None) -> WalkStage | None:
        """Return the level that a path leads to, or `None` if no move begins so.

        Only one `part` of its choices is visible. It is computed off the event loop: a position can have
        thousands of moves, and the effect of each choice takes some more time.
        """

        def look() -> WalkStage | None:
            reached = reach_choice(self.table.game, self.table.match.position, path)
            if reached is None:
                return None
            return WalkStage(reached, foresee(self.table.match, reached, self.table.view(self.seat), part))

        return await self.club.crowded_positions.beside(self.request.who.id, self.table.match, look)

    async def first(self, note: str | None = None) -> Card:
        """Return the first choices, below a `note`."""
        level = await self.level(())
        assert level is not None  # who is to move has a move
        return await self.card(level, note)

    async def begin(self, note: str | None = None) -> None:
        """Show where the way begins."""
        await self.request.reply.update(await self.first(note))

    async def go(self, path: Sequence[str], part: int | None = None, *, sure: bool = False) -> None:
        """Go on from a path: keep the move at its end, or show the next level.

        From an older position, begin anew. `sure` keeps a move that other moves continue.
        """
        if self.stale:
            await self.begin(self.request.say("match.stale"))
            return
        level = await self.level(path, part)
        if level is None or (sure and level.reached.move is None):
            await self.begin(self.request.say("picker.again"))
        elif level.reached.move is not None and (sure or not (level.reached.choices or self.asks)):
            await self.keep(level.reached)
        else:
            await self.request.reply.update(await self.card(level))


Find = Callable[[Club, Request], Awaitable[MoveWalk | None]]
"""Find the walk of the person who pressed a button.

Return `None` after answering, if the press has led elsewhere.
"""


def walks(cog: Cog, walk: str, find: Find) -> None:
    """Handle the buttons whose actions begin with `walk`.

    `find` finds the walk for a request.
    """

    @cog.action(f"{walk}pick")
    @cog.action(f"{walk}page", paged=True)
    @cog.action(f"{walk}do", sure=True)
    async def go(club: Club, request: Request, *, paged: bool = False, sure: bool = False) -> None:
        """Go on after a choice, or back after Back.

        `paged` goes to one part of the choices, `sure` keeps the move itself.
        """
        way = await find(club, request)
        if way is not None:
            rest = request.custom_id.rest
            await way.go(read_path(rest), read_part(rest) if paged else None, sure=sure)


def read_path(written: str) -> tuple[str, ...]:
    """Return the choices that a custom_id has, behind whatever else.

    >>> read_path("c3,d4"), read_path("1:c3"), read_path("")
    (('c3', 'd4'), ('c3',), ())
    """
    path = written.rpartition(":")[2]
    return tuple(path.split(",")) if path else ()


def read_part(written: str) -> int:
    """Return the part of the choices that a custom_id asks for.

    It stands before the choices and after everything else.

    >>> read_part("1:c3"), read_part("4.7:2:"), read_part("x:")
    (1, 2, 0)
    """
    number = written.rpartition(":")[0].rpartition(":")[2]
    return int(number) if number.isdecimal() else 0
