"""One world played through: a history in the simulated Discord.

Meanwhile people try everything they can.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rules.choosing import reach_choice
from rules.match import Match
from rules.one_zero_one import decks
from rules.one_zero_one.decks import Deal
from rules.one_zero_one.playing_cards import KINDS
from tests.bot.server import Server, buttons, press_behind, press_play, serve, texts, walk
from tests.bot.user_install import Place, by_user_install
from tests.leaks.wire import PUBLIC, Streams, Wire, listening
from tests.leaks.worlds import GAME, TYPED_AT_MOST, History

SECRET = bytes(range(32))
"""One secret for all worlds, so that they have one commitment.

The deal that follows from it is replaced.
"""
NEVER = 3600.0
"""Seconds until an answer is deferred: a slow machine must not look like a leak."""
BREAK = 51 * 60
"""Seconds after which cards are posted anew."""
WAYS = ("board", "DM", "written")
"""How moves are made, in turn."""
CLOSED = {"message": ("/channels/{dm}/messages", 50007), "channel": ("/users/@me/channels", 50278)}
"""How a closed DM shows: which request is refused, with which of Discord's codes."""


@dataclass(frozen=True)
class Evening:
    """How one evening is spent.

    `probed` says after how many moves people look around, and `closed` how direct messages fail.
    `ends`: the last move ends the game. `leak` is sown into every world. `in_group`: the match is in a
    group DM of the three, of which the bot is not a member.
    """

    told: History
    probed: Callable[[int], bool] = lambda ply: True
    closed: str | None = None
    ends: bool = True
    leak: Callable[[pytest.MonkeyPatch], None] | None = None
    in_group: bool = False

    async def run_world(self, dealt: Deal, database: Path) -> tuple[Streams, Streams]:
        """Play a world with this deal and return everything that was told.

        The first result ends before the ending move, the second one is complete.
        """
        with pytest.MonkeyPatch.context() as patch, listening(patch) as wire:
            patch.setattr(decks, "deal", lambda options, shuffle: dealt)
            if self.leak:
                self.leak(patch)
            async with serve(database, secret=lambda: SECRET, patience=NEVER) as room:
                with ExitStack() as there:
                    group = there.enter_context(by_user_install(room)) if self.in_group else None
                    return await self._play_through(room, wire, group)

    async def _play_through(self, room: Server, wire: Wire, group: Place | None) -> tuple[Streams, Streams]:
        """Play the history's moves.

        Return the streams before the ending move and after it.
        """
        party = await self._seat_players(room, wire, group)
        moves = [GAME.write(None, move) for move in self.told.moves]  # pyrefly: ignore[bad-argument-type]  # it needs none
        for ply, move in enumerate(moves[:-1] if self.ends else moves):
            if self.probed(ply):
                await party.look_around()
            await party.play(move, WAYS[ply % len(WAYS)])
            if ply == len(moves) // 2:
                await party.take_a_break()
        if not self.ends:
            await party.look_around()
        before = wire.streams()
        if self.ends:
            await party.play(moves[-1], "board")
        return before, wire.streams()

    async def _seat_players(self, room: Server, wire: Wire, group: Place | None) -> "Party":
        """Start the match and return its party.

        Ben has confirmation of moves turned on, and direct messages fail in the way that `closed` names.
        """
        acquaint(wire, room)
        if self.closed:
            path, code = CLOSED[self.closed]
            for member in (room.ann, room.ben):
                place = path.format(dm=member.user.dm_channel.id)
                room.env.inject_error("POST", place, status=403, code=code, times=None)
        shown = await room.ann.slash(
            room.channel,
            "play",
            game="one-zero-one",
            opponent=room.ben,
            options=f"deck={self.told.deck}",
            side=str(self.told.deal.digits[0]),
        )
        await room.run(room.bot.club.members.preferences.change(room.ben.id, confirm=True))
        await room.ben.click(shown.response, label="Accept")
        if group is None:
            wire.names[room.place.id] = "thread"
        return Party(room, wire, room.place, (group or room).restart)


def acquaint(wire: Wire, room: Server) -> None:
    """Let a wire know who is who, and listen."""
    people = {room.ann: "Ann", room.ben: "Ben", room.cleo: "Cleo"}
    wire.names = {member.id: name for member, name in people.items()}
    wire.names |= {room.bot.user.id: "the bot", room.guild.id: "guild", room.channel.id: "channel"}  # pyrefly: ignore[missing-attribute]  # logged in
    for member, name in people.items():
        wire.names[member.user.dm_channel.id] = f"DM of {name}"
    wire.env = room.env


