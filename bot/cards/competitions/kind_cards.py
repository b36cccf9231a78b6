"""The base class for the cards of one kind of competition.

Each kind has its own module in this folder.
"""

from typing import ClassVar

from bot.cards.competitions.league_lines import numbered_id, section_letter
from bot.cards.kit.card_lines import message_link
from bot.cards.kit.kit import Card
from bot.cards.kit.names import safe_name
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.competitions.decided import DecidedSection
from club.competitions.kinds.swiss import FIDE
from club.play.match.matches import Table
from data.competitions.competitions import CompetitionRow, StageRow, StageStatus
from data.competitions.pairings import PairingReason
from data.competitions.stage_events import StageMoment
from data.competitions.teams import TeamRow
from words import Localizer, Phrase, discord_timestamp, join_with_commas


class CompetitionCards:
    """The cards (messages) of one kind of competition, such as leagues."""

    code: ClassVar[str] = "tournament"
    """The name of the kind in the codes of sentences."""
    leave_button: ClassVar[str] = "button.league.withdraw"
    """The label with which one leaves what runs."""

    def stage_card(
        self, stage_view: StageView, say: Localizer, guest_team: TeamRow | None, *, is_new_post: bool
    ) -> Card | None:
        """Return the sign-up card of a stage, or `None` if the kind has none.

        A stage is a part of a competition, such as a season of a league. `guest_team` is the team in
        whose server the card is shown, `None` in the server that runs the competition. `is_new_post`
        says that the card is posted anew rather than edited, so that it may mention the users
        concerned.
        """
        raise NotImplementedError  # each kind with a sign-up has its own

    def section_card(
        self,
        sheet: Crosstable,
        say: Localizer,
        guest_team: TeamRow | None,
        *,
        is_new_post: bool,
        page: str | None = None,
    ) -> Card:
        """Return the card with the current standings of a section.

        A section is a group of entrants with a table of its own. `guest_team` is the team in whose
        server the card is shown, `None` in the server that runs the competition. `is_new_post` says
        that the card is posted anew rather than edited. `page` is the address of the competition's web
        page, if it has one.
        """
        raise NotImplementedError  # each kind has its own

    def stage_marker_id(self, stage_id: int) -> str:
        """Return the custom_id that identifies the sign-up card of a stage.

        It is that of one of the card's components. The bot recognises the card by it, if it is unclear
        whether Discord accepted an earlier attempt to post it.
        """
        return str(numbered_id("season-in", stage_id))

    def section_marker_id(self, section_id: int) -> str:
        """Return the custom_id that identifies the standings card of a section.

        It is that of one of the card's components.
        """
        return str(numbered_id("rule", section_id))

    def joined_phrase(self, stage: StageRow) -> Phrase:
        """Return the confirmation for a member who has just joined."""
        if stage.status is StageStatus.OPEN:
            return Phrase("card.tournament.in", time=discord_timestamp(stage.starts_at))
        return Phrase("card.tournament.in.late")

    def reason_line(self, table: Table, reason: PairingReason, say: Localizer) -> str:
        """Return why two players are paired, and why one of them moves first."""
        first, second = (safe_name(seat.name) for seat in table.row.seats)
        by = ".fide" if reason.system == FIDE else ".turned" if reason.turned else ""
        return say(
            f"card.tournament.reason.{reason.kind}{by}",
            league=safe_name(reason.league),
            number=reason.round + 1,
            name=first,
            opponent=second,
        )

    def event_name(
        self, competition: CompetitionRow, stage: StageRow, moment: StageMoment, say: Localizer
    ) -> str:
        """Return the name of the Discord event that announces a stage.

        `moment` says whether the event is the start or the close of the stage.
        """
        return say("event.tournament", league=competition.name)

    def upcoming_line_code(self, stage: StageRow) -> str:
        """Return the message code of the digest's line about an upcoming stage."""
        return "card.digest.starts.once" if stage.status is StageStatus.OPEN else "card.digest.goes_on"

    def decided_line(self, decided: DecidedSection, say: Localizer) -> str:
        """Return the digest's line about who is first in a section that is over."""
        count, names = len(decided.winners), [say.text(safe_name(each.name)) for each in decided.winners]
        if count != 1:
            names_text = join_with_commas(names, say.language)
            return self.digest_line("winners" if count else "over", decided, say, names=names_text)
        return self.digest_line("winner", decided, say, name=names[0])

    def digest_line(self, code: str, decided: DecidedSection, say: Localizer, **facts: object) -> str:
        """Return a line of the digest with a link to a section's card."""
        sheet = decided.sheet
        competition, letter = sheet.competition, f" {section_letter(sheet.section.number)}"
        return say(
            f"card.digest.{code}",
            league=safe_name(f"{competition.name}{letter if sheet.section_count > 1 else ''}"),
            link=message_link(competition.guild_id, competition.channel_id, sheet.section.message_id),
            **facts,
        )

    def table_files_heading(self, sheet: Crosstable, say: Localizer) -> str:
        """Return the heading of the card with a section's table as files."""
        return say("card.table.record.tournament", league=safe_name(sheet.competition.name))
