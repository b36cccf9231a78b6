"""Ladder cards: the ranking, the terms of play, and the next challenges."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.cards.competitions.kind_cards import CompetitionCards
from bot.cards.competitions.league_lines import game_terms_lines, numbered_id, table_change_line
from bot.cards.kit.card_lines import thread_link
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    ActionButton,
    Card,
    fit_lines,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import Drawing, chart_picture
from club.competitions.competitions import StageView
from club.competitions.crosstable import DRAWN_AT_MOST, Crosstable, CrosstableLine
from club.competitions.decided import DecidedSection
from club.competitions.ladders import ChallengeTarget
from club.competitions.reckoning.ladder import LadderEffect
from club.play.match.matches import Table
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.pairings import PairingReason, PairingRow, TableChange
from data.competitions.teams import TeamRow
from rendering.caption import picture_name
from rendering.people.league import FORM_AT_MOST, LeagueStanding, draw_league_table
from rules.catalogue import title_of
from words import Localizer, Phrase, discord_timestamp, relative_timestamp

PLACES_LIMIT: Final = 2400
"""Characters for the lines of a ladder's card; with the rest they fit a message."""
CHALLENGES_AT_MOST: Final = 8
"""Challenges that the card lists: the last ones."""
EFFECTS: Final = {TableChange.LATE: "joined", TableChange.WITHDRAWN: "left", TableChange.SLID: "slid"}
"""What has happened, but for challenges, by the codes of sentences."""


class LadderCards(CompetitionCards):
    """The cards of ladders.

    A single card shows everything about a ladder.
    """

    code = "ladder"
    leave_button = "button.league.leave"

    def stage_card(
        self, stage_view: StageView, say: Localizer, guest_team: TeamRow | None, *, is_new_post: bool
    ) -> None:
        """Return `None`, because a ladder has no seasons to sign up for."""

    def section_card(
        self,
        sheet: Crosstable,
        say: Localizer,
        guest_team: TeamRow | None,
        *,
        is_new_post: bool,
        page: str | None = None,
    ) -> Card:
        """Return the card of a ladder.

        It shows the ranking as a picture and in words, the terms of play, and the latest changes.
        """
        stage, ladder, id_ = sheet.stage, sheet.competition, sheet.section.id
        over, ended = stage.status is StageStatus.OVER, sheet.competition.stopped
        here = ranked_lines(sheet)
        open_ = [each for each in sheet.pairings if each.effective_result is None]
        lines = [_challenge_line(sheet, each, say) for each in open_[-CHALLENGES_AT_MOST:]]
        lines += [_place_line(line, say) for line in here]
        ruled = [
            table_change_line(sheet, jump, say)
            for jump in sheet.latest_changes
            if jump.what in (TableChange.RULED, TableChange.CONTESTED)
        ]
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(say("card.ladder", league=safe_name(ladder.name)), *game_terms_lines(ladder, say)),
                _picture(sheet, here, say) if here else text(say("card.ladder.nobody")),
                text(*fit_lines(say, lines, PLACES_LIMIT)) if lines else None,
                text(
                    *(_effect_line(sheet, effect, say) for effect in sheet.effects),
                    *ruled,
                    say("card.ladder.ended")
                    if over
                    else say("card.ladder.ending")
                    if ended
                    else say("card.ladder.how"),
                ),
                row(
                    ActionButton.create(
                        numbered_id("season-in", stage.id), say("button.league.join"), PRIMARY, disabled=ended
                    ),
                    ActionButton.create(
                        numbered_id("climb", id_), say("button.ladder.challenge"), PRIMARY, disabled=ended
                    ),
                    ActionButton.create(
                        numbered_id("withdraw", id_), say("button.league.leave"), disabled=over
                    ),
                    ActionButton.create(numbered_id("rule", id_), say("button.league.rule")),
                    ActionButton.create(
                        numbered_id("season-end", stage.id), say("button.ladder.stop"), disabled=ended
                    ),
                ),
            )
        )

    def joined_phrase(self, stage: StageRow) -> Phrase:
        """Return the confirmation for a member who has joined in last place."""
        return Phrase("card.ladder.in")

    def decided_line(self, decided: DecidedSection, say: Localizer) -> str:
        """Return the digest's line about who stands at the top of a ladder that is played."""
        if decided.sheet.stage.status is StageStatus.OVER or not decided.winners:
            return super().decided_line(decided, say)
        return self.digest_line("ladder", decided, say, name=safe_name(decided.winners[0].name))

    def reason_line(self, table: Table, reason: PairingReason, say: Localizer) -> str:
        """Return the line with the places of both players of a challenge."""
        first, second = (safe_name(seat.name) for seat in table.row.seats)
        own, other = reason.first_place or 0, reason.second_place or 0
        return say(
            "card.ladder.reason.turned" if reason.turned and own > other else "card.ladder.reason",
            league=safe_name(reason.league),
            place=min(own, other),
            other=max(own, other),
            name=first,
            opponent=second,
        )


