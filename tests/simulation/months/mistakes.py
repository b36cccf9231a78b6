"""Mistakes with clocks that a developer might make one day.

Three months must notice each of them.
"""

from dataclasses import replace
from typing import Final

from tests.simulation.months.scenario import Options, draw_options
from tests.simulation.sowing import Edit, Mistake, Value

KEEPER, JOURNAL, CLOCK, REST = (
    "club.play.course.clock_keeper",
    "club.play.match.clock_journal",
    "club.clocks.clock",
    "club.clocks.rest",
)


def short(seed: int) -> Options:
    """Return a season with a few matches only."""
    return replace(draw_options(seed), matches=4)


def _mistake(name: str, rules: str, *changes: Edit | Value, seen_at: tuple[int, ...] = (0,)) -> Mistake:
    return Mistake(name, changes, frozenset(rules.split(", ")), lambda _: True, seen_at)


AT_ONCE: Final = (
    "an absence is not given back",
    "a win is claimed before zero",
    "a move is not in the book of the clocks",
)
"""Those that every run looks for, as they show in the first season."""

MISTAKES: Final = (
    _mistake(
        "an absence is not given back",
        "lost",
        Edit(
            JOURNAL,
            "ClockJournal.give_back_lost_time",
            "if goes and absence.affects",
            "if False and absence.affects",
        ),
        seen_at=(1,),
    ),
    _mistake(
        "an absence is forgotten when the process dies",
        "lost",
        Edit(KEEPER, "ClockKeeper.open", "if beat.at > now + AWAY_AFTER:", "if True:"),
        Edit(KEEPER, "ClockKeeper.open", "await presence.add_absence(tx, beat, away)", "pass"),
    ),
    _mistake(
        "another shard's absence is given back too",
        "given",
        Edit(
            "data.database.presence",
            "Absence.affects",
            "shard_of_server(guild_id, self.shards) == self.shard",
            "True",
        ),
    ),
    _mistake(
        "a time is up while nobody could be there",
        "away",
        Edit(KEEPER, "is_bot_away", "bool(await _missed_beats(tx, guild_id, now))", "False"),
        seen_at=(2,),
    ),
    _mistake(
        "a claim counts before the absence is given back",
        "lost",
        Edit(JOURNAL, "update_clocks", "    await journal.give_back_lost_time(event.at)\n", ""),
        seen_at=(3,),
    ),
    _mistake(
        "a win is claimed before zero",
        "lost",
        Edit(JOURNAL, "_check_zero", "at < deadline:", "False:"),
        Edit("club.play.course.silence", "SilenceKeeper.check_claim", "known.may_claim(self._now())", "True"),
    ),
    _mistake(
        "a day has 24 hours",
        "reckoned",
        Edit(CLOCK, "PlayerClock._quiet_spans", "min(end, ends)", "min(begin + 86400.0, ends)"),
    ),
    _mistake(
        "quiet days are those of UTC",
        "reckoned",
        Edit(CLOCK, "PlayerClock._quiet_spans", "quiet_day_spans(week.zone,", 'quiet_day_spans("UTC",'),
    ),
    _mistake(
        "new quiet days count at once",
        "given, lost",
        Value(KEEPER, "NOTICE", 0.0),
        seen_at=(2,),
    ),
    _mistake(
        "a vacation is nothing to the clock",
        "reckoned",
        Edit(
            CLOCK,
            "PlayerClock._running_spans",
            "merge(self._quiet_spans(since), self.vacations)",
            "self._quiet_spans(since)",
        ),
    ),
    _mistake(
        "what a member sets does not reach their running matches",
        "lost",
        Edit(KEEPER, "ClockKeeper.set_rest", "in await clocks.list_for_user(tx, user_id)", "in ()"),
    ),
    _mistake(
        "reminders come in the night",
        "reminders",
        Edit(KEEPER, "ClockKeeper._remind", "rest.next_awake_time(now)", "now"),
        seen_at=(3,),
    ),
    _mistake(
        "a reminder is not noted",
        "reminders, converges",
        Edit(
            KEEPER,
            "ClockKeeper._remind",
            "await journal.note(ClockEventKind.REMIND, at=now, seat=seat)",
            "pass",
        ),
        Edit(KEEPER, "ClockKeeper._remind", "    return None\n", "    return now + 3600.0\n"),
        seen_at=(1,),
    ),
    _mistake(
        "clocks go on while a match has no place",
        "lost, replay, reckoned, due",
        Edit(
            "club.play.course.places",
            "PlaceKeeper._suspend",
            "await journal.set_clocks_running(tx, match_id, self._now(), running=False)",
            "pass",
        ),
        seen_at=(5,),
    ),
    _mistake(
        "an increment is forgotten",
        "replay",
        Edit(CLOCK, "clock_after", "(clock.control.increment or 0)", "0"),
    ),
    _mistake(
        "a match is adjourned too early",
        "adjourned",
        Value(CLOCK, "UNCLAIMED", 6.0 * 86400),
    ),
    _mistake(
        "a clock that was set back takes time",
        "lost, given, due, adjourned",
        Edit(KEEPER, "ClockKeeper.open", "beat.at > now + AWAY_AFTER", "False"),
        seen_at=(12,),
    ),
    _mistake(
        "a time that is put right takes time, or gives some",
        "lost, given, due, adjourned",
        Edit(
            KEEPER,
            "ClockKeeper.correct_time",
            "await presence.add_correction(tx, old_now(), new_now())",
            "pass",
        ),
        seen_at=(28, 43),
    ),
    _mistake(
        "a move is not in the book of the clocks",
        "events, replay, reckoned",
        Edit(
            JOURNAL,
            "update_clocks",
            "if tick is ClockEventKind.GO and journal.clock.going and journal.clock.turn is not None:",
            "if journal.clock.going and match.turn == 1:",
        ),
    ),
)
