"""Calls of every statement of the store, made from its annotations.

A function is called with all its parameters and with those that it needs, and both again for each
value that one of them may have: `None`, the other truth, each member of an enumeration.
"""

import inspect
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType, NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

import data
from data.competitions.teams import NewTeam
from data.database.transaction import Transaction
from data.learning.trees import START as ROOT
from data.learning.trees import MatchScope, TreeLine
from data.outbox.leases import TABLES
from data.outbox.post_kinds import PostKind
from data.play.conditional_moves import PreparedLines
from data.play.match_events import MatchState
from data.play.matches import EventKind, MatchRow, MatchStatus
from data.sqlite.store import SqliteStore
from data.standing import rated_rows
from data.standing.ratings import Recount
from tests.data.samples import ADA, BOB, CHANNEL, GUILD, PEOPLE, START, move, new_challenge, new_match


class Undone(Exception):  # noqa: N818 - an end, not an error
    """Raised to undo what a call has done."""


Work = Callable[[Transaction], Any]
"""What lacks only its transaction."""
KEYS: Final = ["0123456789", "9876543210"]
NAMED: Final[Mapping[str, list[Any]]] = {
    **{
        key: [ADA]
        for key in ("user_id", "challenger_id", "organiser_id", "captain_id", "viewer_id", "first_id")
    },
    **{key: [BOB] for key in ("other_id", "opponent_id", "except_user_id", "second_id")},
    "guild_id": [GUILD],
    "channel_id": [CHANNEL],
    "challenger_name": ["Ada"],
    "pair": [(ADA, BOB)],
    "waiting": [[(ADA, BOB)]],
    "user_ids": [[ADA, BOB]],
    "blocked_ids": [[BOB]],
    "limit": [9],
    "game": ["binar"],
    "options": ["{}"],
    "winner": [0],
    "until": [2 * START],
    "farthest": [30],
    "table": list(TABLES),
    "leases.restart_of_user.table": ["learning"],
    "kind": ["streak"],
    "void": ["moderator", None],
    "args": [()],
    "node": [ROOT],
    "before": [2 * START],
    "not_since": [1.0],
    "seat": [0, 1],
    "seats": [[0, 1]],
    "entrants.replace.user_id": [BOB + 5],
    "pairings.add.pair": [(1, 2)],
    "pairings.add.places": [(1, 2)],
    "teams.set_message.table": [True, False],
    "matches.create.seats": [PEOPLE],
    "rated_rows.is_excused.user_id": [BOB],
    "competitions.add_stage.scoring": ["usual"],
    "competitions.add_stage.system": ["club"],
    "NewCompetition.kind": ["league"],
    "EventRow.match_id": [2],
    "EventRow.kind": [EventKind.END],
    "RatedRow.on_time": [True],
    "ClockEvent.text": ["3d"],
    "ListedRow.user_ids": [(ADA, BOB)],
}
"""Values by the names of parameters.

They stand where the first of a type would find nothing, or would not be taken.
"""
VALUES: Final[Mapping[object, list[Any]]] = {
    int: [1, 2],
    float: [START],
    str: KEYS,
    bool: [False, True],
    bytes: [b""],
    NoneType: [None],
    Any: ["{}"],
    PostKind: [PostKind.BOARD, *PostKind],
    MatchScope: [
        MatchScope(ADA),
        MatchScope(None, GUILD),
        MatchScope(ADA, GUILD, 1),
        MatchScope(ADA, side=0),
    ],
    TreeLine: [TreeLine("binar", "{}", turned=False, steps=((ROOT, "c3"), (5, "d4")))],
    MatchRow: [],
    MatchState: [
        MatchState(status=MatchStatus.OVER, turn=None, record="", reason="x"),
        MatchState(status=MatchStatus.RUNNING, turn=0, record="", due_at=START),
    ],
    PreparedLines: [PreparedLines(0, ADA, 0, lines) for lines in ((("c3", "d4"),), ())],
    Recount: [Recount(GUILD, 0, 1)],
    NewTeam: [
        NewTeam(
            competition_id=1,
            side=0,
            name="Red",
            captain_id=ADA,
            guest=True,
            code=KEYS[0],
            code_until=2 * START,
        )
    ],
}
"""Values by their types, the most telling one first.

A type has none if another one serves in its place.
"""
BEGINNINGS: Final = (
    "add",
    "append",
    "claim_start",
    "create",
    "join",
    "put",
    "record_result",
    "schedule",
    "set_match",
)
"""How the names of statements begin that leave something which others find."""


