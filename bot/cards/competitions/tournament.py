"""Tournament cards: the sign-up, and the table with the current matches."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import discord

from bot.cards.competitions.kind_cards import CompetitionCards
from bot.cards.competitions.league_lines import (
    entrant_name,
    fit_section_lines,
    game_terms_lines,
    numbered_id,
    pairing_line,
    picture_names,
    scoring_line,
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
    ActionButton,
    Card,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import Drawing, chart_picture
from club.competitions.competitions import StageView
from club.competitions.crosstable import DRAWN_AT_MOST, Crosstable
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.kinds.swiss import FIDE
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow
from data.competitions.teams import TeamRow
from words import Localizer, Phrase, Words, discord_timestamp, join_with_commas, relative_timestamp

COLOURS: Final = {StageStatus.OPEN: OFFERED, StageStatus.RUNNING: RUNNING, StageStatus.OVER: OVER}


class TournamentCards(CompetitionCards):
    """The cards of tournaments whose rounds are all paired at the start."""

    running_code: ClassVar[str] = "card.tournament.running"
    """The code of the line that it runs."""

    def stage_card(
        self, stage_view: StageView, say: Localizer, guest_team: TeamRow | None, *, is_new_post: bool
    ) -> Card:
        """Return the sign-up card of a tournament: terms, start and players."""
        stage, tournament = stage_view.stage, stage_view.competition
        joined = [entrant for entrant in stage_view.entrants if not entrant.is_unclaimed]
        names = join_with_commas([say.text(mention(entrant.user_id)) for entrant in joined], say.language)
        count, another = len(joined), stage_view.has_next_round
        running_code = self.running_code if another else TournamentCards.running_code
        can_join = self.can_join(stage) and another
        return Card(
            framed_view(
                COLOURS[stage.status],
                text(
                    say("card.tournament", league=safe_name(tournament.name)),
                    *game_terms_lines(tournament, say),
                    say(f"card.tournament.how.{tournament.kind}"),
                    self.rounds_line(stage, say),
                    scoring_line(stage, say),
                    say("card.tournament.fide") if stage.system == FIDE else None,
                ),
                text(state_line(stage_view, say, running_code), needs_line(stage_view, say)),
                joined_text(stage_view, count, names, say),
                row(*sign_up_buttons(stage_view, say, "button.tournament.stop", can_join=can_join)),
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
        """Return the table or bracket of a tournament, with the current round.

        When it is posted anew, it mentions the players who have something to do, once a round.
        """
        over, id_ = sheet.stage.status is StageStatus.OVER, sheet.section.id
        scored = scoring_line(sheet.stage, say)
        current = kind_of(sheet.competition).pairings_in_play(sheet.stage, sheet.pairings)
        buttons = [
            *(() if over else self.check_in_buttons(sheet, current, say)),
            *(
                ()
                if over
                else [ActionButton.create(numbered_id("withdraw", id_), say("button.league.withdraw"))]
            ),
            ActionButton.create(numbered_id("rule", id_), say("button.league.rule")),
            *(() if over else self.round_buttons(sheet, say)),
            ActionButton.create(numbered_id("table-record", id_), say("button.table.record")),
        ]
        lines = self.section_lines(sheet, current, say) + self.former_lines(sheet, say)
        more = [
            *self.whole_table_buttons(sheet, say),
            *(() if over else self.place_buttons(sheet, say)),
            *page_button(page, say),
        ]
        head = [
            say("card.tournament", league=safe_name(sheet.competition.name)),
            self.progress_line(sheet, current, say),
            self.winner_line(sheet, say) if over else None,
        ]
        told = [
            *(table_change_line(sheet, jump, say) for jump in sheet.latest_changes),
            say(f"card.tournament.points.{sheet.competition.kind}{'.scored' if scored else ''}"),
            scored,
        ]
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(*head),
                self.standings_picture(sheet, self.picture_caption(sheet, current), say),
                text(*fit_section_lines(say, lines, [*head, *told])),
                text(*told),
                row(*buttons),
                row(*more) if more else None,
            ),
            pings=tuple(each.user_id for each in self.mentioned_entrants(sheet, current) if each.user_id > 0)
            if is_new_post and not over
            else (),
        )

    def can_join(self, stage: StageRow) -> bool:
        """Whether members can still join the tournament."""
        return stage.status is StageStatus.OPEN

    def rounds_line(self, stage: StageRow, say: Localizer) -> str | None:
        """Return the number of rounds, if they are paired one by one."""
        return None

    def check_in_buttons(
        self, sheet: Crosstable, current: Sequence[PairingRow], say: Localizer
    ) -> list[ActionButton]:
        """Return the check-in button, if players have to check in for each round."""
        return []

    def place_buttons(self, sheet: Crosstable, say: Localizer) -> list[ActionButton]:
        """Return the button by which members take places from a file, if some are free."""
        return []

    def round_buttons(self, sheet: Crosstable, say: Localizer) -> list[ActionButton]:
        """Return the button that takes a round back, if there is one."""
        return []

    def progress_line(self, sheet: Crosstable, current: Sequence[PairingRow], say: Localizer) -> str:
        """Return the line on the state of play: which round, and until when."""
        if sheet.stage.status is StageStatus.OVER:
            return say("card.tournament.ended.all")
        closes_at = sheet.stage.closes_at
        return say(
            "card.tournament.all", time=discord_timestamp(closes_at), since=relative_timestamp(closes_at)
        )

    def winner_line(self, sheet: Crosstable, say: Localizer) -> str | None:
        """Return the line that names the winner, once all rounds are played.

        Return `None` if several players share first place, if no one has played, or if the leader has
        withdrawn.
        """
        first = [line for line in sheet.lines if line.row.rank == 1]
        if len(first) != 1 or not first[0].row.played or first[0].entrant.withdrawn:
            return None
        return say("card.tournament.won", name=entrant_name(first[0].entrant))

    def picture_caption(self, sheet: Crosstable, current: Sequence[PairingRow]) -> Words:
        """Return the caption of the picture."""
        return Phrase(f"picture.tournament.{sheet.competition.kind}")

    def standings_picture(self, sheet: Crosstable, part: Words, say: Localizer) -> Drawing:
        """Draw the standings; `part` is the picture's caption."""
        kind, names = kind_of(sheet.competition), picture_names(sheet, say)
        return chart_picture(kind.standings_drawing(sheet, names, part, language=say.language))

    def whole_table_buttons(self, sheet: Crosstable, say: Localizer) -> list[ActionButton]:
        """Return the button that shows all of a table too long for one picture."""
        if len(sheet.lines) <= DRAWN_AT_MOST:
            return []
        return [ActionButton.create(numbered_id("table-whole", sheet.section.id), say("button.table.whole"))]

    def whole_table_card(self, sheet: Crosstable, say: Localizer) -> Card:
        """Return all lines of a table, page by page, visible to one person only."""
        current = kind_of(sheet.competition).pairings_in_play(sheet.stage, sheet.pairings)
        part = self.picture_caption(sheet, current)
        starts = range(0, len(sheet.lines), DRAWN_AT_MOST)
        return Card(
            framed_view(
                None,
                text(say("card.tournament", league=safe_name(sheet.competition.name))),
                *(table_picture(sheet, part, say, start) for start in starts),
            )
        )

    def section_lines(self, sheet: Crosstable, current: Sequence[PairingRow], say: Localizer) -> list[str]:
        """Return the current pairings, then the standings in words."""
        return [pairing_line(sheet, pairing, say) for pairing in current] + self.table_lines(sheet, say)

    def former_lines(self, sheet: Crosstable, say: Localizer) -> list[str]:
        """Return the pairings of the rounds before, if they are paired one by one."""
        return []

    def table_lines(self, sheet: Crosstable, say: Localizer) -> list[str]:
        """Return the table in words, a line for each player."""
        return [table_line(sheet, place, line, say) for place, line in enumerate(sheet.lines)]

    def mentioned_entrants(self, sheet: Crosstable, current: Sequence[PairingRow]) -> list[EntrantRow]:
        """Return the entrants whom a new card mentions: those with a match to play."""
        playing = {
            each
            for pair in current
            if pair.effective_result is None
            for each in (pair.first_id, pair.second_id)
        }
        return [line.entrant for line in sheet.lines if line.entrant.id in playing]


