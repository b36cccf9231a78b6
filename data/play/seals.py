"""Seals: each event is sealed together with all before it.

So no part of the past can be changed unnoticed. A seal covers what happened: which match by which
rules, who moved by seat, what and when. It covers no person and no interaction, so that
everything known of a person can be deleted and every seal still holds.
"""

import hashlib
import json
from json.encoder import encode_basestring_ascii as _quoted


def first(
    *,
    match_id: int,
    game: str,
    options: str,
    secret: bytes,
    rules_version: int,
    created_at: float,
    start: str | None = None,
) -> bytes:
    """Return the seal before the first event; it covers the match's constant facts.

    A match with the usual beginning is sealed as matches were before there was any other beginning.
    """
    facts: tuple[object, ...] = (match_id, game, options, secret.hex(), rules_version, created_at)
    if start is not None:
        facts = (*facts, start)
    return hashlib.sha256(json.dumps(facts, separators=(",", ":")).encode()).digest()


def following(
    previous: bytes, *, match_id: int, version: int, seat: int | None, kind: str, text: str, at: float
) -> bytes:
    """Return the seal of an event; `previous` is the seal of the event before it.

    The facts are written as JSON by hand: a check seals millions of events, and an encoder is made anew for each list.
    """
    where = "null" if seat is None else seat
    dense = f"[{match_id},{version},{where},{_quoted(kind)},{_quoted(text)},{at!r}]"
    return hashlib.sha256(previous + dense.encode()).digest()
