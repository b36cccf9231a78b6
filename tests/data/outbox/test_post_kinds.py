"""The kinds of posts and the names of their rows, which databases hold for good."""

from functools import partial

import pytest

from data.database.store import Store
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from tests.data.desk import desk
from tests.data.samples import START

__all__ = ["desk"]

PAYLOAD = dict.fromkeys(("message", "to", "guild", "post", "stage", "section", "place"), 255)
STORED = {
    "place": ("p1s0v3", 0), "board": ("b1s0v3", 0), "strip": ("s255", 0), "offer": ("o1s0v3", 0),
    "hand": ("h1s0v3", 0), "notice": ("n1s0v3", 0), "result": ("r1s0v3", 0), "card": ("card1", 5),
    "challenge": ("c1", 5), "seat": ("o1uff", 60), "withdrawn": ("w1", 0), "lapse": ("l255", 0),
    "moved": ("m1s0v3", 0), "archive": ("a1s0v3", 3600), "turn": ("t1s0v3", 120), "reminder": ("r1s0v3", 0),
    "greeting": ("g255", 0), "unplayable": ("u1s0v3", 0), "puzzle": ("z255", 0), "solvers": ("zs255", 0),
    "club": ("club255", 3600), "season": ("season255", 0), "section": ("section255", 30),
    "event": ("event255", 0), "whereabouts": ("atff", 0),
}  # fmt: skip
"""By kind, the name and the wait of a row about match 1 or challenge 1."""
NAMED = ("learn", "unposted", "digest")
"""Kinds whose rows are named by who puts them."""


def test_every_kind_is_known() -> None:
    assert {*STORED, *NAMED} == set(PostKind)


@pytest.mark.both_databases
async def test_rows_have_the_names_and_times_of_their_kinds(desk: Store) -> None:
    async def job(tx: Transaction) -> dict[str, tuple[str, float]]:
        found = {}
        for kind in map(PostKind, STORED):
            await outbox.put(tx, kind, START, match_id=1, challenge_id=1, seat=0, version=3, payload=PAYLOAD)
            row = await tx.one("SELECT kind, dedup, not_before FROM outbox")
            assert row is not None
            found[row["kind"]] = (row["dedup"], row["not_before"] - START)
            await tx.run("DELETE FROM outbox")
        return found

    assert await desk.write(job) == STORED


async def test_what_belongs_to_no_seat_has_none_in_its_name(desk: Store) -> None:
    await desk.write(lambda tx: outbox.put(tx, PostKind.RESULT, START, match_id=1, version=3))
    row = await desk.read(lambda tx: tx.one("SELECT dedup FROM outbox"))
    assert row == {"dedup": "r1v3"}


@pytest.mark.parametrize(("kind", "times"), [(PostKind.SECTION, (5.0, 5.0)), (PostKind.CLUB, (30.0, 30.0))])
async def test_only_a_table_comes_earlier_if_it_is_put_again(
    desk: Store, kind: PostKind, times: tuple[float, float]
) -> None:
    for wait, due in zip((30.0, 5.0, 20.0), (30.0, *times), strict=True):
        await desk.write(partial(outbox.put, kind=kind, at=START, payload=PAYLOAD, wait=wait))
        row = await desk.read(lambda tx: tx.one("SELECT not_before FROM outbox"))
        assert row == {"not_before": START + due}
