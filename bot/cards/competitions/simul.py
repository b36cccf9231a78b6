"""Simul cards: the sign-up, the score, and the exhibitor's next board.

In a simul one player, the exhibitor, plays all others at once.
"""

from functools import partial
from typing import Final

from bot.cards.competitions.kind_cards import CompetitionCards
from bot.cards.competitions.league_lines import (
    fit_section_lines,
    game_terms_lines,
    numbered_id,
    table_change_line,
)
from bot.cards.competitions.tournament import COLOURS, sign_up_buttons, state_line
from bot.cards.kit.card_lines import thread_link
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    ActionButton,
    Card,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import Drawing, chart_picture
from club.clocks.time_control import is_live_clock
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.competitions.decided import DecidedSection
from club.competitions.reckoning.results import DRAW, WIN, half_points_text
from club.competitions.simuls import SimulQueue, exhibitor_of, exhibitor_points, simul_score
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingRow
from data.competitions.teams import TeamRow
from rendering.caption import picture_name
from rendering.people.simul import BoardResult, SimulBoard, draw_simul
from rules.catalogue import title_of
from words import Localizer, Phrase, discord_timestamp, join_with_commas

ENDS: Final[dict[int, BoardResult]] = {WIN: "won", DRAW: "drawn", 0: "lost"}


class SimulCards(CompetitionCards):
    """The cards of simuls, in which an exhibitor plays all others at once."""

    code = "simul"

    def stage_card(
        self, stage_view: StageView, say: Localizer, guest_team: TeamRow | None, *, is_new_post: bool
    ) -> Card:
        """Return the sign-up card of a simul: exhibitor, terms, start and players."""
        stage, simul = stage_view.stage, stage_view.competition
        joined = [each for each in stage_view.entrants if each.user_id != simul.organiser_id]
        names = join_with_commas([say.text(mention(each.user_id)) for each in joined], say.language)
        count = len(joined)
        return Card(
            framed_view(
                COLOURS[stage.status],
                text(
                    say("card.simul", league=safe_name(simul.name)),
                    *game_terms_lines(simul, say),
                    say(f"card.simul.how.{simul.sides}", name=mention(simul.organiser_id)),
                    say("card.simul.time", name=mention(simul.organiser_id))
                    if is_live_clock(simul.control)
                    else None,
                ),
                text(state_line(stage_view, say, "card.tournament.running")),
                text(
                    say("card.simul.joined", count=count, names=names) if count else say("card.simul.nobody")
                ),
                row(
                    *sign_up_buttons(
                        stage_view, say, "button.simul.stop", can_join=stage.status is StageStatus.OPEN
                    )
                ),
            )
        )

    def section_card(
        self,
        sheet: Crosstable,
        say: Localizer,
        guest_team: TeamRow | None,
        *,
        is_new_post: bool,
        page: str | None = None,
    ) -> Card:
        """Return the score of a simul, with all its boards.

        When it is posted anew at the start, it mentions the players.
        """
        stage, over = sheet.stage, sheet.stage.status is StageStatus.OVER
        id_, begins = sheet.section.id, is_new_post and stage.status is StageStatus.RUNNING
        ways = [
            ActionButton.create(numbered_id("simul-next", id_), say("button.simul.next"), PRIMARY),
            ActionButton.create(numbered_id("withdraw", id_), say("button.league.withdraw")),
        ]
        head = [say("card.simul", league=safe_name(sheet.competition.name)), score_line(sheet, say)]
        told = [
            *(table_change_line(sheet, jump, say) for jump in sheet.latest_changes),
            say("card.simul.over")
            if over
            else say("card.simul.closes", time=discord_timestamp(stage.closes_at)),
        ]
        lines = [board_line(sheet, each, say) for each in sheet.pairings]
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(*head),
                _picture(sheet, say),
                text(*fit_section_lines(say, lines, [*head, *told])),
                text(*told),
                row(
                    *([] if over else ways),
                    ActionButton.create(numbered_id("rule", id_), say("button.league.rule")),
                ),
            ),
            pings=tuple(user_id for user_id in sheet.unfinished_users if user_id > 0) if begins else (),
        )

    def decided_line(self, decided: DecidedSection, say: Localizer) -> str:
        """Return the digest's line about the score of a simul."""
        if not decided.winners:
            return super().decided_line(decided, say)
        return self.digest_line("score", decided, say, text=score_line(decided.sheet, say))


