"""Imported records: how large, how many at once, and which are kept at hand."""

import pytest

from club.members.quotas import Presses
from club.play.after.imports import SIZE_LIMIT, Imports
from club.refusals import Refusal
from tests.ample import AMPLE

ANN = 1


@pytest.fixture
def brought() -> Imports:
    """Records that people bring along, with ample limits."""
    return Imports(AMPLE, lambda: 0.0, Presses(AMPLE, lambda: 0.0))


def pdn(name: str) -> bytes:
    return f'[White "{name}"][Black "Bob"][GameType "25"]\n1. c3-d4 f6-g5 *'.encode()


async def test_a_record_may_be_as_large_as_the_limit_and_no_larger(brought: Imports) -> None:
    await brought.read_record(pdn("Ann").ljust(SIZE_LIMIT), ANN)
    with pytest.raises(Refusal, match="at most 256 KB"):
        await brought.read_record(pdn("Ann").ljust(SIZE_LIMIT + 1), ANN)


async def test_whoever_was_read_stands_in_line_no_more(brought: Imports) -> None:
    brought.line.waiting = 1
    await brought.read_record(pdn("Ann"), ANN)
    with pytest.raises(Exception, match="Line 1"):
        await brought.read_record(b"junk", ANN)
    await brought.read_record(pdn("Cleo"), ANN)


async def test_the_record_that_was_not_asked_for_longest_is_forgotten(brought: Imports) -> None:
    brought.kept.most = 6
    first, second = [await brought.read_record(pdn(name), ANN) for name in ("Ann", "Cleo")]
    assert brought.at_hand(first.key) is first
    third = await brought.read_record(pdn("Dora"), ANN)
    assert [brought.at_hand(each.key) for each in (first, second, third)] == [first, None, third]
