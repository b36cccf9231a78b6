"""Seals: each event is sealed together with all before it, so that nothing of the past can be changed unnoticed.

A seal covers what happened: which match by which rules, who moved by seat, what and when. It covers no person and no
interaction, so that what is known of a person can be deleted and every seal still holds.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Final

_DENSE: Final = json.JSONEncoder(separators=(",", ":")).encode


def first(
    *, match_id: int, game: str, options: str, secret: bytes, rules_version: int, created_at: float
) -> bytes:
    """Return the seal before the first event: it covers the facts of the match that never change."""
    return _sealed(b"", (match_id, game, options, secret.hex(), rules_version, created_at))


def following(
    previous: bytes, *, match_id: int, version: int, seat: int | None, kind: str, text: str, at: float
) -> bytes:
    """Return the seal of an event; `previous` is the seal of the event before it."""
    return _sealed(previous, (match_id, version, seat, kind, text, at))


def _sealed(previous: bytes, facts: Sequence[object]) -> bytes:
    return hashlib.sha256(previous + _DENSE(facts).encode()).digest()
