"""League cards: the sign-up for a season, and a section with its table."""

from bot.cards.competitions.kind_cards import CompetitionCards
from bot.cards.competitions.league_lines import (
    fit_section_lines,
    game_terms_lines,
    numbered_id,
    pairing_line,
    scoring_line,
    section_letter,
    substitution_buttons,
    table_change_line,
    table_line,
    table_picture,
)
from bot.cards.competitions.tournament import joined_text, needs_line, sign_up_buttons
from bot.cards.kit.after import page_button
from bot.cards.kit.card_lines import message_link
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    RUNNING,
    ActionButton,
    Card,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import mention, safe_name
from club.clocks.time_control import DAY, duration_phrase
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.competitions.seasons import EVENING, Calendar, games_per_pairing
from club.play.match.matches import Table
from data.competitions.competitions import CompetitionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingReason
from data.competitions.stage_events import StageMoment
from data.competitions.teams import TeamRow
from data.database.persons import NOBODY
from words import Localizer, Phrase, discord_timestamp, join_with_commas, relative_timestamp


class LeagueCards(CompetitionCards):
    """The cards of leagues."""

    code = "league"

    def stage_card(
        self, stage_view: StageView, say: Localizer, guest_team: TeamRow | None, *, is_new_post: bool
    ) -> Card:
        """Return the sign-up card of a season: terms, dates and who has joined."""
        stage, row_ = stage_view.stage, stage_view.competition
        open_, calendar = stage.status is StageStatus.OPEN, Calendar(row_.hour, None, row_.days)
        names = join_with_commas(
            [say.text(mention(entrant.user_id)) for entrant in stage_view.entrants], say.language
        )
        card = framed_view(
            OFFERED if open_ else OVER,
            text(
                say("card.league.season", league=safe_name(row_.name), number=stage.number + 1),
                *game_terms_lines(row_, say),
                say(
                    "card.league.how",
                    span=duration_phrase(EVENING if calendar.is_evening else row_.days * DAY),
                ),
                None if calendar.is_evening else say("card.league.vacation"),
                say("card.league.both") if games_per_pairing(stage) > 1 else None,
                scoring_line(stage, say),
            ),
            text(
                say("card.league.asleep") if open_ and stage.asleep else _dates_line(stage_view, say),
                needs_line(stage_view, say),
            ),
            joined_text(stage_view, len(stage_view.entrants), names, say),
            row(
                *sign_up_buttons(stage_view, say, "button.league.stop", can_join=open_),
            ),
        )
        return Card(card)

    def section_card(
        self,
        sheet: Crosstable,
        say: Localizer,
        guest_team: TeamRow | None,
        *,
        is_new_post: bool,
        page: str | None = None,
    ) -> Card:
        """Return the card of a league section.

        It shows the table as a picture and in words, the matches, and the causes of sudden changes in
        the table. When it is posted anew, it mentions the members it concerns. `page` is the address of
        the league's web page, `guest_team` the team from another server for which the card is made.
        """
        stage, section, league = sheet.stage, sheet.section, sheet.competition
        scored = scoring_line(stage, say)
        over = stage.status is StageStatus.OVER
        lines = [table_line(sheet, place, line, say) for place, line in enumerate(sheet.lines)]
        lines += [
            say("card.league.matches"),
            *(pairing_line(sheet, pairing, say) for pairing in sheet.pairings),
        ]
        close, taken = (
            discord_timestamp(stage.closes_at),
            substitution_buttons(sheet, sheet.absent_entrants, say),
        )
        letter = section_letter(section.number)
        head = [
            say(
                "card.league.section",
                league=safe_name(league.name),
                number=stage.number + 1,
                section=letter,
            ),
            *game_terms_lines(league, say),
        ]
        told = [
            *(table_change_line(sheet, jump, say) for jump in sheet.latest_changes),
            *(_absent_line(league, each, say) for each in sheet.absent_entrants),
            say("card.league.warned", time=close) if stage.warned and not over else None,
            say("card.league.over")
            if over
            else say(f"card.league.closes{'.scored' if scored else ''}", time=close),
            scored,
        ]
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(*head),
                table_picture(sheet, Phrase("picture.league", section=letter), say),
                text(*fit_section_lines(say, lines, [*head, *told])),
                text(*told),
                row(
                    ActionButton.create(
                        numbered_id("withdraw", section.id), say("button.league.withdraw"), disabled=over
                    ),
                    ActionButton.create(numbered_id("rule", section.id), say("button.league.rule")),
                    ActionButton.create(numbered_id("table-record", section.id), say("button.table.record")),
                    *page_button(page, say),
                ),
                row(*taken) if taken else None,
            ),
            pings=_mentioned_user_ids(sheet) if is_new_post else (),
        )

    def joined_phrase(self, stage: StageRow) -> Phrase:
        """Return the confirmation of a sign-up, with the start of the season."""
        return Phrase("card.league.in", time=discord_timestamp(stage.starts_at))

    def reason_line(self, table: Table, reason: PairingReason, say: Localizer) -> str:
        """Return why two players are paired; this names their section, too."""
        first, second = (safe_name(seat.name) for seat in table.row.seats)
        return say(
            "card.league.reason.turned" if reason.turned else "card.league.reason",
            league=safe_name(reason.league),
            section=section_letter(reason.section),
            name=first,
            opponent=second,
        )

    def event_name(
        self, competition: CompetitionRow, stage: StageRow, moment: StageMoment, say: Localizer
    ) -> str:
        """Return the event's name, which says which season starts or closes."""
        code = "event.season.starts" if moment is StageMoment.START else "event.season.closes"
        return say(code, league=competition.name, number=stage.number + 1)

    def upcoming_line_code(self, stage: StageRow) -> str:
        """Return the message code of the line on when a season starts or closes."""
        return "card.digest.starts" if stage.status is StageStatus.OPEN else "card.digest.closes"

    def table_files_heading(self, sheet: Crosstable, say: Localizer) -> str:
        """Return the heading above the downloadable files of a league table.

        It names the season and the section.
        """
        league, number = safe_name(sheet.competition.name), sheet.stage.number + 1
        letter = section_letter(sheet.section.number)
        return say("card.table.record", league=league, number=number, section=letter)


