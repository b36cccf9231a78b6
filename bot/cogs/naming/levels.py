"""The way to a move, choice by choice, as every picker goes it: where somebody is on it, found off the event loop."""

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
from rules.choosing import Node, reach
from rules.game import Seat


class Level(NamedTuple):
    """Where somebody is on the way to a move, and the choices in sight there with what each would do."""

    reached: Node
    shown: Choices


@dataclass(frozen=True)
class Walk(ABC):
    """Somebody's way to a move, which is played at its end or kept: as a vote, as a guess, in advance.

    `table` is looked at as `seat` sees it; `stale` says whether the board has moved on since the button was drawn.
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
    async def card(self, level: Level, note: str | None = None) -> Card:
        """Return the choices of a level, below a `note`."""

    @abstractmethod
    async def keep(self, reached: Node) -> None:
        """Play or store the move to which the way has led, and answer."""

    async def level(self, path: Sequence[str], part: int | None = None) -> Level | None:
        """Return the level that a path leads to, `None` if no move begins so; of its choices a `part` is in sight.

        It is found off the event loop: a position can have thousands of moves, and what choices would do takes some
        more.
        """

        def look() -> Level | None:
            reached = reach(self.table.game, self.table.match.position, path)
            if reached is None:
                return None
            return Level(reached, foresee(self.table.match, reached, self.table.view(self.seat), part))

        return await self.club.crowded.beside(self.request.who.id, self.table.match, look)

    async def first(self, note: str | None = None) -> Card:
        """Return the first choices, below a `note`."""
        level = await self.level(())
        assert level is not None  # who is to move has a move
        return await self.card(level, note)

    async def begin(self, note: str | None = None) -> None:
        """Show where the way begins."""
        await self.request.reply.update(await self.first(note))

    async def go(self, path: Sequence[str], part: int | None = None, *, sure: bool = False) -> None:
        """Go on from a path: keep the move at its end, else show what comes next; from an older position, begin anew.

        `sure` keeps a move that others go on from.
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


Find = Callable[[Club, Request], Awaitable[Walk | None]]
"""Finds the way of who has pressed a button; where that has led elsewhere, it has answered and returns `None`."""


def walks(cog: Cog, walk: str, find: Find) -> None:
    """Have the buttons answered whose actions begin with `walk`, by the way that `find` finds for a request."""

    @cog.action(f"{walk}pick")
    @cog.action(f"{walk}page", paged=True)
    @cog.action(f"{walk}do", sure=True)
    async def go(club: Club, request: Request, *, paged: bool = False, sure: bool = False) -> None:
        """Go on after a choice, or back after Back; `paged` to one part of the choices, `sure` with the move itself."""
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
    """Return which part of the choices a custom_id wants, before them and behind whatever else.

    >>> read_part("1:c3"), read_part("4.7:2:"), read_part("x:")
    (1, 2, 0)
    """
    number = written.rpartition(":")[0].rpartition(":")[2]
    return int(number) if number.isdecimal() else 0
