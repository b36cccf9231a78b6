"""Conditional moves written all at once replace only those their author has seen."""

import pytest

from club.club import Club
from club.play.course.conditional_moves import digest_lines
from club.refusals import Refusal
from tests.club.people import BEN, act, start_match
from tests.club.play.course.lines_prepared import prepare, stored_lines
from tests.club.refusing import refused_code

pytestmark = pytest.mark.both_databases


async def test_lines_that_nobody_has_seen_are_not_written_over(club: Club) -> None:
    table = await start_match(club)
    ahead = await club.play.conditional_moves.get(table.row.id, BEN.id)
    await prepare(club, table, BEN, "c3 d4")
    assert (
        await refused_code(club.play.conditional_moves.replace_lines(ahead, act(BEN), [["a1", "b2"]]))
        == "advance.changed"
    )
    assert await stored_lines(club, table) == {1: ["c3 d4"]}
    after = await club.play.conditional_moves.replace_lines(
        ahead, act(BEN), [["c3", "d4"]]
    )  # as of a form that came twice
    assert after.lines == (("c3", "d4"),)
    now = await club.play.conditional_moves.get(table.row.id, BEN.id)
    with pytest.raises(Refusal):
        await club.play.conditional_moves.replace_lines(
            now, act(BEN), [["a1", "b2"]], seen_digest=digest_lines(())
        )
    await club.play.conditional_moves.replace_lines(
        now, act(BEN), [["a1", "b2"]], seen_digest=digest_lines(now.lines)
    )
    assert await stored_lines(club, table) == {1: ["a1 b2"]}
