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
        Edit(JOURNAL, "Journal.catch_up", "if goes and absence.concerns", "if False and absence.concerns"),
    ),
    _mistake(
        "an absence is forgotten when the process dies",
        "lost",
        Edit(KEEPER, "Clocks.open", "if beat.at > now + AWAY_AFTER:", "if True:"),
        Edit(KEEPER, "Clocks.open", "await presence.add_absence(tx, beat, away)", "pass"),
    ),
    _mistake(
        "another shard's absence is given back too",
        "given",
        Edit(
            "data.database.presence",
            "Absence.concerns",
            "shard_of(guild_id, self.shards) == self.shard",
            "True",
        ),
    ),
    _mistake(
        "a time is up while nobody could be there",
        "away",
        Edit(KEEPER, "is_away", "bool(await _missed_beats(tx, guild_id, now))", "False"),
        seen_at=(2,),
    ),
    _mistake(
        "a claim counts before the absence is given back",
        "lost",
        Edit(JOURNAL, "follow", "    await journal.catch_up(event.at)\n", ""),
        seen_at=(3,),
    ),
    _mistake(
        "a win is claimed before zero",
        "lost",
        Edit(JOURNAL, "_check_zero", "at < deadline:", "False:"),
        Edit("club.play.course.silence", "Silences.check_claim", "known.may_claim(self._now())", "True"),
    ),
    _mistake(
        "a day has 24 hours",
        "reckoned",
        Edit(CLOCK, "PlayerClock._quiet", "min(end, ends)", "min(begin + 86400.0, ends)"),
    ),
    _mistake(
        "quiet days are those of UTC",
        "reckoned",
        Edit(CLOCK, "PlayerClock._quiet", "quiet_days(week.zone,", 'quiet_days("UTC",'),
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
        Edit(CLOCK, "PlayerClock._goes", "merge(self._quiet(since), self.vacations)", "self._quiet(since)"),
    ),
    _mistake(
        "what a member sets does not reach their running matches",
        "lost",
        Edit(KEEPER, "Clocks.set_rest", "in await clocks.of_user(tx, user_id)", "in ()"),
    ),
    _mistake(
        "reminders come in the night",
        "reminders",
        Edit(KEEPER, "Clocks._remind", "rest.awake(now)", "now"),
        seen_at=(3,),
    ),
    _mistake(
        "a reminder is not noted",
        "reminders, converges",
        Edit(KEEPER, "Clocks._remind", "await journal.note(Tick.REMIND, at=now, seat=seat)", "pass"),
        Edit(KEEPER, "Clocks._remind", "    return None\n", "    return now + 3600.0\n"),
        seen_at=(1,),
    ),
    _mistake(
        "clocks go on while a match has no place",
        "lost, replay, reckoned, due",
        Edit(
            "club.play.course.places",
            "PlaceKeeper._suspend",
            "await journal.halt(tx, match_id, self._now(), going=False)",
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
        Edit(KEEPER, "Clocks.open", "beat.at > now + AWAY_AFTER", "False"),
        seen_at=(32,),
    ),
    _mistake(
        "a time that is put right takes time, or gives some",
        "lost, given, due, adjourned",
        Edit(KEEPER, "Clocks.correct", "await presence.add_correction(tx, before(), after())", "pass"),
        seen_at=(28, 43),
    ),
    _mistake(
        "a move is not in the book of the clocks",
        "events, replay, reckoned",
        Edit(
            JOURNAL,
            "follow",
            "if tick is Tick.GO and journal.clock.going:",
            "if journal.clock.going and match.turn == 1:",
        ),
    ),
)
