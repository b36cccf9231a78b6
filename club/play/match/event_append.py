"""Storing an event of a match with the clocks and conditional moves that follow.

All of that is one transaction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from club.members.people import Act
from club.play.match import clock_journal as journal
from club.play.match.waiting import next_board_change
from data.database.transaction import Transaction
from data.play import conditional_moves, match_events, matches
from data.play.conditional_moves import PreparedLines
from data.play.match_events import MatchState
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus
from data.play.places import Place
from rules.game import RulesError
from rules.match import Match

CHANGES: Final = (EventKind.MOVE, EventKind.TAKEBACK)
"""The events that lead to another position."""
OFFERS: Final = (EventKind.DRAW_OFFER, EventKind.TAKEBACK_OFFER)
"""Offers that a player has to answer themselves."""


async def store(
    tx: Transaction,
    before: MatchRow,
    match: Match,
    event: EventRow,
    act: Act | None,
    *,
    reason: str | None = None,
    place: Place | None = None,
    known: bool = False,
) -> tuple[MatchRow, EventRow]:
    """Store an event and the state of its match after it, and let the clocks follow.

    Return both as stored. `before` is the match before the event, `match` the game after it. `reason`,
    a code of the catalogue, ends the match without a result. `place` is its new place, if that changes.
    `known` says that `before` is the match as this same transaction has left it, so that it need not be
    read again. Raise what `events.append` and the clocks raise.
    """
    outcome = match.outcome
    over = outcome is not None or reason is not None
    state = MatchState(
        status=MatchStatus.OVER if over else MatchStatus.RUNNING,
        turn=None if over else match.turn,
        record=match.save(),
        winner=outcome.winner if outcome else None,
        reason=outcome.reason if outcome else reason,
        due_at=None if over else next_board_change(before, event.kind, event.at),
        place=place,
    )
    stored = await match_events.append(tx, event, state)
    row = (
        match_events.row_after(before, stored, state) if known else await matches.existing(tx, event.match_id)
    )
    return await journal.follow(tx, row, stored, act), stored


async def answer(
    tx: Transaction, row: MatchRow, match: Match, event: EventRow, act: Act | None
) -> tuple[MatchRow, Match]:
    """Play the conditional moves that answer the move of a stored event.

    Return the match after them. Each player keeps the rest of the lines that continue from there.
    Nothing is answered while an offer waits for the player: that is for them to decide.
    """
    known = [] if event.kind is not EventKind.MOVE else await conditional_moves.of_match(tx, row.id)
    waiting = {each.seat: _lines_after(each, match.plies[-1].text, event) for each in known}
    for each in known:
        # Mostly nothing lies between, and nothing need be read to see it.
        since = (
            [event]
            if each.since == event.version - 1
            else await match_events.of_match(tx, row.id, after=each.since)
        )
        if not _applies_to(event, each, since):
            waiting[each.seat] = replace(each, lines=())
    while match.turn is not None and (lines := _lines_of(waiting, match.turn)):
        ours = waiting[match.turn]
        answered = match.copy()
        try:
            ply = answered.play(lines[0][0])
        except RulesError:  # damage has changed it: the move that it was to answer counts all the same
            waiting[ours.seat] = replace(ours, lines=())
            continue
        match = answered
        after = EventRow(
            row.id,
            row.version + 1,
            ply.seat,
            ours.user_id,
            EventKind.MOVE,
            ply.text,
            None,
            event.at,
            advance=True,
        )
        row, event = await store(tx, row, match, after, act, known=True)
        waiting = {seat: _lines_after(each, ply.text, event) for seat, each in waiting.items()}
    for each in waiting.values():
        await conditional_moves.put(tx, row.id, each)
    return row, match


def _applies_to(event: EventRow, prepared: PreparedLines, since: Sequence[EventRow]) -> bool:
    """Whether an event continues from the start of the prepared lines.

    The opponent must not have an open offer. `since` are the events from there on.
    """
    if [each.version for each in since if each.kind in CHANGES] != [event.version]:
        return False
    said = [each for each in since if each.version != event.version]
    last = said[-1] if said else None
    return last is None or last.seat == prepared.seat or last.kind not in OFFERS


def _lines_after(prepared: PreparedLines, move: str, event: EventRow) -> PreparedLines:
    """Return the prepared lines that go on from a stored move.

    These are the rests of the lines that begin with the move.
    """
    rest = (line[1:] for line in prepared.lines if line[0] == move)
    return replace(prepared, since=event.version, lines=tuple(line for line in rest if line))


def _lines_of(waiting: Mapping[int, PreparedLines], seat: int) -> tuple[tuple[str, ...], ...]:
    return waiting[seat].lines if seat in waiting else ()
