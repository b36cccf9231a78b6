"""Files with game records that users upload.

Their games are viewed, or played on from. Files are read on another thread, and nothing is stored in
the database. The message that shows a file or one of its games carries the file as an attachment,
which the bot reads again when a button is pressed. The latest files and games are cached, so this is
seldom needed.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from time import thread_time
from typing import Final, NamedTuple, TypeVar

from club.last_used import LruCache
from club.members.quotas import FairQueue, Limits, PressLimiter
from club.play.course.nearness import SECRET_BYTES
from club.play.match.match_starts import dump_start_position
from club.refusals import Refusal
from rules import json_records
from rules.checkers.pdn.grammar import translate_names
from rules.checkers.reading.clean_files import write_clean
from rules.checkers.rulesets import RULESETS
from rules.game import BadRecord
from rules.match import Before, Match
from rules.record import ReadGame, RecordKind
from rules.record_files import read_bytes, read_game
from words import Phrase

T = TypeVar("T")

SIZE_LIMIT: Final = 256 * 1024
"""Maximum size of a file in bytes; a long game takes 10 KB."""
MOVES: Final = 1000
"""Moves of a game that is shown, both sides counted."""
SECONDS: Final = 2.0
"""Seconds of CPU after which no further move of a game is played.

Positions with many kings take long, and other users are waiting.
"""
IN_LINE: Final = 20
"""Files that are read or wait to be."""
KEPT_PLIES: Final = 5000
"""Moves of all games kept in memory together.

The start counts as one, and so do `BYTES_A_PLY` bytes of a game's file.
"""
BYTES_A_PLY: Final = 5000
KEPT_BYTES: Final = 16 * 1024 * 1024
"""Bytes of all files kept in memory together, with their lists of games."""
BYTES_A_GAME: Final = 1000
"""What a game costs in a list, at most."""
KEY_LENGTH: Final = 16
"""Hexadecimal digits of the key by which a card names its file.

It is long enough that no user can guess the key of another user's file.
"""
LONGEST_VALUE: Final = 120
"""Characters of a tag that a list of games keeps."""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A game of a file, as a list of them shows it.

    `players` are those by seat, as the record names them, or `None`. `kinds` are the keys of all games
    that it can be, likeliest first. `error` says why it was not read whole, if it was not.
    """

    number: int
    players: tuple[str | None, str | None]
    event: str
    site: str
    date: str
    result: str
    plies: int
    kinds: tuple[str, ...]
    error: Phrase | None

    def has_text(self, text: str) -> bool:
        """Whether a player, the event, the site or the date has this text."""
        searched = " ".join((*(name or "" for name in self.players), self.event, self.site, self.date))
        return text.casefold() in searched.casefold()


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """An uploaded file and its games.

    `encoding` is what its text was read in, and `is_sure` false if that is a guess. Buttons identify it
    by `key`, a hash of its bytes.
    """

    data: bytes
    text: str
    entries: Sequence[FileEntry]
    encoding: str | None
    is_sure: bool
    key: str

    def find(self, text: str) -> list[FileEntry]:
        """Return the games with this text in their names; all for an empty one."""
        return [entry for entry in self.entries if entry.has_text(text)] if text else list(self.entries)

    def has(self, number: int) -> bool:
        """Whether the file has a game of this number."""
        return 1 <= number <= len(self.entries)


