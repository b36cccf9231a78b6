"""League cards: sign-up for a season, and a section with its table."""

from bot.cards.competitions.kind_cards import KindCards
from bot.cards.competitions.league_lines import (
    LINES_LIMIT,
    letter_of,
    numbered_id,
    pair_line,
    played_lines,
    table_change_line,
    table_line,
    table_picture,
    take_place_buttons,
)
from bot.cards.kit.after import page_button
from bot.cards.kit.card_lines import message_link
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
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.competitions.seasons import LEAST, games_of
from club.play.match.matches import Table
from data.competitions.competitions import CompetitionRow, StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Reason
from data.competitions.stage_events import StageMoment
from data.competitions.teams import TeamRow
from data.database.persons import NOBODY
from words import Phrase, Speaker, ago, commas, when


class LeagueCards(KindCards):
    """The cards of leagues."""

    code = "league"

    def stage_card(self, season: StageView, say: Speaker, away: TeamRow | None, *, anew: bool) -> Card:
        """Return the card of a season: what is played, when, and who has signed up.

        Posted `anew` because its start was put off, it mentions those.
        """
        stage, row_ = season.stage, season.competition
        open_ = stage.status is StageStatus.OPEN
        names = commas([say.text(mention(entrant.user_id)) for entrant in season.entrants], say.language)
        count = len(season.entrants)
        card = framed_view(
            OFFERED if open_ else OVER,
            text(
                say("card.league.season", league=plain(row_.name), number=stage.number + 1),
                *played_lines(row_, say),
                say("card.league.how"),
                say("card.league.both") if games_of(stage) > 1 else None,
            ),
            text(
                say("card.league.put_off", count=LEAST) if open_ and stage.put_off else None,
                _dates(season, say),
            ),
            text(
                say("card.league.joined", count=count, names=names) if count else say("card.league.nobody"),
            ),
            row(
                Press.of(
                    numbered_id("season-in", stage.id), say("button.league.join"), PRIMARY, disabled=not open_
                ),
                Press.of(numbered_id("season-out", stage.id), say("button.league.leave"), disabled=not open_),
                Press.of(
                    numbered_id("season-end", stage.id), say("button.league.stop"), disabled=row_.stopped
                ),
            ),
        )
        aloud = anew and open_ and stage.put_off and not stage.reminded
        return Card(card, pings=tuple(entrant.user_id for entrant in season.entrants) if aloud else ())

    def section_card(
        self, sheet: Crosstable, say: Speaker, away: TeamRow | None, *, anew: bool, page: str | None = None
    ) -> Card:
        """Return the card of a section.

        It shows the table as a picture and in words, the matches, and the causes of jumps in the table.
        When posted `anew`, it mentions once the members it concerns. `page` is the address of the league's
        page.
        """
        stage, section, league = sheet.stage, sheet.section, sheet.competition
        over = stage.status is StageStatus.OVER
        lines = [table_line(sheet, place, line, say) for place, line in enumerate(sheet.lines)]
        lines += [say("card.league.matches"), *(pair_line(sheet, pairing, say) for pairing in sheet.pairings)]
        close, taken = when(stage.closes_at), take_place_buttons(sheet, sheet.absent, say)
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(
                    say(
                        "card.league.section",
                        league=plain(league.name),
                        number=stage.number + 1,
                        section=letter_of(section.number),
                    ),
                    *played_lines(league, say),
                ),
                table_picture(sheet, Phrase("picture.league", section=letter_of(section.number)), say),
                text(*fit_lines(say, lines, LINES_LIMIT)),
                text(
                    *(table_change_line(sheet, jump, say) for jump in sheet.jumps),
                    *(_absent_line(league, each, say) for each in sheet.absent),
                    say("card.league.warned", time=close) if stage.warned and not over else None,
                    say("card.league.over") if over else say("card.league.closes", time=close),
                ),
                row(
                    Press.of(
                        numbered_id("withdraw", section.id), say("button.league.withdraw"), disabled=over
                    ),
                    Press.of(numbered_id("rule", section.id), say("button.league.rule")),
                    Press.of(numbered_id("table-record", section.id), say("button.table.record")),
                    *page_button(page, say),
                ),
                row(*taken) if taken else None,
            ),
            pings=_aloud(sheet) if anew else (),
        )

    def joined_phrase(self, stage: StageRow) -> Phrase:
        """Return when the season starts."""
        return Phrase("card.league.in", time=when(stage.starts_at))

    def reason_line(self, table: Table, reason: Reason, say: Speaker) -> str:
        """Return the section, too."""
        first, second = (plain(seat.name) for seat in table.row.seats)
        return say(
            "card.league.reason.turned" if reason.turned else "card.league.reason",
            league=plain(reason.league),
            section=letter_of(reason.section),
            name=first,
            opponent=second,
        )

    def event_name(self, league: CompetitionRow, stage: StageRow, what: StageMoment, say: Speaker) -> str:
        """Return which season starts or closes."""
        code = "event.season.starts" if what is StageMoment.START else "event.season.closes"
        return say(code, league=league.name, number=stage.number + 1)

    def coming_code(self, stage: StageRow) -> str:
        """Return the code of what starts or closes next."""
        return "card.digest.starts" if stage.status is StageStatus.OPEN else "card.digest.closes"

    def record_line(self, sheet: Crosstable, say: Speaker) -> str:
        """Return the season and the section, too."""
        league, number = plain(sheet.competition.name), sheet.stage.number + 1
        letter = letter_of(sheet.section.number)
        return say("card.table.record", league=league, number=number, section=letter)


def _dates(season: StageView, say: Speaker) -> str:
    stage = season.stage
    if stage.status is StageStatus.OPEN:
        starts = stage.starts_at
        return say(
            "card.league.starts", time=when(starts), since=ago(starts), other_time=when(stage.closes_at)
        )
    if stage.status is StageStatus.OVER:
        if season.sections:
            return say("card.league.over")
        return say("card.league.off")
    league = season.competition
    links = [
        f"[{letter_of(section.number)}]({message_link(league.guild_id, league.channel_id, section.message_id)})"
        for section in season.sections
        if section.message_id is not None
    ]
    lines = [say("card.league.running", time=when(stage.closes_at))]
    if links:
        lines.append(say("card.league.sections", links=commas(links, say.language)))
    return "\n".join(lines)


def _absent_line(league: CompetitionRow, entrant: EntrantRow, say: Speaker) -> str:
    if league.organiser_id == NOBODY:
        return say("card.league.absent.all", name=mention(entrant.user_id))
    return say("card.league.absent", name=mention(entrant.user_id), opponent=mention(league.organiser_id))


def _aloud(sheet: Crosstable) -> tuple[int, ...]:
    """Return the ids of the users that a new section card mentions.

    These are the players with matches to play, or the organiser if a player is absent.
    """
    if sheet.stage.status is StageStatus.OVER:
        return ()
    if sheet.absent and not sheet.stage.warned:
        organiser_id = sheet.competition.organiser_id
        return () if organiser_id == NOBODY else (organiser_id,)
    return tuple(user_id for user_id in sheet.unfinished_users if user_id > 0)
