"""Six games at once, a challenge in between, and a kill in the middle of it all.

Afterwards every player must find the same matches again. The database, read from its file, is the
truth; confirmed moves and shown boards are read in the places where members read them.
"""

import asyncio
import random
import sqlite3
from contextlib import closing, suppress
from typing import Final

from playground.world.errors import JSON, ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from rules.editions import replay
from tests.wire import players
from tests.wire.live_bot import Scene
from tests.wire.visible_message import buttons, version

AT_ONCE: Final = {
    "binar": "size=5",
    "binary": "",
    "yin-yang": "",
    "russian": "",
    "zong-heng": "",
    "one-zero-one": "",
}
"""The games that are played at the same time, with their options."""
DARED: Final = ("american", "turkish", "frisian", "incorrect-checkers")
"""The games of the challenges that are made meanwhile."""
BUSIEST: Final = 30
"""Requests of the bot after which a kill comes at the latest.

They are as many as one move in each match and a challenge need.
"""
SOON: Final = 0.01
"""Seconds at most from the last of those requests to the kill.

The delay lets the kill fall between any two steps.
"""


class Storm:
    """Plays on in all matches through one kill after another.

    After each kill it checks that everything is as members were told.
    """

    def __init__(self, scene: Scene, seed: int) -> None:
        self.scene = scene
        self.chance = random.Random(seed)
        self.places: dict[str, str] = {}
        """Game → the thread of its match."""
        self.made: dict[str, list[str]] = {}
        """Thread → its moves, as the database had them last."""
        self.shown: dict[str, int] = {}
        """Thread → how many boards it had then."""
        self.confirmed: dict[str, str] = {}
        """Thread → the move that its mover was told to have made since then."""
        self.dares: set[str] = set()
        """The messages by which challenges were answered since then."""
        self.kept = self.lost = 0

    async def blow(self, kills: int) -> None:
        """Go through so many kills."""
        for _ in range(kills):
            await self._begin_what_is_over()
            await self._attempt_and_kill()
            await self._check()

    async def _begin_what_is_over(self) -> None:
        for game, options in AT_ONCE.items():
            place = self.places.get(game)
            if place is None or "Play" not in buttons(self.scene.board(place)):
                begun = await self.scene.begin(game, **({"options": options} if options else {}))
                self.places[game], self.made[begun] = begun, []
            self.shown[self.places[game]] = len(self.scene.boards(self.places[game]))

    async def _attempt_and_kill(self) -> None:
        self.confirmed.clear()
        self.dares.clear()
        asked, patience = len(self.scene.rest.requests), self.scene.world.interactions.patience
        self.scene.world.interactions.patience = 1.0
        tries = [asyncio.create_task(self._move(place)) for place in self.places.values()]
        tries.append(asyncio.create_task(self._dare()))
        moment = asyncio.create_task(self.scene.wait_for_requests(asked + self.chance.randrange(BUSIEST + 1)))
        done = asyncio.create_task(asyncio.wait(tries))
        await asyncio.wait([done, moment], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(self.chance.random() * SOON)
        await self.scene.restart(kill=True)
        ending = (*tries, moment, done)
        for task in ending:
            task.cancel()
        await asyncio.wait(ending)
        self.scene.world.interactions.patience = patience

    async def _move(self, place: str) -> None:
        """Try one move, by command or by buttons, and note it as soon as it is confirmed."""
        board = self.scene.board(place)
        mover = players.mover(board)
        with suppress(ActRefusedError, TimeoutError, KeyError):
            if self.chance.random() < 0.5:
                self.confirmed[place] = await players.pick_move(self.scene, mover, board, self.chance)
            else:
                self.confirmed[place] = await players.command(self.scene, mover, place, self.chance)

    async def _dare(self) -> None:
        """Challenge anybody."""
        with suppress(ActRefusedError):
            answered = await self.scene.world.slash(
                ADA_ID, GAMES_ID, "play", {"game": self.chance.choice(DARED)}
            )
            self.dares.add(answered["message_id"])

    async def _check(self) -> None:
        for place in self.places.values():
            await self._check_match(place)
        await self._check_challenges()

    async def _check_match(self, place: str) -> None:
        """All confirmed is there, nothing more than one move, and one board shows it."""
        scene, before = self.scene, self.made[place]
        match, moves = self._load_match(place)
        assert moves[: len(before)] == before
        assert len(moves) <= len(before) + 1
        if place in self.confirmed:
            played = replay(match["record"], version=match["rules_version"], over=match["status"] == "over")
            assert len(moves) == len(before) + 1
            assert str(played.plies[-1].said) == self.confirmed[place]
        self.made[place] = moves
        self.kept, self.lost = self.kept + (moves != before), self.lost + (moves == before)
        running = match["status"] == "running"
        await scene.until(lambda: self._live(place) == ([match["version"]] if running else []))
        # A new position is one new board, and no new position is none.
        assert len(scene.boards(place)) - self.shown[place] <= len(moves) - len(before)
        if match["game"] == "one-zero-one" and running:
            # A player who is not to move may keep the previous hand for a while.
            await scene.until(
                lambda: (
                    [match["version"]] in (self._hands(ADA_ID, match["id"]), self._hands(BEN_ID, match["id"]))
                )
            )

    async def _check_challenges(self) -> None:
        """Check that each challenge has one card and each card its challenge.

        Then withdraw the challenges.
        """
        scene = self.scene
        stored = [row["id"] for row in self._rows("SELECT id FROM challenge WHERE status = 'open'")]
        await scene.until(lambda: self._cards().keys() >= set(stored))
        cards = self._cards()
        assert sorted(cards) == sorted(stored)
        assert all(len(found) == 1 for found in cards.values())
        assert self.dares <= {found[0] for found in cards.values()}
        for number, (message,) in cards.items():
            await scene.world.click(ADA_ID, message, f"v1:c{number}:cancel:0")

    def _cards(self) -> dict[int, list[str]]:
        """Open challenges as the channel shows them.

        Number → the messages with its buttons.
        """
        found: dict[int, list[str]] = {}
        for body in self.scene.messages(ADA_ID, GAMES_ID):
            for custom_id in buttons(body).values():
                if ":cancel:" in custom_id:
                    found.setdefault(int(custom_id.split(":")[1][1:]), []).append(body["id"])
        return found

    def _live(self, place: str) -> list[int]:
        """The versions of the boards in a place that can be played from."""
        return [version(body) for body in self.scene.boards(place) if "Play" in buttons(body)]

    def _hands(self, member_id: str, match_id: int) -> list[int]:
        """The versions of the hands of a match that a member can play from."""
        sight = self.scene.world.member_view(member_id)
        return [
            version(body)
            for dm in sight["dms"]
            for body in dm["messages"]
            if any(custom_id.startswith(f"v1:{match_id}:play:") for custom_id in buttons(body).values())
        ]

    def _load_match(self, place: str) -> tuple[JSON, list[str]]:
        """Load the match of a thread and its moves from the database."""
        (match,) = self._rows("SELECT * FROM match WHERE thread_id = ?", int(place))
        events = self._rows(
            "SELECT text FROM event WHERE match_id = ? AND kind = 'move' ORDER BY version", match["id"]
        )
        return match, [event["text"] for event in events]

    def _rows(self, statement: str, *values: int) -> list[JSON]:
        file = self.scene.bot.folder / "twotone.db"
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            return [dict(row) for row in database.execute(statement, values)]
