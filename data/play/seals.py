"""Seals: a chain of hashes in which each event is sealed with all before it.

So no part of a match's history can be changed unnoticed. A seal covers which match was played by
which rules, and who (by seat) did what and when. It covers no person and no interaction, so that a
person's data can be deleted while every seal remains valid.
"""

import hashlib
import json
from json.encoder import encode_basestring_ascii as _quoted


def initial_seal(
    *,
    match_id: int,
    game: str,
    options: str,
    secret: bytes,
    rules_version: int,
    created_at: float,
    start: str | None = None,
) -> bytes:
    """Return the seal before the first event, of the match's constant facts.

    A match with the usual starting position is sealed in the same way as before others were possible.
    """
    facts: tuple[object, ...] = (match_id, game, options, secret.hex(), rules_version, created_at)
    if start is not None:
        facts = (*facts, start)
    return hashlib.sha256(json.dumps(facts, separators=(",", ":")).encode()).digest()


def next_seal(
    previous: bytes, *, match_id: int, version: int, seat: int | None, kind: str, text: str, at: float
) -> bytes:
    """Return the seal of an event; `previous` is the seal of the event before it.

    The facts are written as JSON by hand: a check computes millions of seals, and a JSON encoder would
    be created anew for each.
    """
    where = "null" if seat is None else seat
    dense = f"[{match_id},{version},{where},{_quoted(kind)},{_quoted(text)},{at!r}]"
    return hashlib.sha256(previous + dense.encode()).digest()
