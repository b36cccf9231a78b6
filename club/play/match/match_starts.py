"""Matches as they begin: from a given position, and with their clocks."""

import asyncio
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from club.clocks.rest import Rest, Span
from club.clocks.time_control import TimeControl
from club.play.match import clock_journal as journal
from club.play.match.sides import give_odds
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.members import preferences
from data.play import matches
from data.play.challenges import ChallengeRow
from data.play.matches import MatchRow, NewMatch
from data.play.places import PlacedRow
from rules.catalogue import GAMES
from rules.editions import RULES_VERSION
from rules.game import AnyGame, Seat
from rules.match import Match

REMEMBERED: Final = 40
"""Earlier positions that the start of a match remembers.

A position that occurred earlier than that counts as new when it comes again; counts of moves go on.
A record can hold hundreds of positions, and all of them would be read with every card and every
match.
"""


def start_at(match: Match) -> str:
    """Return a match's position as another match may begin from it.

    Call it off the event loop. Raise `IllegalMove` if it has more moves than can be listed.
    """
    match.game.moves(match.position)
    data = match.game.dump(match.position)
    if "history" in data:
        data["history"] = data["history"][-REMEMBERED:]
    return json.dumps(data)


def game_of(row: ChallengeRow) -> AnyGame:
    """Return the game of a challenge.

    Raise `Refusal` if this version does not know it.
    """
    if row.game not in GAMES:
        raise Refusal("challenge.game")
    return GAMES[row.game]


def build_match(row: ChallengeRow, secret: bytes) -> Match:
    """Return the match that a challenge begins, before its first move.

    This takes some time if it begins from a position. Raise `Refusal` if this version does not know the
    game.
    """
    match = Match(game_of(row), json.loads(row.options), secret)
    if row.start is not None:
        match.set_position(json.loads(row.start))
    give_odds(match, row.side)
    return match


async def build_match_beside(row: ChallengeRow, secret: bytes) -> Match:
    """Return the match that a challenge begins, before its first move.

    It is made off the event loop if it begins from a position.
    """
    return (
        build_match(row, secret) if row.start is None else await asyncio.to_thread(build_match, row, secret)
    )


def new_match(
    match: Match,
    place: PlacedRow,
    *,
    due_at: float | None = None,
    start: str | None = None,
    rated: str | None = None,
) -> NewMatch:
    """Return the data with which a match begins at a place.

    A match whose position has been set needs no `start`.
    """
    return NewMatch(
        game=match.game.key,
        options=json.dumps(match.options),
        secret=match.secret,
        rules_version=RULES_VERSION,
        turn=match.turn,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        record=match.save(),
        due_at=due_at,
        abroad=place.abroad,
        start=start or (start_at(match) if match.was_set else None),
        rated=rated,
    )


async def seat_players(
    tx: Transaction,
    new: NewMatch,
    people: Sequence[tuple[int, str]],
    control: TimeControl | None,
    now: float,
    *,
    season: Span | None = None,
    guests: Collection[Seat] = (),
    more: tuple[float, float] = (0.0, 0.0),
) -> MatchRow:
    """Store a match between people, each an id and a name, with its clocks; return it.

    It is in a `season` of a competition, if that is given. At the seats `guests` are people from
    another server; `more` is the seconds that each player has besides the time that the clock gives
    both.
    """
    made = await matches.create(tx, new, people, at=now, guests=guests)
    if control is None:
        return made
    rests = [Rest.parse((await preferences.get(tx, user_id)).rest) for user_id, _ in people]
    if season is not None:
        rests = [rest.in_season(season) for rest in rests]
    return replace(made, clock=await journal.start_clocks(tx, made, control, rests, now, more))
