"""Tournament cards: sign-up, and the table with what is played."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from bot.cards.competitions.kind_cards import KindCards
from bot.cards.competitions.league_lines import (
    LINES_LIMIT,
    numbered_id,
    pair_line,
    played_lines,
    table_change_line,
    table_line,
    table_picture,
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
from bot.cards.kit.pictures import Drawing
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import kind_of
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow
from data.competitions.teams import TeamRow
from words import Phrase, Speaker, Words, ago, commas, when

COLOURS: Final = {StageStatus.OPEN: OFFERED, StageStatus.RUNNING: RUNNING, StageStatus.OVER: OVER}


class TournamentCards(KindCards):
    """The cards of tournaments, all of whose rounds are paired at once."""

    running: ClassVar[str] = "card.tournament.running"
    """The code of the line that it runs."""

    def stage_card(self, season: StageView, say: Speaker, away: TeamRow | None, *, anew: bool) -> Card:
        """Return the card of a tournament: game and terms, start time, sign-ups."""
        stage, tournament = season.stage, season.competition
        names = commas([say.text(mention(entrant.user_id)) for entrant in season.entrants], say.language)
        count = len(season.entrants)
        return Card(
            framed_view(
                COLOURS[stage.status],
                text(
                    say("card.tournament", league=plain(tournament.name)),
                    *played_lines(tournament, say),
                    say(f"card.tournament.how.{tournament.kind}"),
                    self.rounds_line(stage, say),
                ),
                text(state_line(season, say, self.running)),
                text(
                    say("card.league.joined", count=count, names=names)
                    if count
                    else say("card.league.nobody"),
                ),
                row(*sign_up_buttons(season, say, "button.tournament.stop", joins=self.takes_entries(stage))),
            )
        )

    def section_card(
        self, sheet: Crosstable, say: Speaker, away: TeamRow | None, *, anew: bool, page: str | None = None
    ) -> Card:
        """Return the table or bracket of a tournament, with the round played or called.

        When posted `anew`, it mentions each player once a round if something is asked of them.
        """
        over, id_ = sheet.stage.status is StageStatus.OVER, sheet.section.id
        current = kind_of(sheet.competition).in_play(sheet.stage, sheet.pairings)
        buttons = [
            *(() if over else self.here_buttons(sheet, current, say)),
            *(() if over else [Press.of(numbered_id("withdraw", id_), say("button.league.withdraw"))]),
            Press.of(numbered_id("rule", id_), say("button.league.rule")),
            *(() if over else self.round_buttons(sheet, say)),
            Press.of(numbered_id("table-record", id_), say("button.table.record")),
        ]
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(
                    say("card.tournament", league=plain(sheet.competition.name)),
                    self.state(sheet, current, say),
                    self.winner_line(sheet, say) if over else None,
                ),
                self.picture(sheet, self.caption(sheet, current), say),
                text(*fit_lines(say, self.lines(sheet, current, say), LINES_LIMIT)),
                text(
                    *(table_change_line(sheet, jump, say) for jump in sheet.jumps),
                    say(f"card.tournament.points.{sheet.competition.kind}"),
                ),
                row(*buttons, *page_button(page, say)),
            ),
            pings=tuple(each.user_id for each in self.mentioned_entrants(sheet, current) if each.user_id > 0)
            if anew and not over
            else (),
        )

    def takes_entries(self, stage: StageRow) -> bool:
        """Return whether members can join."""
        return stage.status is StageStatus.OPEN

    def rounds_line(self, stage: StageRow, say: Speaker) -> str | None:
        """Return how many rounds there are, if they are paired one by one."""
        return None

    def here_buttons(self, sheet: Crosstable, current: Sequence[PairingRow], say: Speaker) -> list[Press]:
        """Return the button to check in, if entrants are called to rounds."""
        return []

    def round_buttons(self, sheet: Crosstable, say: Speaker) -> list[Press]:
        """Return the button to take a round back, if there are several."""
        return []

    def state(self, sheet: Crosstable, current: Sequence[PairingRow], say: Speaker) -> str:
        """Return what goes on: which round, until when."""
        if sheet.stage.status is StageStatus.OVER:
            return say("card.tournament.ended.all")
        closes_at = sheet.stage.closes_at
        return say("card.tournament.all", time=when(closes_at), since=ago(closes_at))

    def winner_line(self, sheet: Crosstable, say: Speaker) -> str | None:
        """Return the line that names the winner by the table, after all rounds played.

        Return `None` if several share first place, if no one has played, or if the leader has withdrawn.
        """
        first = [line for line in sheet.lines if line.row.rank == 1]
        if len(first) != 1 or not first[0].row.played or first[0].entrant.withdrawn:
            return None
        return say("card.tournament.won", name=mention(first[0].entrant.user_id))

    def caption(self, sheet: Crosstable, current: Sequence[PairingRow]) -> Words:
        """Return the caption of the picture."""
        return Phrase(f"picture.tournament.{sheet.competition.kind}")

    def picture(self, sheet: Crosstable, part: Words, say: Speaker) -> Drawing:
        """Draw how it stands; `part` names the round in play."""
        return table_picture(sheet, part, say)

    def lines(self, sheet: Crosstable, current: Sequence[PairingRow], say: Speaker) -> list[str]:
        """Return who meets whom now, then how it stands in words."""
        return [pair_line(sheet, pairing, say) for pairing in current] + self.table_lines(sheet, say)

    def table_lines(self, sheet: Crosstable, say: Speaker) -> list[str]:
        """Return the table in words."""
        return [table_line(sheet, place, line, say) for place, line in enumerate(sheet.lines)]

    def mentioned_entrants(self, sheet: Crosstable, current: Sequence[PairingRow]) -> list[EntrantRow]:
        """Return whom a new card mentions: those who have a match to play."""
        playing = {
            each for pair in current if pair.counts is None for each in (pair.first_id, pair.second_id)
        }
        return [line.entrant for line in sheet.lines if line.entrant.id in playing]


class RoundsCards(TournamentCards):
    """The cards of tournaments whose rounds are paired one by one."""

    def rounds_line(self, stage: StageRow, say: Speaker) -> str | None:
        """Return how many rounds there are, once that is known."""
        return say("card.tournament.rounds", count=stage.rounds) if stage.rounds else None

    def round_buttons(self, sheet: Crosstable, say: Speaker) -> list[Press]:
        """Return the button to take the round back."""
        return [Press.of(numbered_id("round-back", sheet.section.id), say("button.tournament.back"))]

    def state(self, sheet: Crosstable, current: Sequence[PairingRow], say: Speaker) -> str:
        """Return which round is played, or was the last."""
        stage = sheet.stage
        facts: dict[str, Any] = {"number": stage.round + 1, "count": stage.rounds or 1}
        if stage.status is StageStatus.OVER:
            begun = count_begun_rounds(stage, current)
            return say(
                "card.tournament.ended" if begun else "card.tournament.ended.none",
                **facts | {"number": begun},
            )
        return say("card.tournament.round", time=when(stage.closes_at), since=ago(stage.closes_at), **facts)

    def caption(self, sheet: Crosstable, current: Sequence[PairingRow]) -> Words:
        """Return the round; once the tournament is over, the last one that was played."""
        stage, begun = sheet.stage, count_begun_rounds(sheet.stage, current)
        number = max(1, begun) if stage.status is StageStatus.OVER else stage.round + 1
        return Phrase("picture.tournament.round", number=number, count=stage.rounds or 1)


def sign_up_buttons(season: StageView, say: Speaker, stop: str, *, joins: bool) -> list[Press]:
    """Return the buttons of a sign-up card.

    `stop` is the label with which its organiser ends it.
    """
    stage, is_open = season.stage, season.stage.status is StageStatus.OPEN
    return [
        Press.of(numbered_id("season-in", stage.id), say("button.league.join"), PRIMARY, disabled=not joins),
        Press.of(numbered_id("season-out", stage.id), say("button.league.leave"), disabled=not is_open),
        Press.of(numbered_id("season-go", stage.id), say("button.tournament.go"), disabled=not is_open),
        Press.of(numbered_id("season-end", stage.id), say(stop), disabled=season.competition.stopped),
    ]


def state_line(season: StageView, say: Speaker, running: str) -> str:
    """Return when it starts, or where its table is.

    `running` is the code of the line that it runs.
    """
    stage, tournament = season.stage, season.competition
    if stage.status is StageStatus.OPEN:
        return say("card.tournament.starts", time=when(stage.starts_at), since=ago(stage.starts_at))
    if not season.sections:
        return say("card.tournament.off", count=kind_of(tournament).least)
    message_id = season.sections[0].message_id
    if message_id is None:
        return say("card.tournament.starting")
    address = message_link(tournament.guild_id, tournament.channel_id, message_id)
    link = f"[{say('card.tournament.link')}]({address})"
    return say("card.tournament.over" if stage.status is StageStatus.OVER else running, link=link)


def count_begun_rounds(stage: StageRow, current: Sequence[PairingRow]) -> int:
    """Return the number of rounds that have begun.

    The last one may have no pairings, because too few players came to it.
    """
    return stage.round + bool(current)
