"""The cards of a kind of competition; each kind has a file beside this one."""

from typing import ClassVar

from bot.cards.competitions.league_lines import numbered_id
from bot.cards.kit.kit import Card
from bot.cards.kit.names import plain
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.play.match.matches import Table
from data.competitions.competitions import CompetitionRow, StageRow, StageStatus
from data.competitions.pairings import Reason
from data.competitions.stage_events import StageMoment
from data.competitions.teams import TeamRow
from words import Phrase, Speaker, when


class KindCards:
    """The cards of a kind."""

    code: ClassVar[str] = "tournament"
    """The name of the kind in the codes of sentences."""
    leave_button: ClassVar[str] = "button.league.withdraw"
    """The label with which one leaves what runs."""

    def stage_card(self, season: StageView, say: Speaker, away: TeamRow | None, *, anew: bool) -> Card | None:
        """Return the sign-up card, `None` if there is none.

        `away` is the team whose server it is in. Posted `anew`, it mentions those it concerns.
        """
        raise NotImplementedError  # each kind with a sign-up has its own

    def section_card(
        self, sheet: Crosstable, say: Speaker, away: TeamRow | None, *, anew: bool, page: str | None = None
    ) -> Card:
        """Return the standings card; `page` is the address of the competition's page."""
        raise NotImplementedError  # each kind has its own

    def stage_mark(self, stage_id: int) -> str:
        """Return by which component the sign-up card is known."""
        return str(numbered_id("season-in", stage_id))

    def section_mark(self, section_id: int) -> str:
        """Return by which component the standings card is known."""
        return str(numbered_id("rule", section_id))

    def joined_phrase(self, stage: StageRow) -> Phrase:
        """Return what a member is told who has joined."""
        if stage.status is StageStatus.OPEN:
            return Phrase("card.tournament.in", time=when(stage.starts_at))
        return Phrase("card.tournament.in.late")

    def reason_line(self, table: Table, reason: Reason, say: Speaker) -> str:
        """Return why two play each other, and why one of them begins."""
        first, second = (plain(seat.name) for seat in table.row.seats)
        return say(
            f"card.tournament.reason.{reason.kind}{'.turned' if reason.turned else ''}",
            league=plain(reason.league),
            number=reason.round + 1,
            name=first,
            opponent=second,
        )

    def event_name(self, league: CompetitionRow, stage: StageRow, what: StageMoment, say: Speaker) -> str:
        """Return the name of one of Discord's events."""
        return say("event.tournament", league=league.name)

    def coming_code(self, stage: StageRow) -> str:
        """Return the code of the digest's line that a stage is ahead."""
        return "card.digest.starts.once" if stage.status is StageStatus.OPEN else "card.digest.goes_on"

    def record_line(self, sheet: Crosstable, say: Speaker) -> str:
        """Return the heading of a section's table as files."""
        return say("card.table.record.tournament", league=plain(sheet.competition.name))
