"""The way to a move, choice by choice, as every picker goes it: where somebody is on it, found off the event loop."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.choices import Choices, foresee
from bot.cards.kit import Card
from club.club import Club
from club.play.matches import Table
from rules.choosing import Node, reach
from rules.game import Seat


class Level(NamedTuple):
    """Where somebody is on the way to a move, and the choices in sight there with what each would do."""

    reached: Node
    shown: Choices


async def level_at(
    club: Club, user_id: int, table: Table, seat: Seat | None, path: Sequence[str], part: int | None = None
) -> Level | None:
    """Return the level that a path leads to in a match as `seat` sees it, `None` if no move begins so.

    Of its choices those of a `part` are in sight. It is found off the event loop: a position can have thousands of
    moves, and what choices would do takes some more.
    """

    def look() -> Level | None:
        reached = reach(table.game, table.match.position, path)
        if reached is None:
            return None
        return Level(reached, foresee(table.match, reached, table.view(seat), part))

    return await club.crowded.beside(user_id, table.match, look)


@dataclass(frozen=True)
class Walk(ABC):
    """Somebody's way to a move that is not played but kept: a vote, a guess.

    `table` is looked at as `seat` sees it; `stale` says whether the board has moved on since the button was drawn.
    """

    club: Club
    request: Request
    table: Table
    seat: Seat | None
    theme: str
    stale: bool

    @abstractmethod
    def card(self, level: Level, note: str | None = None) -> Card:
        """Return the choices of a level, below a `note`."""

    @abstractmethod
    async def keep(self, move: str) -> None:
        """Store the move to which the way has led, and answer."""

    async def level(self, path: Sequence[str], part: int | None = None) -> Level | None:
        """Return the level that a path leads to, `None` if no move begins so."""
        return await level_at(self.club, self.request.who.id, self.table, self.seat, path, part)

    async def begin(self, note: str | None = None) -> None:
        """Show the first choices."""
        level = await self.level(())
        assert level is not None  # who is to move has a move
        await self.request.reply.update(self.card(level, note))

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
        elif level.reached.move is not None and (sure or not level.reached.choices):
            await self.keep(level.reached.text)
        else:
            await self.request.reply.update(self.card(level))


def walks(cog: Cog, walk: str, found: Callable[[Club, Request], Awaitable[Walk]]) -> None:
    """Have the buttons answered whose actions begin with `walk`, by the walk that is `found` for a request."""

    @cog.action(f"{walk}pick")
    async def pick(club: Club, request: Request) -> None:
        """Go on after a choice, or back after Back; at the end of a move, keep it."""
        await (await found(club, request)).go(read_path(request.custom_id.rest))

    @cog.action(f"{walk}page")
    async def page(club: Club, request: Request) -> None:
        """Show one part of the choices."""
        part, path = read_part(request.custom_id.rest)
        await (await found(club, request)).go(path, part)

    @cog.action(f"{walk}do")
    async def do(club: Club, request: Request) -> None:
        """Keep the move that the path leads to, though other moves go on from there."""
        await (await found(club, request)).go(read_path(request.custom_id.rest), sure=True)


def read_path(written: str) -> tuple[str, ...]:
    """Return the choices that a custom_id has.

    >>> read_path("c3,d4"), read_path("")
    (('c3', 'd4'), ())
    """
    return tuple(written.split(",")) if written else ()


def read_part(written: str) -> tuple[int, tuple[str, ...]]:
    """Return which part of the choices a custom_id wants, and the choices before it.

    >>> read_part("1:c3"), read_part("x:")
    ((1, ('c3',)), (0, ()))
    """
    number, _, path = written.partition(":")
    return int(number) if number.isdecimal() else 0, read_path(path)
