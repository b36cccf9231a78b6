"""Cards of knock-out tournaments: the bracket and the current round."""

from collections.abc import Sequence

from bot.cards.competitions.league_lines import pairing_line
from bot.cards.competitions.tournament import RoundByRoundCards
from bot.cards.kit.kit import ActionButton
from bot.cards.kit.names import mention, safe_name
from club.competitions.crosstable import Crosstable
from club.competitions.reckoning.bracket import Tie
from data.competitions.pairings import PairingRow
from words import Localizer


class KnockoutCards(RoundByRoundCards):
    """The cards of knock-outs, which have a bracket instead of a table."""

    def winner_line(self, sheet: Crosstable, say: Localizer) -> None:
        """Return `None`, because the bracket already names the winner."""

    def whole_table_buttons(self, sheet: Crosstable, say: Localizer) -> list[ActionButton]:
        """Return no button, because the bracket shows all players."""
        return []

    def section_lines(self, sheet: Crosstable, current: Sequence[PairingRow], say: Localizer) -> list[str]:
        """Return the pairings of the current round, then the bracket in words."""
        return [pairing_line(sheet, pairing, say) for pairing in current] + _bracket(sheet, say)

    def former_lines(self, sheet: Crosstable, say: Localizer) -> list[str]:
        """Return no lines, because the bracket has the matches of former rounds."""
        return []


def _bracket(sheet: Crosstable, say: Localizer) -> list[str]:
    """Return the rounds of a knock-out in words, the latest first.

    The matches of former rounds follow their ties. Once there is a winner, the first line names them.
    """
    rounds = sheet.bracket_rounds
    lines: list[str] = []
    for number, ties in reversed(list(enumerate(rounds))):
        is_final = number == len(rounds) - 1
        heading = "card.tournament.final" if is_final else "card.tournament.heading"
        lines.append(say(heading, **({} if is_final else {"number": number + 1})))
        lines += [_tie(sheet, tie, say, is_final=is_final) for tie in ties]
        if number < sheet.stage.round:
            lines += [pairing_line(sheet, each, say) for each in sheet.pairings if each.round == number]
    winner = rounds[-1][0].winner
    if winner is not None:
        lines.insert(0, say("card.tournament.won", name=mention(sheet.entrant(winner).user_id)))
    return lines


def _tie(sheet: Crosstable, tie: Tie, say: Localizer, *, is_final: bool) -> str:
    """Return a tie of the bracket in words.

    The final has a winner, whom the first line names, and no player goes on.
    """
    upper, lower = (
        None if each is None else safe_name(sheet.entrant(each).name) for each in (tie.upper, tie.lower)
    )
    if upper is None and lower is None:
        return say("card.tournament.tie.none")
    if upper is None or lower is None:
        return say(f"card.tournament.{'free' if tie.is_bye else 'tie.half'}", name=upper or lower)
    code = "open" if tie.winner is None or is_final else "won" if tie.winner == tie.upper else "lost"
    return say(f"card.tournament.tie.{code}", name=upper, opponent=lower)
