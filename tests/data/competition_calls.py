"""Every statement about competitions, as `test_statements` looks at them all."""

from collections.abc import Callable
from functools import partial

from data import competitions, entrants, pairings
from data.competitions import NewCompetition, StageRow, StageStatus
from data.pairings import Jump, Result
from tests.data.samples import ADA, BOB, CHANNEL, GUILD, START

LEAGUE = NewCompetition(
    guild_id=GUILD,
    channel_id=CHANNEL,
    kind="league",
    name="Autumn",
    organiser_id=ADA,
    game="binar",
    options="{}",
    control="3d+1d",
    hour=18,
)
STAGE = StageRow(1, 1, 0, StageStatus.RUNNING, START, 2 * START, 0, True, True, 1, None)
CALLS: list[Callable[..., object]] = [
    partial(competitions.create, new=LEAGUE, at=START, interaction_id=9),
    partial(competitions.get, competition_id=1),
    partial(competitions.made_by_interaction, interaction_id=9),
    partial(competitions.of_server, guild_id=GUILD),
    partial(competitions.plan, competition_id=1, at=START),
    partial(competitions.claim, now=START),
    competitions.next_due,
    partial(competitions.hurry, competition_id=1, at=START),
    partial(competitions.pause, competition_id=1, since=START),
    partial(competitions.stop, competition_id=1),
    partial(competitions.add_stage, competition_id=1, number=0, starts_at=START, closes_at=2 * START),
    partial(competitions.stage, stage_id=1),
    partial(competitions.stages_of, competition_id=1),
    partial(competitions.set_stage, row=STAGE),
    partial(competitions.touch_stage, stage_id=1),
    partial(competitions.show_stage, stage_id=1, message_id=5),
    partial(competitions.add_section, stage_id=1, number=0),
    partial(competitions.section, section_id=1),
    partial(competitions.sections_of, stage_id=1),
    partial(competitions.touch_section, section_id=1),
    partial(competitions.touch_section, section_id=1, anew=True),
    partial(competitions.show_section, section_id=1, message_id=5),
    partial(entrants.join, stage_id=1, user_id=ADA, name="Ada", at=START),
    partial(entrants.join, stage_id=1, user_id=BOB, name="Bob", at=START),
    partial(entrants.of_stage, stage_id=1),
    partial(entrants.seat, entrant_id=1, section_id=1, seed=0),
    partial(entrants.of_section, section_id=1),
    partial(entrants.entrant_of, stage_id=1, user_id=ADA),
    partial(entrants.entered, user_id=ADA),
    partial(pairings.add, section_id=1, round_number=0, pair=(1, 2), turned=False),
    partial(pairings.begin, pairing_id=1, match_id=1),
    partial(pairings.pairings, section_id=1),
    partial(pairings.get, pairing_id=1),
    partial(pairings.of_match, match_id=1),
    partial(pairings.reason_of, match_id=1),
    partial(pairings.people, pairing_id=1),
    partial(pairings.met_last, competition_id=1),
    partial(pairings.waiting, competition_id=1),
    partial(pairings.waiting_for, user_id=ADA),
    partial(pairings.running_of, user_id=ADA),
    partial(pairings.open_in, stage_id=1),
    partial(pairings.left_behind, stage_id=1),
    partial(pairings.sweep, stage_id=1),
    partial(pairings.end_unplayed, stage_id=1),
    partial(pairings.decide, pairing_id=1, result=Result.FIRST),
    partial(pairings.rule, pairing_id=1, result=Result.DRAW),
    partial(entrants.not_begun, stage_id=1),
    partial(entrants.absent, stage_id=1),
    partial(entrants.to_move_since, entrant_id=1),
    partial(entrants.set_absent, entrant_id=1, at=START),
    partial(entrants.replace, entrant_id=1, user_id=BOB + 5, name="Eve", at=START),
    partial(entrants.withdraw, entrant_id=1),
    partial(entrants.leave, entrant_id=2),
    partial(pairings.log, row=pairings.LogRow(1, START, ADA, Jump.WITHDRAWN)),
    partial(pairings.logged, section_id=1, limit=3),
]
