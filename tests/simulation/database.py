"""The database of a simulation, of either kind.

It outlives the bot, whose processes open it and may lose it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from data.database.store import Store

if TYPE_CHECKING:
    from tests.simulation.bot import Bot


class Look(Protocol):
    """Read access to all that is stored.

    It takes SQL with `?` for each value; the values of rows are read by column name.
    """

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Any: ...


class Database(ABC):
    """What the processes of a simulation share."""

    shared_tasks: tuple[str, ...] = ()
    """Qualified names of coroutines that serve every process.

    It does not matter which process began them.
    """
    steps = 1
    """Steps of the loop that the same work takes here, where it takes one on SQLite."""

    def __init__(self) -> None:
        self.committed: Callable[[Bot, Look], None] = lambda bot, look: None
        """Is called right after each commit of a bot's."""

    @abstractmethod
    def beset(self) -> None:
        """Let things go wrong from now on that can go wrong here alone."""

    @abstractmethod
    def heal(self) -> None:
        """Let nothing go wrong any more."""

    @abstractmethod
    async def open(self, bot: Bot) -> Store:
        """Open the store for the process that asks."""

    @abstractmethod
    def drop(self, bot: Bot, process: int | None = None) -> None:
        """Close everything that a process, or all of a bot, has open.

        It may be in the middle of its work.
        """

    @abstractmethod
    def look(self) -> AbstractContextManager[Look]:
        """Look at what is stored."""

    @abstractmethod
    def close(self) -> None:
        """Leave nothing."""
