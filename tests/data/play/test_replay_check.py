"""What is broken in a match is said in a sentence, and nothing that is whole."""

import json
from collections.abc import Sequence

import pytest

from data.database.errors import StoreError
from data.play import seals
from data.play.matches import EventKind
from data.play.replay_check import NAMED, SealedEvent, SealedMatch, find_fault, raise_if_broken
from rules.catalogue import GAMES
from rules.editions import RULES_VERSION
from rules.match import Match
from words import Phrase

SECRET = bytes(range(32))
Happened = tuple[str, int | None, str]
MOVES: Sequence[Happened] = (("move", 0, "c3"), ("move", 1, "b2"))


def played(*moves: str, game: str = "binar") -> Match:
    match = Match(GAMES[game], GAMES[game].read_options({}), SECRET)
    for move in moves:
        match.play(move)
    return match


def sealed(
    record: Match, happened: Sequence[Happened], **given: object
) -> tuple[SealedMatch, list[SealedEvent]]:
    """A match with this record whose seals agree with what happened."""
    row = SealedMatch(
        id=7,
        game="binar",
        options="{}",
        secret=SECRET,
        rules_version=RULES_VERSION,
        created_at=1.0,
        version=len(happened),
        status="over" if record.outcome else "running",
        record=record.save(),
        seats=2,
        start=None,
    )._replace(**given)  # pyrefly: ignore[bad-argument-type]  # fields of it
    facts = {
        name: getattr(row, name)
        for name in ("game", "options", "secret", "rules_version", "created_at", "start")
    }
    seal, events = seals.initial_seal(match_id=7, **facts), []
    for version, (kind, seat, text) in enumerate(happened, 1):
        seal = seals.next_seal(seal, match_id=7, version=version, seat=seat, kind=kind, text=text, at=2.0)
        events.append(SealedEvent(7, version, seat, kind, text, 2.0, seal))
    return row, events


def fault(
    row: SealedMatch, events: Sequence[SealedEvent], *, with_replay: bool = True
) -> tuple[str, object] | None:
    """The code of what is broken and the event where, if any."""
    found = find_fault(row, events, with_replay=with_replay)
    return None if found is None else (found.code, found.facts.get("event"))


def test_a_match_as_it_was_played_is_whole() -> None:
    assert fault(*sealed(played(), ())) is None
    assert fault(*sealed(played("c3", "b2"), MOVES)) is None


def test_each_event_is_under_its_own_seal() -> None:
    row, events = sealed(played("c3", "b2"), MOVES)
    first, second = events
    assert fault(row, [first._replace(text="c4"), second]) == ("check.event", 1)
    assert fault(row, [first, second._replace(seat=0)]) == ("check.event", 2)
    assert fault(row, [first, second._replace(at=3.0)]) == ("check.event", 2)
    assert fault(row, [first, second._replace(version=3)]) == ("check.event", 2)
    assert fault(row, [first, second._replace(hash=bytes(32))]) == ("check.event", 2)
    assert fault(row._replace(secret=bytes(32)), events) == ("check.event", 1)


@pytest.mark.parametrize(("version", "at"), [(1, 2), (2, None), (3, 3), (9, 3)])
def test_as_many_events_as_versions_belong_to_a_match(version: int, at: int | None) -> None:
    row, events = sealed(played("c3", "b2"), MOVES)
    found = fault(row._replace(version=version), events)
    assert found == (None if at is None else ("check.event", at))


@pytest.mark.parametrize(("seats", "whole"), [(1, False), (2, True), (3, False)])
def test_two_play(seats: int, whole: bool) -> None:
    found = fault(*sealed(played(), (), seats=seats))
    assert found == (None if whole else ("check.unreadable", None))


def test_whatever_breaks_the_check_is_a_fault_of_the_match_alone() -> None:
    row, events = sealed(played("c3", "b2"), MOVES)
    assert fault(row, [events[0]._replace(text=None), events[1]]) is not None  # pyrefly: ignore[bad-argument-type]  # damage
    assert fault(*sealed(played(), (), options="{")) == ("check.unreadable", None)


@pytest.mark.parametrize(
    ("record", "happened", "code", "at"),
    [
        (played("c3"), MOVES, "check.length", None),
        (played("c3", "b2", "a1"), MOVES, "check.length", None),
        (played("c4", "b2"), MOVES, "check.record", 1),
        (played("c3", "b3"), MOVES, "check.record", 2),
        (played("c3", "b2"), (MOVES[0], ("move", 0, "b2")), "check.record", 2),
    ],
)
def test_a_record_has_the_moves_of_its_events(
    record: Match, happened: Sequence[Happened], code: str, at: int | None
) -> None:
    row, events = sealed(record, happened)
    assert fault(row, events) == (code, at)
    assert fault(row, events, with_replay=False) is None


def test_a_record_that_cannot_be_played_is_told_unless_newer_rules_know_it() -> None:
    row, events = sealed(played(), ())
    assert fault(row._replace(record="nonsense"), events) == ("check.unplayable", None)
    row, events = sealed(played(), (), rules_version=RULES_VERSION + 1)
    assert fault(row._replace(record="nonsense"), events) is None


@pytest.mark.parametrize(
    "given",
    [{"game": "russian"}, {"secret": bytes(32)}, {"options": json.dumps({"size": 3})}, {"start": "[]"}],
)
def test_a_record_begins_as_its_match(given: dict[str, object]) -> None:
    assert fault(*sealed(played(), (), **given)) == ("check.start", None)


def test_moves_that_were_taken_back_are_in_no_record() -> None:
    back: Happened = ("takeback", 1, "1")
    assert fault(*sealed(played("c3"), (*MOVES, back))) is None
    assert fault(*sealed(played("c3", "b2"), (*MOVES, back))) == ("check.length", None)


def ended(how: str, seat: int) -> Match:
    match = played("c3", "b2")
    match.agree_draw() if how == "draw" else match.resign(seat)
    return match


@pytest.mark.parametrize(
    ("record", "last", "whole"),
    [
        (ended("resign", 0), (EventKind.RESIGN, 0, ""), True),
        (ended("resign", 0), (EventKind.RESIGN, 1, ""), False),
        (ended("resign", 1), (EventKind.RESIGN, 1, ""), True),
        (ended("resign", 0), (EventKind.CLAIM, 1, ""), False),
        (ended("resign", 0), (EventKind.RESIGN, None, ""), False),
        (ended("resign", 0), None, False),
        (played("c3", "b2"), (EventKind.RESIGN, 0, ""), False),
    ],
)
def test_a_record_ends_as_its_events(record: Match, last: Happened | None, whole: bool) -> None:
    happened = MOVES if last is None else (*MOVES, last)
    assert fault(*sealed(record, happened)) == (None if whole else ("check.end", None))


@pytest.mark.parametrize("count", [NAMED, NAMED + 1, NAMED + 2])
def test_the_first_faults_are_named_and_the_others_counted(count: int) -> None:
    broken = [Phrase("check.unreadable", match=number) for number in range(100, 100 + count)]
    with pytest.raises(StoreError) as told:
        raise_if_broken("some.db", broken)
    assert str(100 + NAMED - 1) in str(told.value)
    assert str(100 + NAMED) not in str(told.value)
    more = str(Phrase("check.more", count=count - NAMED))
    assert (more in str(told.value)) == (count > NAMED)


def test_of_no_fault_nothing_is_said() -> None:
    raise_if_broken("some.db", [])