@dataclass
class Party:
    """Ann at seat 0, Ben at seat 1, and the spectator Cleo.

    Ben has to confirm each move before it counts.
    """

    room: Server
    wire: Wire
    place: Any
    restart: Callable[[], Awaitable[None]]

    async def play(self, move: str, way: str) -> None:
        """Make a move: typed, or through the picker from the board or a hand in a DM."""
        match = await self.room.match()
        mover = (self.room.ann, self.room.ben)[match.turn or 0]
        if way == "written" or not is_offered(match, move):
            await mover.slash(self.place, "move", move=move)
        else:
            hands = mover.user.dm_channel.history()
            from_hand = way == "DM" and bool(hands)
            person = mover.user if from_hand else mover
            shown = await self._walk_picker(person, hands[-1] if from_hand else self.board, match, move)
            if "Confirm" in buttons(shown.response):
                shown = await person.click(shown.response.message, label="Confirm")
            assert "You played" in texts(shown.response)
        assert (await self.room.match()).plies[-1].text == move

    async def take_a_break(self) -> None:
        """Offer and decline a draw, do not resign, let time pass, and restart the bot."""
        await self.room.ann.slash(self.place, "draw")
        await self.room.ben.click(self.place.history()[-1], label="Decline")
        asked = await self.room.ben.slash(self.place, "resign")
        await self.room.ben.click(asked.response, label="Keep playing")
        await self.room.env.advance_time(BREAK)
        await self.restart()

    async def look_around(self) -> None:
        """Everybody looks at everything, and tries what they may not."""
        match = await self.room.match()
        seats = (self.room.ann, self.room.ben)
        for member in (*seats, self.room.cleo):
            await self._look(member)
            if match.turn is not None and member is not seats[match.turn]:
                await self._overreach(member, match)
        if match.turn is not None:
            await self._consider(seats[match.turn], match)
        for seat, member in enumerate(seats):
            if member.user.dm_channel.history():
                await member.user.click(member.user.dm_channel.history()[-1], label="My view")
            self.wire.note(self.wire.names[member.id], "record", match.record(seat))

    async def _look(self, member: Any) -> None:
        for label in ("My view", "Hand"):
            await member.click(self.board, label=label)
        if not any(
            part.get("label") == "More" and part.get("disabled") for part in walk(self.board.components)
        ):
            more = await member.click(self.board, label="More")
            await press_behind(member, more.response.message, "Moves")
        await member.slash(self.place, "board", **{"as": "text"})
        await member.slash(self.place, "games", user=self.room.ann.user)
        await member.slash(self.place, "replay")
        await member.autocomplete(self.place, "replay", "from", "")
        await member.slash(self.room.channel, "board", match="1")
        await member.slash(self.place, "verify")
        await member.slash(self.place, "export")

    async def _overreach(self, member: Any, match: Match) -> None:
        """Try to move as a member who is not to move.

        The moves they type may be in the mover's hand.
        """
        await press_play(member, self.board)
        for typed in ("", "print", "PLAIN 1"):
            await member.autocomplete(self.place, "move", "move", typed)
        for typed in ("PLAIN 10", "PRINT-h> 10 : DELETE-v^"):
            await member.slash(self.place, "move", move=typed)

    async def _consider(self, mover: Any, match: Match) -> None:
        """Ask for the mover's moves and try cards they do not have.

        Look at the longest move without making it.
        """
        await mover.autocomplete(self.place, "move", "move", "")
        held = match.position.hands[match.turn]
        missing = [card.name for card in KINDS if card not in held]
        await mover.slash(self.place, "move", move=f"{missing[0]} 10")
        possible = [text for text in match.moves() if len(text) <= TYPED_AT_MOST]
        longest = max(possible, key=lambda text: (text.count(":"), text))
        shown = await self._walk_picker(mover, self.board, match, longest, unmade=True)
        if "Back" in buttons(shown.response):
            shown = await mover.click(shown.response.message, label="Back")
        form = await mover.click(shown.response.message, label="Type a move")
        await mover.submit_modal(form, {"move": f"{missing[-1]} 20"})

    @property
    def board(self) -> Any:
        """The board card that is there now."""
        return self.room.board(self.place)

    async def _walk_picker(
        self, mover: Any, card: Any, match: Match, move: str, *, unmade: bool = False
    ) -> Any:
        """Walk the picker to a move, up to the step that only needs confirmation.

        With `unmade`, stop before the step at which the move would count.
        """
        asked = mover.id == self.room.ben.id
        shown = await press_play(mover, card)
        for path in offered_paths(match, move):
            reached = reach_choice(match.game, match.position, path)
            assert reached is not None
            if not reached.choices and unmade and not asked:
                break
            pressable = {
                custom_id.rpartition(":")[2]: custom_id for custom_id in buttons(shown.response).values()
            }
            shown = await mover.click(shown.response.message, custom_id=pressable[",".join(path)])
        return shown


def is_offered(match: Match, move: str) -> bool:
    """Whether buttons lead to a move itself, not to another one with the same effect."""
    *_, last = ((), *offered_paths(match, move))
    return len(last) == len(GAME.steps(match.position, GAME.read(match.position, move)))


def offered_paths(match: Match, move: str) -> Iterator[tuple[str, ...]]:
    """Yield the choices of the buttons that lead towards a move, one after the other."""
    whole = tuple(step.value for step in GAME.steps(match.position, GAME.read(match.position, move)))
    path: tuple[str, ...] = ()
    while (reached := reach_choice(match.game, match.position, path)) and len(path) < len(whole):
        paths = [(*reached.path, *step.value.split(",")) for step in reached.offers]
        found = [each for each in paths if each == whole[: len(each)]]
        if not found:
            return
        [path] = found
        yield path


def differences(one: Streams, other: Streams, eyes: tuple[str, ...]) -> list[str]:
    """Where two worlds tell the people named, and everyone, anything else."""
    found = []
    for audience, place in sorted(set(one) | set(other)):
        if audience not in (PUBLIC, *eyes):
            continue
        here, there = one.get((audience, place), []), other.get((audience, place), [])
        for number, (a, b) in enumerate(zip(here, there, strict=False)):
            if a != b:
                found.append(f"{audience}, {place}, {number}:\n  {a}\n  {b}")
        if len(here) != len(there):
            found.append(f"{audience}, {place}: {len(here)} and {len(there)} times")
    return found
