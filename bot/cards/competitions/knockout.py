"""Cards of a knock-out: its bracket, with the round in play."""

from collections.abc import Sequence
from functools import partial

from bot.cards.competitions.league_lines import pair_line
from bot.cards.competitions.tournament import RoundsCards
from bot.cards.kit.names import mention, plain
from bot.cards.kit.pictures import Drawing, chart_picture
from club.competitions.crosstable import Crosstable, FormResult, form_of
from club.competitions.reckoning.bracket import Tie
from club.competitions.round_pairing import counted_result, counting
from data.competitions.pairings import PairingRow
from rendering.people.bracket import PicturedTie, draw_bracket
from rules.catalogue import title_of
from words import Speaker, Words


class KnockoutCards(RoundsCards):
    """The cards of knock-outs, which have a bracket instead of a table."""

    def winner_line(self, sheet: Crosstable, say: Speaker) -> None:
        """Return none, because the bracket names the winner."""

    def picture(self, sheet: Crosstable, part: Words, say: Speaker) -> Drawing:
        """Draw the bracket."""
        rounds = bracket_rounds(sheet, say)
        title, name = title_of(sheet.competition.game), sheet.competition.name
        return chart_picture(partial(draw_bracket, name, part, title, rounds, language=say.language))

    def lines(self, sheet: Crosstable, current: Sequence[PairingRow], say: Speaker) -> list[str]:
        """Return who meets whom now, then the bracket."""
        return [pair_line(sheet, pairing, say) for pairing in current] + _bracket(sheet, say)


def bracket_rounds(sheet: Crosstable, say: Speaker) -> list[list[PicturedTie]]:
    """Return the rounds of a knock-out as the bracket picture takes them."""
    return [[_pictured_tie(sheet, tie, say) for tie in ties] for ties in sheet.ties]


def _pictured_tie(sheet: Crosstable, tie: Tie, say: Speaker) -> PicturedTie:
    """Return a tie as the bracket picture takes it."""
    upper, lower = (
        None if each is None else str(say.text(sheet.entrant(each).name)) for each in (tie.upper, tie.lower)
    )
    forms: tuple[list[FormResult], list[FormResult]] = ([], [])
    for game in counting(tie.games):
        result = counted_result(game)
        for form, each in zip(forms, (tie.upper, tie.lower), strict=True):
            assert each is not None  # they have met
            form.append(form_of(result, each))
    winner = None if tie.winner is None else (tie.upper, tie.lower).index(tie.winner)
    return PicturedTie((upper, lower), (tuple(forms[0]), tuple(forms[1])), winner, tie.free)


def _bracket(sheet: Crosstable, say: Speaker) -> list[str]:
    """Return the rounds of a knock-out in words, the latest first.

    Rounds that no player has reached are left out.
    """
    rounds = sheet.ties
    lines = []
    for number, ties in reversed(list(enumerate(rounds))):
        code = "card.tournament.final" if number == len(rounds) - 1 else "card.tournament.heading"
        lines.append(say(code, **({} if code.endswith("final") else {"number": number + 1})))
        lines += [_tie(sheet, tie, say) for tie in ties]
    winner = rounds[-1][0].winner
    if winner is not None:
        lines.insert(0, say("card.tournament.won", name=mention(sheet.entrant(winner).user_id)))
    return lines


def _tie(sheet: Crosstable, tie: Tie, say: Speaker) -> str:
    """Return a tie of a bracket in words."""
    upper, lower = (
        None if each is None else plain(sheet.entrant(each).name) for each in (tie.upper, tie.lower)
    )
    if upper is None and lower is None:
        return say("card.tournament.tie.none")
    if upper is None or lower is None:
        return say(f"card.tournament.{'free' if tie.free else 'tie.half'}", name=upper or lower)
    code = "open" if tie.winner is None else "won" if tie.winner == tie.upper else "lost"
    return say(f"card.tournament.tie.{code}", name=upper, opponent=lower)