def _dates_line(stage_view: StageView, say: Localizer) -> str:
    stage = stage_view.stage
    if stage.status is StageStatus.OPEN:
        starts = stage.starts_at
        return say(
            "card.league.starts",
            time=discord_timestamp(starts),
            since=relative_timestamp(starts),
            other_time=discord_timestamp(stage.closes_at),
        )
    if stage.status is StageStatus.OVER:
        if stage_view.sections:
            return say("card.league.over")
        return say("card.league.off")
    league = stage_view.competition
    links = [
        f"[{section_letter(section.number)}]({message_link(league.guild_id, league.channel_id, section.message_id)})"
        for section in stage_view.sections
        if section.message_id is not None
    ]
    lines = [say("card.league.running", time=discord_timestamp(stage.closes_at))]
    if links:
        lines.append(say("card.league.sections", links=join_with_commas(links, say.language)))
    return "\n".join(lines)


def _absent_line(league: CompetitionRow, entrant: EntrantRow, say: Localizer) -> str:
    if league.organiser_id == NOBODY:
        return say("card.league.absent.all", name=mention(entrant.user_id))
    return say("card.league.absent", name=mention(entrant.user_id), opponent=mention(league.organiser_id))


def _mentioned_user_ids(sheet: Crosstable) -> tuple[int, ...]:
    """Return the ids of the users whom a newly posted section card mentions.

    They are the players who still have matches to play, or the organiser if a player is absent.
    """
    if sheet.stage.status is StageStatus.OVER:
        return ()
    if sheet.absent_entrants and not sheet.stage.warned:
        organiser_id = sheet.competition.organiser_id
        return () if organiser_id == NOBODY else (organiser_id,)
    return tuple(user_id for user_id in sheet.unfinished_users if user_id > 0)
