"""How matches start: their first position, their players and their clocks."""

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


def dump_start_position(match: Match) -> str:
    """Serialize a match's current position as the start of another match.

    Call it off the event loop. Raise `IllegalMove` if the position has more moves than can be listed.
    """
    match.game.moves(match.position)
    data = match.game.dump(match.position)
    if "history" in data:
        data["history"] = data["history"][-REMEMBERED:]
    return json.dumps(data)


def find_game(row: ChallengeRow) -> AnyGame:
    """Return the game of a challenge.

    Raise `Refusal` if this version of the bot does not know it.
    """
    if row.game not in GAMES:
        raise Refusal("challenge.game")
    return GAMES[row.game]


def build_match(row: ChallengeRow, secret: bytes) -> Match:
    """Build the match that a challenge leads to, before its first move.

    This takes some time if it begins from a set position. Raise `Refusal` if this version of the bot does
    not know the game.
    """
    match = Match(find_game(row), json.loads(row.options), secret)
    if row.start is not None:
        match.set_position(json.loads(row.start))
    give_odds(match, row.side)
    return match


async def build_match_on_thread(row: ChallengeRow, secret: bytes) -> Match:
    """Build the match that a challenge leads to, before its first move.

    If it begins from a set position, it is built on another thread. Raise `Refusal` if this version of
    the bot does not know the game.
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
    """Return the data to store for a match that begins in a place.

    `start` is the position that it begins from, as stored. It can be left out if the position of `match`
    has been set.
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
        start=start or (dump_start_position(match) if match.was_set else None),
        rated=rated,
    )


async def create_match(
    tx: Transaction,
    new: NewMatch,
    players: Sequence[tuple[int, str]],
    control: TimeControl | None,
    now: float,
    *,
    season: Span | None = None,
    guests: Collection[Seat] = (),
    extra_seconds: tuple[float, float] = (0.0, 0.0),
) -> MatchRow:
    """Store a new match between two people, with its clocks, and return its row.

    `players` are the id and the name of each, by seat. `season` is that of the competition which the
    match belongs to, if any. The players at the seats in `guests` are members of another server.
    `extra_seconds` is what each player has in addition to the time that the time control gives both.
    """
    made = await matches.create(tx, new, players, at=now, guests=guests)
    if control is None:
        return made
    rests = [Rest.parse((await preferences.get(tx, user_id)).rest) for user_id, _ in players]
    if season is not None:
        rests = [rest.limited_to_season(season) for rest in rests]
    return replace(made, clock=await journal.start_clocks(tx, made, control, rests, now, extra_seconds))