def _picture(sheet: Crosstable, say: Localizer) -> Drawing:
    """Draw the current score and the boards."""
    giver, score = exhibitor_of(sheet), simul_score(sheet)
    boards = []
    for pairing in sheet.pairings:
        first, second = sheet.entrants_of(pairing)
        other, points = second if first.id == giver.id else first, exhibitor_points(pairing, giver.id)
        given: BoardResult | None = None
        if pairing.effective_result is not None:
            given = "none" if points is None else ENDS[points]
        boards.append(SimulBoard(picture_name(say.text(other.name), other.handle), given))
    part = (
        Phrase("picture.simul.running", count=score.open_boards)
        if score.open_boards
        else Phrase("picture.simul.over")
    )
    name, title = picture_name(say.text(giver.name), giver.handle), title_of(sheet.competition.game)
    written = half_points_text(score.exhibitor), half_points_text(score.others)
    ahead = None if score.exhibitor == score.others else int(score.exhibitor < score.others)
    return chart_picture(
        partial(draw_simul, name, title, part, written, ahead, boards, language=say.language)
    )


def score_line(sheet: Crosstable, say: Localizer) -> str:
    """Return the score of a simul in one line: "Ada 6½ – 3½, 2 running"."""
    score = simul_score(sheet)
    facts = {
        "name": safe_name(exhibitor_of(sheet).name),
        "high": half_points_text(score.exhibitor),
        "low": half_points_text(score.others),
    }
    if not score.open_boards:
        return say("card.simul.score", **facts)
    return say("card.simul.score.running", count=score.open_boards, **facts)


def board_line(sheet: Crosstable, pairing: PairingRow, say: Localizer) -> str:
    """Return the line of one board: its number, player and result."""
    giver = exhibitor_of(sheet).id
    first, second = sheet.entrants_of(pairing)
    other = second if pairing.first_id == giver else first
    number = sheet.pairings.index(pairing) + 1
    found = None if pairing.match_id is None else sheet.listed_matches.get(pairing.match_id)
    name = say.text(safe_name(other.name))
    where = f"[{name}]({thread_link(found)})" if found else name
    points = exhibitor_points(pairing, giver)
    code = "running" if pairing.effective_result is None else "none" if points is None else ENDS[points]
    return f"{number}. {where} · {say(f'card.simul.board.{code}', name=safe_name(exhibitor_of(sheet).name))}"


def next_board_line(queue: SimulQueue, say: Localizer) -> str:
    """Return the exhibitor's next board, and how many boards wait in all."""
    found, count = queue.waiting[0], len(queue.waiting)
    number, total = queue.board_number(found.id), len(queue.sheet.pairings)
    names = dict(zip(found.user_ids, found.names, strict=True))
    names.pop(queue.sheet.competition.organiser_id)
    [name] = names.values()
    return say("card.simul.next", number=number, all=total, name=safe_name(name), count=count)


def empty_queue_card(queue: SimulQueue, say: Localizer, *, note: str | None = None) -> Card:
    """Return the card that says that no board waits for the exhibitor.

    It shows the score and has a button that checks again.
    """
    sheet = queue.sheet
    over = simul_score(sheet).open_boards == 0
    return Card(
        framed_view(
            OVER if over else OFFERED,
            text(
                say("card.simul", league=safe_name(sheet.competition.name)),
                note,
                say("card.simul.over") if over else say("card.simul.none"),
                score_line(sheet, say),
            ),
            None
            if over
            else row(
                ActionButton.create(
                    numbered_id("simul-next", sheet.section.id), say("button.simul.next"), PRIMARY
                )
            ),
        )
    )
