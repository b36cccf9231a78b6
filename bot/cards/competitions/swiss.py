"""Cards of a Swiss: entrants are called to each round, and can come late."""

from collections.abc import Sequence

from bot.cards.competitions.league_lines import numbered_id, pair_line
from bot.cards.competitions.tournament import RoundsCards, count_begun_rounds
from bot.cards.kit.kit import PRIMARY, Press
from bot.cards.kit.names import mention
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.swiss import missing
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow
from words import Speaker, ago, commas, when


class SwissCards(RoundsCards):
    """The cards of Swisses."""

    running = "card.tournament.late"

    def takes_entries(self, stage: StageRow) -> bool:
        """Return whether it is not over."""
        return stage.status is not StageStatus.OVER

    def here_buttons(self, sheet: Crosstable, current: Sequence[PairingRow], say: Speaker) -> list[Press]:
        """Return the button to check in for the next round, if there is one."""
        begun = count_begun_rounds(sheet.stage, current)
        another = not sheet.competition.stopped and begun < (sheet.stage.rounds or 0)
        id_, label = numbered_id("here", sheet.section.id), say("button.tournament.here")
        return [Press.of(id_, label, PRIMARY, disabled=not another)]

    def state(self, sheet: Crosstable, current: Sequence[PairingRow], say: Speaker) -> str:
        """Return how many have checked in, while they are called."""
        stage = sheet.stage
        if stage.status is StageStatus.OVER or current:
            return super().state(sheet, current, say)
        people = [line.entrant for line in sheet.lines if not line.entrant.withdrawn]
        return say(
            "card.tournament.call",
            number=stage.round + 1,
            count=stage.rounds or 1,
            ready=len(people) - len(missing(stage, people)),
            everybody=len(people),
            time=when(stage.closes_at),
            since=ago(stage.closes_at),
        )

    def lines(self, sheet: Crosstable, current: Sequence[PairingRow], say: Speaker) -> list[str]:
        """Return who has the bye, too."""
        byes = [line.entrant for line in sheet.lines if current and line.entrant.bye == sheet.stage.round]
        lines = [pair_line(sheet, pairing, say) for pairing in current]
        lines += [say("card.tournament.bye", name=mention(entrant.user_id)) for entrant in byes]
        if any(line.row.played for line in sheet.lines):
            return lines + self.table_lines(sheet, say)
        # A screen of zeros says no more than this.
        meet = {each for pair in current for each in (pair.first_id, pair.second_id)}
        others = [
            line.entrant for line in sheet.lines if line.entrant.id not in meet and line.entrant not in byes
        ]
        names = [say.text(mention(entrant.user_id)) for entrant in others]
        return [*lines, commas(names, say.language)] if names else lines

    def mentioned_entrants(self, sheet: Crosstable, current: Sequence[PairingRow]) -> list[EntrantRow]:
        """Return those who have not checked in while they are called.

        After that, those who are paired or have the bye, and had checked in before the call.
        """
        stage, people = sheet.stage, [line.entrant for line in sheet.lines]
        if not current:
            return missing(stage, people)
        playing = super().mentioned_entrants(sheet, current)
        return [
            each
            for each in people
            if (each in playing or each.bye == stage.round) and not _was_called(each, stage)
        ]


def _was_called(entrant: EntrantRow, stage: StageRow) -> bool:
    """Return whether an entrant was already mentioned in this round's call."""
    if stage.called_at is None or entrant.here_at is None:
        return False
    return entrant.here_at > stage.called_at
