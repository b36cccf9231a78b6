"""A seal is the same whichever process writes it.

It seals the facts as JSON, however fast they are written.
"""

import hashlib
import json

from hypothesis import given
from hypothesis import strategies as st

from data.play import seals
from data.play.matches import EventKind

NUMBERS = st.integers(1, (1 << 63) - 1)
TIMES = st.floats(0, 1e12) | st.sampled_from([1_700_000_000.123456, 5.0, 1e22, 1e-7])


def test_the_seal_of_an_event_is_that_of_its_facts_as_json() -> None:
    @given(
        st.binary(min_size=32, max_size=32),
        NUMBERS,
        NUMBERS,
        st.none() | st.integers(0, 1),
        st.sampled_from(EventKind),
        st.text(st.characters(exclude_categories=["Cs"])),
        TIMES,
    )
    def holds(
        previous: bytes, match: int, version: int, seat: int | None, kind: EventKind, text: str, at: float
    ) -> None:
        facts = [match, version, seat, kind.value, text, at]
        told = hashlib.sha256(previous + json.dumps(facts, separators=(",", ":")).encode()).digest()
        for written in (kind, kind.value):
            assert told == seals.next_seal(
                previous, match_id=match, version=version, seat=seat, kind=written, text=text, at=at
            )

    holds()
