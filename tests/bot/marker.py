"""Somebody who does everything that is kept, and where their marks are found: in every table, in the bytes of files."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import discord

from data import files, wiping
from data.backup import backup
from tests.bot.server import Server, button

NAME, GLOBAL_NAME = "Zyqwxelda", "Qorvexinda"
"""Names that nothing else has in it."""
DAY: Final = 24 * 3600


@dataclass(frozen=True)
class Marks:
    """What tells that somebody is kept: their id, their names, the channel of direct messages with them."""

    user_id: int
    dm_channel_id: int

    @property
    def values(self) -> Mapping[str, object]:
        """What cells may hold, by name."""
        return {
            "id": self.user_id, "id as text": str(self.user_id), "name": NAME, "global name": GLOBAL_NAME,
            "direct messages": self.dm_channel_id, "direct messages as text": str(self.dm_channel_id),
        }  # fmt: skip

    @property
    def bytes(self) -> frozenset[bytes]:
        """What files may hold."""
        names = frozenset((NAME.encode(), GLOBAL_NAME.encode()))
        return names | wiping.traces(self.user_id) | wiping.traces(self.dm_channel_id)

    def cells(self, path: Path) -> set[str]:
        """Every column of a database, as table.column, with a cell that has a mark in it."""
        return set(self._cells(path))

    def _cells(self, path: Path) -> Iterator[str]:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (table,) in tables:
                found = connection.execute(f"SELECT * FROM {table}")
                names = [column[0] for column in found.description]
                for row in found:
                    yield from (
                        f"{table}.{name}" for name, cell in zip(names, row, strict=True) if self._in(cell)
                    )

    def _in(self, cell: object) -> bool:
        if isinstance(cell, int):
            return cell in (self.user_id, self.dm_channel_id)
        if isinstance(cell, str):
            return any(str(mark) in cell for mark in self.values.values())
        return isinstance(cell, bytes) and any(mark in cell for mark in self.bytes)

    def in_files(self, path: Path) -> list[str]:
        """The files of a database that have a mark anywhere in their bytes."""
        there = [file for file in files.family(path) if file.exists()]
        return [file.name for file in there if any(mark in file.read_bytes() for mark in self.bytes)]

    def in_backup(self, path: Path) -> list[str]:
        """The same of a fresh backup."""
        copy = files.beside(path, ".copy")
        backup(path, copy)
        return [*sorted(self.cells(copy)), *self.in_files(copy)]


async def marked(room: Server) -> tuple[Any, Marks]:
    """Somebody new on the server who does all that is kept, with matches running and over, waiting and not begun."""
    may = discord.Permissions(manage_messages=True, manage_guild=True)
    role = room.guild.create_role("Moderators", permissions=may)
    user = room.env.create_user(NAME, global_name=GLOBAL_NAME)
    who = room.guild.add_member(user, roles=[role])
    for custom_id in ("v1:0:me:0:dm_turn,1", "v1:0:me:0:theme,night", "v1:0:me:0:confirm,0"):
        await who.click(room.planted(room.channel, [button(custom_id)]), label="forged")
    await _play(room, who)
    await _moderate(room, who)
    await _challenge(room, who)
    return who, Marks(who.id, user.dm_channel.id)


async def begin(room: Server, game: str, one: Any, other: Any, **options: Any) -> Any:
    """A match of two members; returns its thread."""
    shown = await one.slash(room.channel, "play", game=game, opponent=other, **options)
    await other.click(shown.response, label="Accept")
    return room.place


async def _play(room: Server, who: Any) -> None:
    """Matches over (won, lost, drawn), with a hidden hand and without, in a thread and with offers; some still run."""
    over = await begin(room, "binar", who, room.ben, side="Even")
    await who.slash(over, "move", move="c3")
    await room.ben.slash(over, "takeback")
    asked = await room.ben.slash(over, "resign")
    await room.ben.click(asked.response, label="Resign")
    hidden = await begin(room, "one-zero-one", room.ben, who, side="0")
    asked = await who.slash(hidden, "resign")
    await who.click(asked.response, label="Resign")
    await begin(room, "one-zero-one", who, room.cleo, side="0")
    drawing = await begin(room, "yin-yang", who, room.ben, side="First")
    await who.slash(drawing, "draw")
    turn = await begin(room, "binar", room.cleo, who, side="Even")
    await room.cleo.slash(turn, "move", move="c3")


async def _moderate(room: Server, who: Any) -> None:
    """Somebody else's match that they end, and one that they move."""
    ended = await begin(room, "binar", room.ann, room.ben)
    await who.slash(ended, "admin end")
    moved = await begin(room, "zong-heng", room.ann, room.ben)
    await who.slash(moved, "admin move", channel=room.guild.create_text_channel("elsewhere"))


async def _challenge(room: Server, who: Any) -> None:
    """Challenges by them and to them: open, declined, cancelled."""
    for game in ("russian", "italian"):
        shown = await who.slash(room.channel, "play", game=game, opponent=room.ann)
    await who.click(shown.response, label="Cancel")
    for game in ("turkish", "spanish"):
        shown = await room.ann.slash(room.channel, "play", game=game, opponent=who)
    await who.click(shown.response, label="Decline")
    await who.slash(room.channel, "play", game="frisian")