class RoundByRoundCards(TournamentCards):
    """The cards of tournaments whose rounds are paired one by one."""

    def rounds_line(self, stage: StageRow, say: Localizer) -> str | None:
        """Return the number of rounds, once it is known."""
        return say("card.tournament.rounds", count=stage.rounds) if stage.rounds else None

    def round_buttons(self, sheet: Crosstable, say: Localizer) -> list[ActionButton]:
        """Return the button that takes the latest round back."""
        return [
            ActionButton.create(numbered_id("round-back", sheet.section.id), say("button.tournament.back"))
        ]

    def former_lines(self, sheet: Crosstable, say: Localizer) -> list[str]:
        """Return the pairings of the rounds before this one, the latest round first."""
        lines: list[str] = []
        for number in reversed(range(sheet.stage.round)):
            lines.append(say("card.tournament.heading", number=number + 1))
            lines += [pairing_line(sheet, each, say) for each in sheet.pairings if each.round == number]
        return lines

    def progress_line(self, sheet: Crosstable, current: Sequence[PairingRow], say: Localizer) -> str:
        """Return which round is being played, or which one was the last."""
        stage = sheet.stage
        facts: dict[str, Any] = {"number": stage.round + 1, "count": stage.rounds or 1}
        if stage.status is StageStatus.OVER:
            begun = count_begun_rounds(stage, current)
            return say(
                "card.tournament.ended" if begun else "card.tournament.ended.none",
                **facts | {"number": begun},
            )
        return say(
            "card.tournament.round",
            time=discord_timestamp(stage.closes_at),
            since=relative_timestamp(stage.closes_at),
            **facts,
        )

    def picture_caption(self, sheet: Crosstable, current: Sequence[PairingRow]) -> Words:
        """Return the current round; after the end, the last round played."""
        stage, begun = sheet.stage, count_begun_rounds(sheet.stage, current)
        number = max(1, begun) if stage.status is StageStatus.OVER else stage.round + 1
        return Phrase("picture.tournament.round", number=number, count=stage.rounds or 1)