async def fill(store: SqliteStore) -> set[Callable[..., Any]]:
    """Store one of everything; return the statements that did."""
    for job in (new_challenge, new_match, new_match, move(1, 0, interaction_id=7)):
        await store.write(job)
    await store.write(partial(rated_rows.claim_number, guild_id=GUILD, at=START))
    left = [function for function in list_statements() if function.__name__.startswith(BEGINNINGS)]
    done = set[Callable[..., Any]]()
    while now := {each for each in left if each not in done and await succeeds(store, list_calls(each)[0])}:
        done |= now
    return done


async def succeeds(store: SqliteStore, call: Work, *, undo: bool = False) -> bool:
    """Whether the store takes a call; with `undo`, nothing of it is left.

    It may refuse the values, but its SQL must be right.
    """

    async def job(tx: Transaction) -> None:
        await call(tx)
        if undo:
            raise Undone

    try:
        await store.write(job)
    except Undone:
        return True
    except sqlite3.Error:
        raise
    except Exception:  # whatever a statement raises for what it does not take
        return False
    return True


def list_statements() -> list[Callable[..., Any]]:
    """Return the functions that run statements, except those of the drivers."""
    names = [found.name for found in walk_packages(data.__path__, "data.")]
    rooms = [import_module(name) for name in names if not name.startswith(("data.sqlite.", "data.postgres."))]
    return [function for room in rooms for function in _statements_of(room)]


def _statements_of(room: ModuleType) -> Iterator[Callable[..., Any]]:
    for name, function in inspect.getmembers(room, inspect.iscoroutinefunction):
        own = function.__module__ == room.__name__ and not name.startswith("_")
        if own and "tx" in inspect.signature(function).parameters:
            yield function


def list_calls(function: Callable[..., Any]) -> list[Work]:
    """Return calls of a function that lack only the transaction."""
    hints, place = get_type_hints(function), f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
    asked = {name: each for name, each in inspect.signature(function).parameters.items() if name != "tx"}
    known = {name: list_values(place, name, hints[name]) for name in asked}
    first = {name: known[name][0] for name, each in asked.items() if each.default is each.empty}
    whole = {name: values[0] for name, values in known.items()}
    more = [
        {**base, name: value} for base in (first, whole) for name, values in known.items() for value in values
    ]
    unlike = {repr(given): given for given in (whole, first, *more)}.values()
    # A statement that needs nothing but may be given something needs one of those.
    return [
        partial(function, **given)
        for given in unlike
        if not asked or any(value is not None for value in given.values())
    ]


def list_values(place: str, name: str, kind: Any) -> list[Any]:
    """Return the values that are tried for a parameter or a field."""
    if (named := NAMED.get(f"{place}.{name}")) is not None:
        return named
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return [value for each in inner for value in list_values(place, name, each)]
    if is_enumeration(kind) or is_dataclass(kind) or kind is NoneType:
        return VALUES[kind] if kind in VALUES else (list(kind) if is_enumeration(kind) else [_sample(kind)])
    if name in NAMED or kind in VALUES:
        return NAMED.get(name) or VALUES[kind]
    if origin is tuple:
        return [tuple(list_values(place, "", each)[0] for each in inner if each is not Ellipsis)]
    if origin is not None and issubclass(origin, Mapping):
        return [{}]
    if origin is not None and origin is not Callable:
        return [list_values(place, "", inner[0])[:2], []]
    return [lambda *given: True]


def is_enumeration(kind: Any) -> bool:
    """Whether a type is an enumeration."""
    return isinstance(kind, type) and issubclass(kind, Enum)


def _sample(kind: Any) -> Any:
    hints = get_type_hints(kind)
    needed = {each.name for each in fields(kind) if each.default is each.default_factory is MISSING}
    given = [name for name in hints if name in needed or f"{kind.__name__}.{name}" in NAMED]
    return kind(**{name: list_values(kind.__name__, name, hints[name])[0] for name in given})
