"""The choices that lead to a move, step by step, the same for every picker.

The legal choices are computed off the event loop.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.choices import VisibleChoices, preview_choices
from bot.cards.kit.kit import Card
from club.club import Club
from club.members.preferences import board_theme
from club.play.match.matches import Table
from data.members.preferences import Preference
from rules.choosing import ChoiceNode, reach_choice
from rules.game import Seat


class WalkNode(NamedTuple):
    """A point on the way to a move, with the visible choices and their effects."""

    node: ChoiceNode
    choices: VisibleChoices


@dataclass(frozen=True)
class MoveWalk(ABC):
    """A person's choices on the way to a move.

    Subclasses play the move at the end, or store it as a vote, a guess or a conditional move. `table`
    is the match, seen from `seat`. `stale` says whether the board has changed since the pressed button
    was posted.
    """

    club: Club
    request: Request
    table: Table
    seat: Seat | None
    preference: Preference
    stale: bool

    @property
    def theme(self) -> str:
        """The theme in which this person sees boards."""
        return board_theme(self.preference)

    @property
    def needs_confirmation(self) -> bool:
        """Whether a completed move is shown on the board before it is submitted."""
        return False

    @abstractmethod
    async def card(self, walk_node: WalkNode, note: str | None = None) -> Card:
        """Return the card with the choices at a node, below a `note`."""

    @abstractmethod
    async def submit(self, node: ChoiceNode) -> None:
        """Play or store the move that ends at this node, and answer the request."""

    async def find_node(self, path: Sequence[str], part: int | None = None) -> WalkNode | None:
        """Return the node that a path of choices leads to.

        Return `None` if no legal move begins with the path. Only one `part` of the node's choices is
        visible, because there may be too many for one card. The node is computed off the event loop: a
        position can have thousands of moves, and the effects of the choices take longer still.
        """

        def look() -> WalkNode | None:
            reached = reach_choice(self.table.game, self.table.match.position, path)
            if reached is None:
                return None
            return WalkNode(
                reached, preview_choices(self.table.match, reached, self.table.view(self.seat), part)
            )

        return await self.club.play.crowded_positions.run_on_thread(
            self.request.user.id, self.table.match, look
        )

    async def first_card(self, note: str | None = None) -> Card:
        """Return the card with the first choices, below a `note`."""
        level = await self.find_node(())
        assert level is not None  # who is to move has a move
        return await self.card(level, note)

    async def show_start(self, note: str | None = None) -> None:
        """Show the first choices, below a `note`."""
        await self.request.reply.update(await self.first_card(note))

    async def follow(self, path: Sequence[str], part: int | None = None, *, sure: bool = False) -> None:
        """Follow a path: submit the move at its end, or show the next choices.

        If the board has changed, start again. `sure` submits a move even if the path could be continued
        to other moves.
        """
        if self.stale:
            await self.show_start(self.request.say("match.stale"))
            return
        level = await self.find_node(path, part)
        if level is None or (sure and level.node.move is None):
            await self.show_start(self.request.say("picker.again"))
        elif level.node.move is not None and (sure or not (level.node.choices or self.needs_confirmation)):
            await self.submit(level.node)
        else:
            await self.request.reply.update(await self.card(level))


WalkFinder = Callable[[Club, Request], Awaitable[MoveWalk | None]]
"""Find the walk of the person who pressed a button.

Return `None` after answering, if the press has led elsewhere.
"""


def register_walk_buttons(cog: Cog, prefix: str, find_walk: WalkFinder) -> None:
    """Register handlers for the buttons whose actions begin with `prefix`.

    `find_walk` returns the walk for a request.
    """

    @cog.action(f"{prefix}pick")
    @cog.action(f"{prefix}page", paged=True)
    @cog.action(f"{prefix}do", sure=True)
    async def follow_choice(club: Club, request: Request, *, paged: bool = False, sure: bool = False) -> None:
        """Go on after a choice, or back after Back.

        `paged` shows another part of the choices; `sure` submits the move itself.
        """
        way = await find_walk(club, request)
        if way is not None:
            rest = request.custom_id.rest
            await way.follow(read_path(rest), read_part(rest) if paged else None, sure=sure)


def read_path(text: str) -> tuple[str, ...]:
    """Return the choices at the end of a custom_id, after the last colon.

    >>> read_path("c3,d4"), read_path("1:c3"), read_path("")
    (('c3', 'd4'), ('c3',), ())
    """
    path = text.rpartition(":")[2]
    return tuple(path.split(",")) if path else ()


def read_part(text: str) -> int:
    """Return the number of the part of the choices that a custom_id asks for.

    It is before the last colon, which the choices follow; the default is 0.

    >>> read_part("1:c3"), read_part("4.7:2:"), read_part("x:")
    (1, 2, 0)
    """
    number = text.rpartition(":")[0].rpartition(":")[2]
    return int(number) if number.isdecimal() else 0