class GameReference(NamedTuple):
    """A game of an uploaded file, as buttons name it.

    `game` is the key of the kind under which it is shown, `None` for the likeliest.
    """

    key: str
    number: int = 1
    game: str | None = None

    def __str__(self) -> str:
        return f"{self.key}.{self.number}.{self.game or ''}"


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """A game of an uploaded file, replayed under one of the kinds that it can be."""

    file: ImportedFile
    game: ReadGame
    kind: RecordKind
    match: Match

    @property
    def reference(self) -> GameReference:
        """What buttons name this game by."""
        return GameReference(self.file.key, self.game.number, self.kind.game)

    @property
    def key(self) -> str:
        """The reference as one word."""
        return str(self.reference)

    @property
    def names(self) -> tuple[str, str] | None:
        """The players' names by seat, or `None` if either is missing."""
        first, second = self.game.players
        return (first, second) if first and second else None

    def write_clean(self) -> str:
        """Return the game as a clean file.

        It is PDN with the record's own words, or JSON for the games that PDN does not have.
        """
        if self.kind.game in RULESETS:
            return write_clean(self.game, self.match)
        return json_records.write(self.match, whole=True, names=self.names)


@dataclass(frozen=True, slots=True)
class UnopenedGame:
    """A game of an uploaded file that was not read whole, with the reason."""

    file: ImportedFile
    game: ReadGame
    error: BadRecord


class RecordImporter:
    """Reads and caches uploaded files and their games, one at a time."""

    def __init__(self, limits: Limits, now: Callable[[], float], presses: PressLimiter) -> None:
        self._presses = presses
        self.line = FairQueue(
            busy_code="import.busy",
            too_many_code="limit.imports",
            per_minute=limits.imports_per_minute,
            max_waiting=IN_LINE,
            now=now,
        )
        self.kept = LruCache[tuple[GameReference, str], ImportedRecord](KEPT_PLIES, cost=_plies_cost)
        """Games by reference and the reader's language."""
        self.files = LruCache[tuple[str, str], ImportedFile](KEPT_BYTES, cost=_bytes_cost)
        """Files by key and the reader's language, which may decide their letters."""

    def get_cached(self, key: str, language: str) -> ImportedFile | None:
        """Return the file with this key if it is cached, else `None`."""
        return self.files.get((key, language))

    async def read_file(self, data: bytes, user_id: int, language: str) -> ImportedFile:
        """Parse a file that a user has uploaded, and return the list of its games.

        Raise `Refusal` if the file is too large or if the user uploads too often, and `RulesError` if
        there is no game in it.
        """
        if len(data) > SIZE_LIMIT:
            raise too_large_refusal()
        key = _key(data)
        if kept := self.get_cached(key, language):
            return kept
        self.line.admit(user_id)
        found = await self._work(user_id, partial(_read_file, data, key, language))
        self.files.put((key, language), found)
        return found

    async def open_game(
        self, file: ImportedFile, number: int, game: str | None, user_id: int, language: str
    ) -> ImportedRecord | UnopenedGame:
        """Return a game of a file under a kind, by default the likeliest.

        Raise `Refusal` if it has too many moves or takes too long.
        """
        if not file.has(number):
            raise Refusal("import.gone")
        likeliest = file.entries[number - 1].kinds
        game = game or (likeliest[0] if likeliest else None)
        reference = GameReference(file.key, number, game)
        if kept := self.kept.get((reference, language)):
            return kept
        found = await self._work(user_id, partial(_open_game, file, number, game))
        if isinstance(found, ImportedRecord):
            self.kept.put((reference, language), found)
        return found

    async def write_clean(self, imported: ImportedRecord, user_id: int) -> str:
        """Return a game as a clean file."""
        return await self._work(user_id, imported.write_clean)

    async def dump_start_position(self, match: Match, user_id: int) -> str:
        """Serialize a record's last position as the start of another match.

        This is as slow as reading the record and waits in the same queue. Raise `RulesError` if the
        position cannot be played on.
        """
        return await self._work(user_id, partial(dump_start_position, match))

    async def write_position(self, match: Match, user_id: int, language: str) -> ImportedFile:
        """Return a file of a match's current position alone, without the moves to it.

        Raise `RulesError` if the position cannot be played on.
        """
        file = await self._work(user_id, partial(_write_position, match, language))
        self.files.put((file.key, language), file)
        return file

    async def _work(self, user_id: int, work: Callable[[], T]) -> T:
        """Do work on another thread, when it is its turn."""
        async with self.line.wait_turn():
            return await self._presses.run_on_thread(user_id, work)


