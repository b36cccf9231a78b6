"""Matches between Ann and Ben, and challenges, made of rows alone, for cards."""

from dataclasses import fields
from typing import Any, Final

from club.play.match.matches import Table
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import MatchRow, MatchStatus, SeatRow
from rules.catalogue import GAMES
from rules.match import Match

NUMBER, VERSION = 7, 3
ANN, BEN = 101, 102
SEED: Final = bytes(32)


def match_of(game: str = "russian", *moves: str, **options: Any) -> Match:
    """A match of a game after some moves."""
    played = Match(GAMES[game], options, SEED)
    for move in moves:
        played.play(move)
    return played


def seat(number: int, **given: Any) -> SeatRow:
    """Ann has seat 0 and Ben has seat 1."""
    usual: dict[str, Any] = {
        "match_id": NUMBER,
        "seat": number,
        "user_id": (ANN, BEN)[number],
        "name": ("Ann", "Ben")[number],
    }
    return SeatRow(**usual | given)


def table_with(
    match: Match, *, ann: dict[str, Any] | None = None, ben: dict[str, Any] | None = None, **given: Any
) -> Table:
    """Match 7, version 3, in thread 30 of channel 20 on server 10.

    `ann` and `ben` change their seats.
    """
    usual: dict[str, Any] = {
        "id": NUMBER,
        "game": match.game.key,
        "status": MatchStatus.RUNNING,
        "version": VERSION,
        "turn": match.turn,
        "guild_id": 10,
        "channel_id": 20,
        "thread_id": 30,
        "plies": len(match.plies),
        "options": "{}",
        "created_at": 0.0,
        "turn_at": 0.0,
        "seats": (seat(0, **ann or {}), seat(1, **ben or {})),
    }
    row: dict[str, Any] = {field.name: None for field in fields(MatchRow)} | usual | given
    return Table(MatchRow(**row), match)


def open_seat(number: int, **given: Any) -> ChallengeRow:
    """A challenge of Ann to anyone in channel 20."""
    usual: dict[str, Any] = {
        "game": "russian",
        "options": "{}",
        "side": "random",
        "challenger_id": ANN,
        "challenger_name": "Ann",
        "opponent_id": None,
        "opponent_name": None,
        "guild_id": 10,
        "channel_id": 20,
        "id": number,
        "message_id": 60 + number,
        "status": ChallengeStatus.OPEN,
        "match_id": None,
        "created_at": 0.0,
        "expires_at": 9.0,
        "interaction_id": None,
        "closed_by_interaction": None,
        "anyone": True,
    }
    return ChallengeRow(**usual | given)
