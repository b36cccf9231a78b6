"""Competitions in a game with another aim."""

import pytest

from club.refusals import Refusal
from data.competitions.pairings import PairingResult
from tests.club.competitions.league_ends import counts, stop_clocks, to_close
from tests.club.leagues import start_season
from tests.club.room import Room


async def test_no_analysis_judges_another_aim_and_what_is_not_finished_counts_nothing(room: Room) -> None:
    await start_season(room.club, game="russian", options={"aim": "lose"})
    await room.move(1)
    await room.move(1)
    with pytest.raises(Refusal, match="Giveaway and breakthrough are not analysed"):
        await room.club.play.analyses.estimate_chance((await room.club.play.matches.load(1)).match)
    await stop_clocks(room)
    await to_close(room)
    assert await counts(room, 1) == (PairingResult.NONE, True)
    assert (await room.row(1)).reason == "ended.season"
