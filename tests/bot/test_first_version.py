"""A database that the first version made comes up and shows the same words.

`first_version.db.gz` holds matches of several games ended in every way, one suspended, one with an open offer, and
challenges with sides. `first_version.json` holds what the first version said of them.
"""

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cards.kit.card_lines import player_names, result_phrase
from bot.cards.play.challenge import challenge_card
from club.club import Club
from club.members.people import Act, Person
from club.play.course.offers import Offer, OfferKind, find_open_offer
from club.play.match.matches import Table
from data.play import matches
from data.play.challenges import ChallengeStatus
from data.play.matches import MatchStatus
from data.sqlite.check import check
from data.store_opening import open_store
from tests.bot.server import texts
from words import PSEUDO, insert_player_names, localizer_for

pytestmark = pytest.mark.ci

FIXTURES = Path(__file__).parents[1] / "data" / "fixtures"
SAID: dict[str, Any] = json.loads((FIXTURES / "first_version.json").read_text(encoding="utf-8"))
ADA, BOB = 1001, 1002
NOW = 1_700_000_500.0
OFFERED = 41
"""The match with an open offer."""


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """The first version's database, opened by this one."""
    path = tmp_path / "twotone.db"
    path.write_bytes(gzip.decompress((FIXTURES / "first_version.db.gz").read_bytes()))
    store = await open_store(path, now=lambda: NOW)
    check(path)
    yield Club(store, now=lambda: NOW, chance=lambda below: 0, secret=lambda: bytes(32))
    await store.close()


async def tables(club: Club) -> list[Table]:
    """All its matches."""
    rows = [await club.store.read(lambda tx, n=n: matches.get(tx, n)) for n in map(int, SAID["results"])]
    return [await club.play.matches.load_table(row) for row in rows if row]


REWORDED = {
    "4·2 = 8 points against 0": "the largest territory counts twice, 4 squares against 0",
    "5·2 = 10 points against 0": "the largest territory counts twice, 5 squares against 0",
    **{
        f"a line completed has the other player's parity: column a {parity}": (
            f"a line completed has the other player's parity (column a {parity})"
        )
        for parity in ("even", "odd")
    },
    **{
        f"{digit} cannot draw back to three cards: {score}": f"{digit} cannot draw back to three cards; {score}"
        for digit, score in (
            ("1", "50 points each, line 40 decides"),
            ("0", "30 points each, line 30 decides"),
            ("1", "nobody controls a line"),
        )
    },
}
"""Reasons that are said more plainly since."""


def now_said(table: Table, before_reason: str) -> str:
    """A result as it is said since then: the reason too calls people by their names.

    One Zero One says what happened first, and then who won by it.
    """
    outcome, names = table.match.outcome, player_names(table)
    if outcome is None or outcome.happened is None:
        return before_reason + str(insert_player_names(table.reason, names)) if table.reason else ""
    happened = insert_player_names(outcome.happened, names)
    if outcome.winner is None:
        return f"{happened} It is a draw."
    winner, points = before_reason.removesuffix(": ").split(" wins ")
    return f"{happened} {winner.split(' (')[0]} wins {points}."


async def test_every_result_reads_as_it_did_and_is_stored_as_a_code(club: Club) -> None:
    found = await tables(club)
    assert len(found) == len(SAID["results"])
    for table in found:
        said, reason = SAID["results"][str(table.row.id)]
        if table.is_over:
            assert table.reason is not None
            assert str(table.reason) == REWORDED.get(reason, reason)
            assert str(result_phrase(table)) == now_said(table, said.removesuffix(reason))
            assert table.row.reason == table.reason.code
        else:
            assert (said, table.row.reason) == (None, None)


async def test_the_same_results_are_said_in_another_language(club: Club) -> None:
    say = localizer_for(PSEUDO)
    for table in await tables(club):
        if table.is_over:
            assert say.text(result_phrase(table)).startswith("[")


async def test_every_side_reads_as_it_did(club: Club) -> None:
    for number, side in SAID["sides"].items():
        row = await club.play.challenges.get(int(number))
        if row.status is ChallengeStatus.ACCEPTED:
            continue
        view: Any = challenge_card(row, localizer_for("en")).view
        shown = texts(SimpleNamespace(components=view.to_components()))
        assert (f"plays **{side}**." in shown) is (side != "random")


async def test_an_open_challenge_gives_the_side_that_was_asked_for(club: Club) -> None:
    for number, side in SAID["sides"].items():
        row = await club.play.challenges.get(int(number))
        if row.status is not ChallengeStatus.OPEN or side == "random" or row.game == "one-zero-one":
            continue
        table = await club.play.challenges.accept(
            row.id, taker=Person(BOB, "Bob"), interaction_id=10_000 + row.id
        )
        seat = table.seat_of(ADA)
        assert seat is not None
        assert str(table.side(seat)) == side


async def test_what_was_under_way_goes_on(club: Club) -> None:
    _, events = await club.play.matches.load_with_events(OFFERED)
    assert find_open_offer(events) == Offer(OfferKind.DRAW, 1)
    after = await club.play.offers.accept(OFFERED, Act(ADA, 99_999), OfferKind.DRAW)
    assert (after.row.status, after.row.reason) == (MatchStatus.OVER, "agreement")
