"""The parts of the Discord in memory: channels, messages, and answers."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

TAKEN: Final = 200
UNAUTHORISED: Final = 401
FORBIDDEN: Final = 403
MISSING: Final = 404
LIMITED: Final = 429


@dataclass(slots=True)
class Channel:
    """A channel, a thread (`parent` is set) or direct messages (`user` is set)."""

    id: int
    parent: int | None = None
    user: int | None = None
    gone: bool = False
    archived: bool = False
    locked: bool = False
    """A moderator has archived it: the bot cannot reopen it."""
    active: float = 0.0
    """When anything was last said in a thread, or it was kept awake."""
    slept: bool = False
    """Discord has archived it because nothing was said."""
    shut: bool = False
    """The bot may not write here."""
    members: set[int] = field(default_factory=set)
    nonces: dict[str, tuple[float, int]] = field(default_factory=dict)
    posted: deque[float] = field(default_factory=deque)
    old_edits: deque[float] = field(default_factory=deque)
    ever_refused: bool = False


@dataclass(slots=True)
class Message:
    """A message of the bot's.

    It has the meanings of its buttons, and all words on it, including the marks of pictures.
    """

    id: int
    channel_id: int
    at: float
    marks: frozenset[str]
    words: str = ""
    picture: int | None = None
    deleted: bool = False
    pinned: bool = False
    thread: int | None = None
    """The thread of which this is Discord's own notice."""
    ephemeral: bool = False
    """Only one person sees it, and no look finds it."""
    born_with: frozenset[str] = field(init=False)
    """What its buttons stood for at first."""
    succeeded: float | None = None
    """When a newer board of its match was posted."""

    def __post_init__(self) -> None:
        self.born_with = self.marks


@dataclass(frozen=True, slots=True)
class Answer:
    """Discord's answer: a result, or else a status with a code.

    `wait` is the number of seconds that a 429 names.
    """

    status: int
    code: int = 0
    result: Any = None
    wait: float | None = None


class Refused(Exception):  # noqa: N818 - what becomes of a request
    """Discord does not carry a request out; `answer` says why."""

    def __init__(self, status: int, code: int = 0, *, wait: float | None = None) -> None:
        super().__init__(status, code)
        self.answer = Answer(status, code, wait=wait)