def ranked_lines(sheet: Crosstable) -> list[CrosstableLine]:
    """Return the table lines of the ranked players, in the ladder's order."""
    return [line for line in sheet.lines if line.row.rank]


def reachable_places_card(section_id: int, places: Sequence[ChallengeTarget], say: Localizer) -> Card:
    """Return the card with a button for each player a member can challenge.

    A player whom the member has just met has a disabled button, and a line says from when on a
    challenge is possible again.
    """
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.ladder.reached"),
                *(
                    say(
                        "card.ladder.met",
                        name=safe_name(each.entrant.name),
                        time=discord_timestamp(each.open_from),
                    )
                    for each in places
                    if each.open_from is not None
                ),
            ),
            row(
                *(
                    ActionButton.create(
                        numbered_id("climb-to", section_id, each.entrant.id),
                        say("button.ladder.place", place=each.place, name=each.entrant.name),
                        PRIMARY,
                        disabled=each.open_from is not None,
                    )
                    for each in places
                )
            ),
        )
    )


def _picture(sheet: Crosstable, here: Sequence[CrosstableLine], say: Localizer) -> Drawing:
    standings = [
        LeagueStanding(
            line.row.rank,
            picture_name(say.text(line.entrant.name), line.entrant.handle),
            None,
            line.row.wins,
            line.row.played,
            line.form[-FORM_AT_MOST:],
        )
        for line in here[:DRAWN_AT_MOST]
    ]
    title, name = title_of(sheet.competition.game), sheet.competition.name
    part = Phrase("picture.ladder")
    return chart_picture(partial(draw_league_table, name, part, title, standings, language=say.language))


def _place_line(line: CrosstableLine, say: Localizer) -> str:
    return say(
        "card.ladder.line",
        place=line.row.rank,
        name=mention(line.entrant.user_id),
        won=line.row.wins,
        count=line.row.played,
    )


def _challenge_line(sheet: Crosstable, pairing: PairingRow, say: Localizer) -> str:
    """Return the line about a challenge, with a link to its match."""
    pair = sheet.entrants_of(pairing)
    if pairing.challenged_seat == 0:
        pair = pair[1], pair[0]
    challenger, other = (safe_name(each.name) for each in pair)
    places = sorted((pairing.first_place or 0, pairing.second_place or 0))
    facts: dict[str, Any] = {"name": challenger, "opponent": other, "place": places[0], "other": places[1]}
    found = None if pairing.match_id is None else sheet.listed_matches.get(pairing.match_id)
    if found is None:
        return say("card.ladder.waits", **facts)
    return say("card.ladder.runs", link=thread_link(found), **facts)


def _effect_line(sheet: Crosstable, effect: LadderEffect, say: Localizer) -> str:
    facts: dict[str, Any] = {
        "time": relative_timestamp(effect.fact.at),
        "name": mention(sheet.entrant(effect.entrant_id).user_id),
        "place": effect.place,
    }
    if effect.other_id is None:
        return say(f"card.ladder.{EFFECTS[effect.fact.what]}", **facts)
    opponent = mention(sheet.entrant(effect.other_id).user_id)
    return say(f"card.ladder.{'taken' if effect.place_taken else 'kept'}", opponent=opponent, **facts)
