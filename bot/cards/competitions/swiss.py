"""Cards of Swiss tournaments, in which players check in for each round.

Members can also join after the start.
"""

from collections.abc import Sequence

from bot.cards.competitions.league_lines import entrant_name, numbered_id, pairing_line
from bot.cards.competitions.tournament import RoundByRoundCards, count_begun_rounds
from bot.cards.kit.kit import MENU_LIMIT, OFFERED, PRIMARY, ActionButton, Card, framed_view, menu, row, text
from bot.custom_ids import CustomId
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.swiss import missing_entrants
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow
from rules.game import Step
from words import Localizer, discord_timestamp, join_with_commas, relative_timestamp


class SwissCards(RoundByRoundCards):
    """The cards of Swiss tournaments."""

    running_code = "card.tournament.late"

    def can_join(self, stage: StageRow) -> bool:
        """Whether members can still join, which they can until it is over."""
        return stage.status is not StageStatus.OVER

    def check_in_buttons(
        self, sheet: Crosstable, current: Sequence[PairingRow], say: Localizer
    ) -> list[ActionButton]:
        """Return the check-in button, disabled if there is no further round."""
        begun = count_begun_rounds(sheet.stage, current)
        another = not sheet.competition.stopped and begun < (sheet.stage.rounds or 0)
        id_, label = numbered_id("here", sheet.section.id), say("button.tournament.here")
        return [ActionButton.create(id_, label, PRIMARY, disabled=not another)]

    def place_buttons(self, sheet: Crosstable, say: Localizer) -> list[ActionButton]:
        """Return the button by which members take places from a file, if some are free."""
        if not sheet.unclaimed_entrants:
            return []
        return [ActionButton.create(numbered_id("places", sheet.section.id), say("button.tournament.place"))]

    def progress_line(self, sheet: Crosstable, current: Sequence[PairingRow], say: Localizer) -> str:
        """Return the state of the round, or how many have checked in for the next."""
        stage = sheet.stage
        if stage.status is StageStatus.OVER or current:
            return super().progress_line(sheet, current, say)
        people = [line.entrant for line in sheet.lines if not line.entrant.withdrawn]
        return say(
            "card.tournament.call",
            number=stage.round + 1,
            count=stage.rounds or 1,
            ready=len(people) - len(missing_entrants(stage, people)),
            everybody=len(people),
            time=discord_timestamp(stage.closes_at),
            since=relative_timestamp(stage.closes_at),
        )

    def section_lines(self, sheet: Crosstable, current: Sequence[PairingRow], say: Localizer) -> list[str]:
        """Return the pairings and the byes, then the table or the other players.

        Before the first results, the names of the other players replace the table.
        """
        byes = [line.entrant for line in sheet.lines if current and line.entrant.bye == sheet.stage.round]
        lines = [pairing_line(sheet, pairing, say) for pairing in current]
        bye = "card.tournament.bye" if sheet.stage.scoring == "usual" else "card.tournament.bye.scored"
        lines += [say(bye, name=entrant_name(entrant)) for entrant in byes]
        if any(line.row.played for line in sheet.lines):
            return lines + self.table_lines(sheet, say)
        # A screen of zeros says no more than this.
        meet = {each for pair in current for each in (pair.first_id, pair.second_id)}
        others = [
            line.entrant for line in sheet.lines if line.entrant.id not in meet and line.entrant not in byes
        ]
        names = [say.text(entrant_name(entrant)) for entrant in others]
        return [*lines, join_with_commas(names, say.language)] if names else lines

    def mentioned_entrants(self, sheet: Crosstable, current: Sequence[PairingRow]) -> list[EntrantRow]:
        """Return the entrants whom a newly posted card mentions.

        Between rounds they are the entrants who have not checked in yet. Once a round is paired, they
        are those who are paired or have the bye, except those who checked in after the call, because
        the call has mentioned them.
        """
        stage, people = sheet.stage, [line.entrant for line in sheet.lines]
        if not current:
            return missing_entrants(stage, people)
        playing = super().mentioned_entrants(sheet, current)
        return [
            each
            for each in people
            if (each in playing or each.bye == stage.round) and not _was_called(each, stage)
        ]


def places_card(sheet: Crosstable, say: Localizer) -> Card:
    """Return the menus of the places from a file that no member has taken."""
    free = sheet.unclaimed_entrants
    if not free:
        return Card(framed_view(OFFERED, text(say("card.tournament.place.none"))))
    steps = [Step(str(each.id), _place_label(each)) for each in free]
    menus = [
        menu(
            CustomId("place-take", page, rest=str(sheet.section.id)),
            say,
            say("menu.tournament.place"),
            steps[start : start + MENU_LIMIT],
        )
        for page, start in enumerate(range(0, len(steps), MENU_LIMIT))
    ]
    return Card(framed_view(OFFERED, text(say("card.tournament.place")), *map(row, menus)))


def _place_label(entrant: EntrantRow) -> str:
    """Return the name of a place, with its rating in the file."""
    name = str(entrant.name)
    return name if entrant.rating is None else f"{name} ({entrant.rating})"


def _was_called(entrant: EntrantRow, stage: StageRow) -> bool:
    """Whether this round's call has already mentioned an entrant."""
    if stage.called_at is None or entrant.here_at is None:
        return False
    return entrant.here_at > stage.called_at