def sign_up_buttons(
    stage_view: StageView, say: Localizer, stop_label_code: str, *, can_join: bool
) -> list[ActionButton]:
    """Return the buttons of a sign-up card.

    `stop_label_code` is the message code for the label of the button by which the organiser ends the
    competition. `can_join` says whether members can still join.
    """
    stage, is_open = stage_view.stage, stage_view.stage.status is StageStatus.OPEN
    return [
        ActionButton.create(
            numbered_id("season-in", stage.id), say("button.league.join"), PRIMARY, disabled=not can_join
        ),
        ActionButton.create(
            numbered_id("season-out", stage.id), say("button.league.leave"), disabled=not is_open
        ),
        ActionButton.create(
            numbered_id("season-go", stage.id), say("button.tournament.go"), disabled=not is_open
        ),
        ActionButton.create(
            numbered_id("season-end", stage.id), say(stop_label_code), disabled=stage_view.competition.stopped
        ),
    ]


def needs_line(stage_view: StageView, say: Localizer, code: str = "card.needs") -> str | None:
    """Return how many entrants an open stage needs, while it has fewer.

    `code` is the message code of the line.
    """
    kind = kind_of(stage_view.competition)
    joined = kind.field_size(stage_view.entrants)
    if stage_view.stage.status is not StageStatus.OPEN or joined >= kind.least:
        return None
    return say(code, count=kind.least, joined=joined)


def joined_text(
    stage_view: StageView, count: int, names: str, say: Localizer
) -> discord.ui.TextDisplay[Any] | None:
    """Return how many members have joined and their names, or that no member has.

    Return `None` if the line on how many are needed has said that.
    """
    if count:
        return text(say("card.league.joined", count=count, names=names))
    return None if needs_line(stage_view, say) else text(say("card.league.nobody"))


def state_line(stage_view: StageView, say: Localizer, running_code: str) -> str:
    """Return the start time of a competition, or the link to its table.

    `running_code` is the message code of the line for a running competition.
    """
    stage, tournament = stage_view.stage, stage_view.competition
    if stage.status is StageStatus.OPEN:
        return say(
            "card.tournament.starts",
            time=discord_timestamp(stage.starts_at),
            since=relative_timestamp(stage.starts_at),
        )
    if not stage_view.sections:
        return say("card.tournament.off", count=kind_of(tournament).least)
    message_id = stage_view.sections[0].message_id
    if message_id is None:
        return say("card.tournament.starting")
    address = message_link(tournament.guild_id, tournament.channel_id, message_id)
    link = f"[{say('card.tournament.link')}]({address})"
    return say("card.tournament.over" if stage.status is StageStatus.OVER else running_code, link=link)


def count_begun_rounds(stage: StageRow, current: Sequence[PairingRow]) -> int:
    """Return the number of rounds that have begun.

    The last one may have no pairings, because too few players checked in for it.
    """
    return stage.round + bool(current)
