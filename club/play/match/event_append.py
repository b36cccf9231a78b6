"""Storing a match's events, with the effects on clocks and prepared moves.

Everything is stored in one transaction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from club.members.people import Act
from club.play.match import clock_journal as journal
from club.play.match.open_offers import find_open_offer_event
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


async def store_event(
    tx: Transaction,
    row_before: MatchRow,
    match: Match,
    event: EventRow,
    act: Act | None,
    *,
    reason: str | None = None,
    place: Place | None = None,
    is_row_current: bool = False,
) -> tuple[MatchRow, EventRow]:
    """Store an event and the match's new state, and update its clocks.

    Return the match's new row and the event as stored. `row_before` is the row before the event, `match`
    the game after it. `reason` is a message code that ends the match without a result. `place` is the
    match's new place, if that changes. `is_row_current` says that this transaction has just stored
    `row_before`, so that it need not be read again. Raise what `data.play.match_events.append` and the
    clocks raise.
    """
    outcome = match.outcome
    over = outcome is not None or reason is not None
    state = MatchState(
        status=MatchStatus.OVER if over else MatchStatus.RUNNING,
        turn=None if over else match.turn,
        record=match.save(),
        winner=outcome.winner if outcome else None,
        reason=outcome.reason if outcome else reason,
        due_at=None if over else next_board_change(row_before, event.kind, event.at),
        place=place,
    )
    stored = await match_events.append(tx, event, state)
    row = (
        match_events.apply_event(row_before, stored, state)
        if is_row_current
        else await matches.get_existing(tx, event.match_id)
    )
    return await journal.update_clocks(tx, row, stored, act), stored


async def play_conditional_moves(
    tx: Transaction, row: MatchRow, match: Match, event: EventRow, act: Act | None
) -> tuple[MatchRow, Match]:
    """Play the conditional moves that answer a stored move.

    Conditional moves are answers that players have prepared. Return the match's row and game after them.
    Of the prepared lines, those that continue from there are kept. If the opponent has made an offer, no
    move is played, because the player must decide about the offer first.
    """
    known: list[PreparedLines] = (
        [] if event.kind is not EventKind.MOVE else await conditional_moves.list_for_match(tx, row.id)
    )
    waiting = {each.seat: _lines_after(each, match.plies[-1].text, event) for each in known}
    for each in known:
        # Mostly nothing lies between, and nothing need be read to see it.
        since = (
            [event]
            if each.since == event.version - 1
            else await match_events.list_for_match(tx, row.id, after_version=each.since)
        )
        if not _applies_to(event, since):
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
        row, event = await store_event(tx, row, match, after, act, is_row_current=True)
        waiting = {seat: _lines_after(each, ply.text, event) for seat, each in waiting.items()}
    for each in waiting.values():
        await conditional_moves.put(tx, row.id, each)
    return row, match


def _applies_to(event: EventRow, since: Sequence[EventRow]) -> bool:
    """Whether a stored move is the next one after the start of prepared lines.

    The opponent must also have no open offer; an own one is closed by the opponent's move. `since` are the
    events since the start of the lines.
    """
    changes = [each.version for each in since if each.kind in CHANGES]
    return changes == [event.version] and find_open_offer_event(since) is None


def _lines_after(prepared: PreparedLines, move: str, event: EventRow) -> PreparedLines:
    """Return what remains of the prepared lines after a stored move.

    Lines that do not begin with the move are dropped.
    """
    rest = (line[1:] for line in prepared.lines if line[0] == move)
    return replace(prepared, since=event.version, lines=tuple(line for line in rest if line))


def _lines_of(waiting: Mapping[int, PreparedLines], seat: int) -> tuple[tuple[str, ...], ...]:
    return waiting[seat].lines if seat in waiting else ()