def too_large_refusal() -> Refusal:
    """Return the refusal for a file that is larger than any record."""
    return Refusal("import.large", limit=SIZE_LIMIT // 1024)


def other_kinds(game: ReadGame) -> list[str]:
    """Return the kinds that a game does not fit, if it leaves open which it is."""
    fitting = {kind.game for kind in game.kinds}
    return [] if game.names_kind else [key for key in RULESETS if key not in fitting]


def _key(data: bytes) -> str:
    return sha256(data).hexdigest()[:KEY_LENGTH]


def _write_position(match: Match, language: str) -> ImportedFile:
    """Write a match's current position as a file, and read it back."""
    alone = Match(match.game, match.settled_options, bytes(SECRET_BYTES))
    alone.set_position(json.loads(dump_start_position(match)))
    data = json_records.write(alone, whole=True).encode()
    return _read_file(data, _key(data), language)


def _read_file(data: bytes, key: str, language: str) -> ImportedFile:
    """Parse a file and list its games; of what was read no more is kept."""
    read = read_bytes(data, language, before=_limit())
    text, encoding, is_sure = read.text, read.encoding, read.is_sure
    entries: list[FileEntry] = []
    games = list(read.games)
    del read
    games.reverse()
    while games:  # so each is freed by itself, not all at once, which would hold up other threads
        entries.append(_entry(games.pop()))
    return ImportedFile(data, text, tuple(entries), encoding, is_sure, key)


def _entry(game: ReadGame) -> FileEntry:
    tags = translate_names(game.tags)

    def tag_text(name: str) -> str:
        value = " ".join(tags.get(name, "").split())
        return _clip(value) if value.strip("?. ") else ""

    return FileEntry(
        number=game.number,
        players=game.players,
        event=tag_text("Event"),
        site=tag_text("Site"),
        date=tag_text("Date"),
        result=_clip(" ".join((game.result or "").split())),
        plies=game.plies,
        kinds=tuple(kind.game for kind in game.kinds),
        error=game.error.sentence if game.error else None,
    )


def _open_game(file: ImportedFile, number: int, key: str | None) -> ImportedRecord | UnopenedGame:
    """Replay a game of a file under the kind with this key."""
    game = read_game(file.text, number, kind=key, before=_limit())
    kind = next((each for each in game.kinds if key in (None, each.game)), None)
    if kind is None and key and key in RULESETS and not game.names_kind:
        tried = read_game(file.text, number, chosen=RecordKind(key, {}))
        kind = next(iter(tried.kinds), None)
        game = replace(tried, kinds=game.kinds, names_kind=False)
    reopened, game = game, replace(game, opener=None)  # it keeps all tokens of the file
    if game.error is None and kind is None:
        raise Refusal("import.gone")
    try:
        match = reopened.open(kind, _limit())
    except BadRecord as refusal:
        return UnopenedGame(file, game, refusal.with_traceback(None))
    assert kind, "a game without an error has a kind"
    return ImportedRecord(file, game, kind, match)


def _limit() -> Before:
    """Return what raises `Refusal` before a move too many, or one too late."""
    began = thread_time()

    def before(ply: int) -> None:
        if ply > MOVES:
            raise Refusal("import.long", limit=MOVES)
        if thread_time() - began > SECONDS:
            raise Refusal("import.slow")

    return before


def _clip(value: str) -> str:
    return value if len(value) <= LONGEST_VALUE else value[: LONGEST_VALUE - 1] + "…"


def _bytes_cost(file: ImportedFile) -> int:
    return len(file.data) + BYTES_A_GAME * len(file.entries)


def _plies_cost(found: ImportedRecord) -> int:
    return len(found.match.plies) + 1 + _bytes_cost(found.file) // BYTES_A_PLY
