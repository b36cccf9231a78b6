"""Ladder cards: the places, the terms of play, and the members one can challenge."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.cards.competitions.kind_cards import KindCards
from bot.cards.competitions.league_lines import numbered_id, played_lines, table_change_line
from bot.cards.kit.card_lines import thread_link
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    Card,
    Press,
    fit_lines,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import mention, plain
from bot.cards.kit.pictures import Drawing, chart_picture
from club.competitions.competitions import StageView
from club.competitions.crosstable import DRAWN_AT_MOST, FORM_AT_MOST, Crosstable, CrosstableLine
from club.competitions.ladders import ReachablePlace
from club.competitions.reckoning.ladder import LadderEffect
from club.play.match.matches import Table
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.pairings import PairingRow, Reason, TableChange
from data.competitions.teams import TeamRow
from rendering.people.league import LeagueStanding, draw_section
from rules.catalogue import title_of
from words import Phrase, Speaker, ago, when

PLACES_LIMIT: Final = 2400
"""Characters for the lines of a ladder's card; with the rest they fit a message."""
CHALLENGES_AT_MOST: Final = 8
"""Challenges that the card lists: the last ones."""
EFFECTS: Final = {TableChange.LATE: "joined", TableChange.WITHDRAWN: "left", TableChange.SLID: "slid"}
"""What has happened, but for challenges, by the codes of sentences."""


class LadderCards(KindCards):
    """The cards of ladders: one shows all."""

    code = "ladder"
    leave_button = "button.league.leave"

    def stage_card(self, season: StageView, say: Speaker, away: TeamRow | None, *, anew: bool) -> None:
        """Return none, because a ladder has no season."""

    def section_card(
        self, sheet: Crosstable, say: Speaker, away: TeamRow | None, *, anew: bool, page: str | None = None
    ) -> Card:
        """Return the card of a ladder.

        It shows the places as a picture and in words, the terms of play, and the latest changes.
        """
        stage, ladder, id_ = sheet.stage, sheet.competition, sheet.section.id
        over, ended = stage.status is StageStatus.OVER, sheet.competition.stopped
        here = standing(sheet)
        open_ = [each for each in sheet.pairings if each.counts is None]
        lines = [_challenge(sheet, each, say) for each in open_[-CHALLENGES_AT_MOST:]]
        lines += [_line(line, say) for line in here]
        ruled = [
            table_change_line(sheet, jump, say) for jump in sheet.jumps if jump.what is TableChange.RULED
        ]
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(say("card.ladder", league=plain(ladder.name)), *played_lines(ladder, say)),
                _picture(sheet, here, say) if here else text(say("card.ladder.nobody")),
                text(*fit_lines(say, lines, PLACES_LIMIT)) if lines else None,
                text(
                    *(_effect(sheet, effect, say) for effect in sheet.effects),
                    *ruled,
                    say("card.ladder.ended")
                    if over
                    else say("card.ladder.ending")
                    if ended
                    else say("card.ladder.how"),
                ),
                row(
                    Press.of(
                        numbered_id("season-in", stage.id), say("button.league.join"), PRIMARY, disabled=ended
                    ),
                    Press.of(
                        numbered_id("climb", id_), say("button.ladder.challenge"), PRIMARY, disabled=ended
                    ),
                    Press.of(numbered_id("withdraw", id_), say("button.league.leave"), disabled=over),
                    Press.of(numbered_id("rule", id_), say("button.league.rule")),
                    Press.of(numbered_id("season-end", stage.id), say("button.ladder.stop"), disabled=ended),
                ),
            )
        )

    def joined_phrase(self, stage: StageRow) -> Phrase:
        """Return that they stand at the foot."""
        return Phrase("card.ladder.in")

    def reason_line(self, table: Table, reason: Reason, say: Speaker) -> str:
        """Return the places of both."""
        first, second = (plain(seat.name) for seat in table.row.seats)
        own, other = reason.first_place or 0, reason.second_place or 0
        return say(
            "card.ladder.reason.turned" if reason.turned and own > other else "card.ladder.reason",
            league=plain(reason.league),
            place=min(own, other),
            other=max(own, other),
            name=first,
            opponent=second,
        )


def standing(sheet: Crosstable) -> list[CrosstableLine]:
    """Return the lines of those who stand on a ladder, in its order."""
    return [line for line in sheet.lines if line.row.rank]


def reached_card(section_id: int, reached: Sequence[ReachablePlace], say: Speaker) -> Card:
    """Return the card of the members one can challenge, each by one tap."""
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.ladder.reached"),
                *(
                    say("card.ladder.met", name=plain(each.entrant.name), time=when(each.again_at))
                    for each in reached
                    if each.again_at is not None
                ),
            ),
            row(
                *(
                    Press.of(
                        numbered_id("climb-to", section_id, each.entrant.id),
                        say("button.ladder.place", place=each.place, name=each.entrant.name),
                        PRIMARY,
                        disabled=each.again_at is not None,
                    )
                    for each in reached
                )
            ),
        )
    )


def _picture(sheet: Crosstable, here: Sequence[CrosstableLine], say: Speaker) -> Drawing:
    standings = [
        LeagueStanding(
            line.row.rank,
            str(say.text(line.entrant.name)),
            None,
            line.row.wins,
            line.row.played,
            line.form[-FORM_AT_MOST:],
        )
        for line in here[:DRAWN_AT_MOST]
    ]
    title, name = title_of(sheet.competition.game), sheet.competition.name
    part = Phrase("picture.ladder")
    return chart_picture(partial(draw_section, name, part, title, standings, language=say.language))


def _line(line: CrosstableLine, say: Speaker) -> str:
    return say(
        "card.ladder.line",
        place=line.row.rank,
        name=mention(line.entrant.user_id),
        won=line.row.wins,
        count=line.row.played,
    )


def _challenge(sheet: Crosstable, pairing: PairingRow, say: Speaker) -> str:
    """Return who challenges whom, with a link to their match."""
    pair = sheet.pair(pairing)
    if pairing.challenged_seat == 0:
        pair = pair[1], pair[0]
    challenger, other = (plain(each.name) for each in pair)
    places = sorted((pairing.first_place or 0, pairing.second_place or 0))
    facts: dict[str, Any] = {"name": challenger, "opponent": other, "place": places[0], "other": places[1]}
    found = None if pairing.match_id is None else sheet.links.get(pairing.match_id)
    if found is None:
        return say("card.ladder.waits", **facts)
    return say("card.ladder.runs", link=thread_link(found), **facts)


def _effect(sheet: Crosstable, effect: LadderEffect, say: Speaker) -> str:
    facts: dict[str, Any] = {
        "time": ago(effect.fact.at),
        "name": mention(sheet.entrant(effect.entrant_id).user_id),
        "place": effect.place,
    }
    if effect.other_id is None:
        return say(f"card.ladder.{EFFECTS[effect.fact.what]}", **facts)
    opponent = mention(sheet.entrant(effect.other_id).user_id)
    return say(f"card.ladder.{'taken' if effect.taken else 'kept'}", opponent=opponent, **facts)
