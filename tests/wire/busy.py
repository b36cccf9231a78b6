"""Many tables at a time, played by the events that two members receive.

Nothing searches through all the messages there are.
"""

import asyncio
import random

from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.wire.players import confirmed_move, mover
from tests.wire.visible_message import find_challenge, words
from workshop.bench.arrivals import ArrivalQueues, BoardArrival, goes_on, presses

COMMANDS_SHARE = 0.3
"""How many of the moves are made by `/move`; the others by the board's buttons."""


class Tables:
    """Ada and Ben at many tables."""

    def __init__(self, world: World, seen: ArrivalQueues) -> None:
        self.world = world
        self.seen = seen
        self.acks: list[tuple[float, float]] = []
        """When each move was requested or chosen, and the seconds until the first answer."""
        self._beginning = asyncio.Lock()

    async def begin(self, game: str, **options: str) -> str:
        """Begin a match; the thread that it is played in."""
        async with self._beginning:  # two equal challenges at a time would be one
            asked = {"game": game, "opponent": BEN_ID, **options}
            known = set(self.world.state.channels[GAMES_ID].messages)
            await self.world.slash(ADA_ID, GAMES_ID, "play", asked)
            place, accept = await self._accept(known)
            await self.world.click(BEN_ID, place, accept)
        return place

    async def move(self, place: str, board: JSON, chance: random.Random) -> str:
        """Make one move by a command or by buttons; the move that was confirmed."""
        member = mover(board)
        if chance.random() < COMMANDS_SHARE:
            offered = await self.world.complete(member, place, "move", {"move": ""}, "move")
            move = str(chance.choice(offered)["value"])
            self._note(await self.world.slash(member, place, "move", {"move": move}))
            shown = await self._private(member, place)
        else:
            self._note(await self.world.click(member, board["id"], play_button(board) or ""))
            shown = await self._private(member, place)
            while custom_id := goes_on(shown, chance):
                self._note(await self.world.click(member, shown["id"], custom_id))
                shown = await self._private(member, place)
        return confirmed_move(words(shown))

    async def board(self, place: str) -> BoardArrival:
        """The next board of a thread, and when it arrived."""
        return await asyncio.wait_for(self.seen.boards(place).get(), PATIENCE)

    def _note(self, outcome: JSON) -> None:
        self.acks.append((self.world.state.now() - outcome["took"], outcome["took"]))

    async def _private(self, member: str, place: str) -> JSON:
        return await asyncio.wait_for(self.seen.private(member, place).get(), PATIENCE)

    async def _accept(self, known: set[str]) -> tuple[str, str]:
        """Return the new challenge and its button.

        On a busy machine the card comes as a message after the answer.
        """
        cards = self.world.state.channels[GAMES_ID].messages
        async with asyncio.timeout(PATIENCE):
            while not (found := find_challenge((card.body for card in cards.values()), known)):
                await asyncio.sleep(0.02)
        return found


def play_button(board: JSON) -> str | None:
    """The custom_id of a board's Play button; none if the match is over."""
    return next((custom_id for custom_id in presses(board) if ":play:" in custom_id), None)
