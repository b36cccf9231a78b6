"""Simul cards: sign-up, score, and for the exhibitor alone the next waiting board."""

from functools import partial
from typing import Final

from bot.cards.competitions.kind_cards import KindCards
from bot.cards.competitions.league_lines import LINES_LIMIT, numbered_id, played_lines, table_change_line
from bot.cards.competitions.tournament import COLOURS, sign_up_buttons, state_line
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
from club.clocks.time_control import read_control
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.competitions.reckoning.results import DRAW, WIN
from club.competitions.simuls import Queue, exhibitor_of, points_of, score_of
from data.competitions.competitions import CompetitionRow, StageStatus
from data.competitions.pairings import PairingRow
from data.competitions.teams import TeamRow
from rendering.people.simul import BoardResult, SimulBoard, draw_simul
from rules.catalogue import title_of
from words import Phrase, Speaker, commas, when

ENDS: Final[dict[int, BoardResult]] = {WIN: "won", DRAW: "drawn", 0: "lost"}


class SimulCards(KindCards):
    """The cards of simuls."""

    code = "simul"

    def stage_card(self, season: StageView, say: Speaker, away: TeamRow | None, *, anew: bool) -> Card:
        """Return the card of a simul: exhibitor, game and terms, start time, participants."""
        stage, simul = season.stage, season.competition
        joined = [each for each in season.entrants if each.user_id != simul.organiser_id]
        names = commas([say.text(mention(each.user_id)) for each in joined], say.language)
        count = len(joined)
        return Card(
            framed_view(
                COLOURS[stage.status],
                text(
                    say("card.simul", league=plain(simul.name)),
                    *played_lines(simul, say),
                    say(f"card.simul.how.{simul.sides}", name=mention(simul.organiser_id)),
                    say("card.simul.time", name=mention(simul.organiser_id)) if _sits(simul) else None,
                ),
                text(state_line(season, say, "card.tournament.running")),
                text(
                    say("card.simul.joined", count=count, names=names) if count else say("card.simul.nobody")
                ),
                row(
                    *sign_up_buttons(season, say, "button.simul.stop", joins=stage.status is StageStatus.OPEN)
                ),
            )
        )

    def section_card(
        self, sheet: Crosstable, say: Speaker, away: TeamRow | None, *, anew: bool, page: str | None = None
    ) -> Card:
        """Return the score of a simul, with its boards.

        When posted `anew` at the start, it mentions the players.
        """
        stage, over = sheet.stage, sheet.stage.status is StageStatus.OVER
        id_, begins = sheet.section.id, anew and stage.status is StageStatus.RUNNING
        ways = [
            Press.of(numbered_id("simul-next", id_), say("button.simul.next"), PRIMARY),
            Press.of(numbered_id("withdraw", id_), say("button.league.withdraw")),
        ]
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(say("card.simul", league=plain(sheet.competition.name)), score_line(sheet, say)),
                _picture(sheet, say),
                text(*fit_lines(say, [board_line(sheet, each, say) for each in sheet.pairings], LINES_LIMIT)),
                text(
                    *(table_change_line(sheet, jump, say) for jump in sheet.jumps),
                    say("card.simul.over") if over else say("card.simul.closes", time=when(stage.closes_at)),
                ),
                row(
                    *([] if over else ways),
                    Press.of(numbered_id("rule", id_), say("button.league.rule")),
                ),
            ),
            pings=tuple(user_id for user_id in sheet.unfinished_users if user_id > 0) if begins else (),
        )


def _sits(simul: CompetitionRow) -> bool:
    """Return whether its clock is one to sit down to."""
    control = read_control(simul.control)
    return control is not None and control.is_live


def _picture(sheet: Crosstable, say: Speaker) -> Drawing:
    """Return how it stands as a picture."""
    giver, score = exhibitor_of(sheet), score_of(sheet)
    boards = []
    for pairing in sheet.pairings:
        first, second = sheet.pair(pairing)
        other, points = second if first.id == giver.id else first, points_of(pairing, giver.id)
        given: BoardResult | None = None
        if pairing.counts is not None:
            given = "none" if points is None else ENDS[points]
        boards.append(SimulBoard(str(say.text(other.name)), given))
    part = (
        Phrase("picture.simul.running", count=score.running)
        if score.running
        else Phrase("picture.simul.over")
    )
    name, title = str(say.text(giver.name)), title_of(sheet.competition.game)
    written = half(score.exhibitor), half(score.others)
    ahead = None if score.exhibitor == score.others else int(score.exhibitor < score.others)
    return chart_picture(
        partial(draw_simul, name, title, part, written, ahead, boards, language=say.language)
    )


def score_line(sheet: Crosstable, say: Speaker) -> str:
    """Return how a simul stands, in one line: "Ada 6½ – 3½, 2 running"."""
    score = score_of(sheet)
    facts = {
        "name": plain(exhibitor_of(sheet).name),
        "high": half(score.exhibitor),
        "low": half(score.others),
    }
    if not score.running:
        return say("card.simul.score", **facts)
    return say("card.simul.score.running", count=score.running, **facts)


def half(points: int) -> str:
    """Return half points as people write them.

    >>> half(13), half(1), half(0), half(4)
    ('6½', '½', '0', '2')
    """
    whole, rest = divmod(points, WIN)
    return ("½" if not whole else f"{whole}½") if rest else str(whole)


def board_line(sheet: Crosstable, pairing: PairingRow, say: Speaker) -> str:
    """Return one board: its number, who plays there, and what became of it."""
    giver = exhibitor_of(sheet).id
    first, second = sheet.pair(pairing)
    other = second if pairing.first_id == giver else first
    number = sheet.pairings.index(pairing) + 1
    found = None if pairing.match_id is None else sheet.links.get(pairing.match_id)
    name = say.text(plain(other.name))
    where = f"[{name}]({thread_link(found)})" if found else name
    points = points_of(pairing, giver)
    code = "running" if pairing.counts is None else "none" if points is None else ENDS[points]
    return f"{number}. {where} · {say(f'card.simul.board.{code}', name=plain(exhibitor_of(sheet).name))}"


def waiting_line(queue: Queue, say: Speaker) -> str:
    """Return which board is the next one, and how many wait."""
    found, count = queue.waiting[0], len(queue.waiting)
    number, total = queue.number(found.id), len(queue.sheet.pairings)
    names = dict(zip(found.user_ids, found.names, strict=True))
    names.pop(queue.sheet.competition.organiser_id)
    [name] = names.values()
    return say("card.simul.next", number=number, all=total, name=plain(name), count=count)


def queue_empty_card(queue: Queue, say: Speaker, *, note: str | None = None) -> Card:
    """Return the card that says no board waits for the exhibitor.

    It has the score and a button that checks again.
    """
    sheet = queue.sheet
    over = score_of(sheet).running == 0
    return Card(
        framed_view(
            OVER if over else OFFERED,
            text(
                say("card.simul", league=plain(sheet.competition.name)),
                note,
                say("card.simul.over") if over else say("card.simul.none"),
                score_line(sheet, say),
            ),
            None
            if over
            else row(
                Press.of(numbered_id("simul-next", sheet.section.id), say("button.simul.next"), PRIMARY)
            ),
        )
    )
