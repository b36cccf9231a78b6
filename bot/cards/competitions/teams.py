"""Team match cards: sign-up, and score with table."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.cards.competitions.kind_cards import CompetitionCards
from bot.cards.competitions.league_lines import (
    game_terms_lines,
    numbered_id,
    scoring_line,
    substitution_buttons,
    table_change_line,
    total_length,
)
from bot.cards.competitions.line_up import line_up_buttons, team_label
from bot.cards.competitions.tournament import COLOURS, needs_line
from bot.cards.kit.card_lines import message_link, thread_link
from bot.cards.kit.kit import (
    OVER,
    PRIMARY,
    RUNNING,
    SECONDARY,
    TEXT_LIMIT,
    ActionButton,
    Card,
    fit_lines,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import Drawing, chart_picture
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.competitions.decided import DecidedSection
from club.competitions.team_boards import TeamBoard, leading_side, members_of_side, team_score
from data.competitions.competitions import StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult
from data.competitions.teams import TeamRow
from rendering.caption import picture_name
from rendering.people.teams import TeamMatchBoard, draw_team_match
from rules.catalogue import title_of
from words import Localizer, Phrase, Words, discord_timestamp, join_with_commas, relative_timestamp

NAMES_LIMIT: Final = 900
"""Characters for the names of one team on a card.

Both teams and the rest of the card then fit a message.
"""


class TeamMatchCards(CompetitionCards):
    """The cards of team matches, which may be between two servers."""

    code = "team"

    def stage_marker_id(self, stage_id: int) -> str:
        """Return the custom_id of the leave button, which identifies the card.

        The usual join button does not exist here, because each team has its own.
        """
        return str(numbered_id("season-out", stage_id))

    def section_marker_id(self, section_id: int) -> str:
        """Return the custom_id of the button that opens the user's own board.

        It identifies the card in both servers; the ruling button is missing in the guests' server.
        """
        return str(numbered_id("team-board", section_id))

    def stage_card(
        self, stage_view: StageView, say: Localizer, guest_team: TeamRow | None, *, is_new_post: bool
    ) -> Card:
        """Return the sign-up card of a team match: terms, start and teams.

        In the guests' server it is for their team, `guest_team`. When it is posted anew for a rematch,
        it mentions the players of the last match.
        """
        stage, row_ = stage_view.stage, stage_view.competition
        open_ = stage.status is StageStatus.OPEN
        here = _sides_here(stage_view.teams, guest_team)
        return Card(
            framed_view(
                COLOURS[stage.status],
                text(
                    say("card.tournament", league=safe_name(row_.name)),
                    *game_terms_lines(row_, say),
                    say("card.team.how", boards=row_.boards or 0),
                    scoring_line(stage, say),
                    _two_servers_line(stage_view.teams, say),
                    say("card.team.rematch") if row_.rematch_of is not None else None,
                ),
                text(
                    _state_line(stage_view, say, guest_team), needs_line(stage_view, say, "card.team.needs")
                ),
                text(
                    *(line for team in stage_view.teams for line in _team_lines(stage_view, team, say, here))
                ),
                row(
                    *(
                        ActionButton.create(
                            numbered_id("team-in", stage.id, team.side),
                            say("button.team.join", name=team_label(team, row_)),
                            PRIMARY,
                            disabled=not open_,
                        )
                        for team in here
                    ),
                    ActionButton.create(
                        numbered_id("season-out", stage.id), say("button.league.leave"), disabled=not open_
                    ),
                ),
                row(
                    *(line_up_buttons(stage_view, here, say) if guest_team is not None else ()),
                    *(_organiser_buttons(stage_view, say) if guest_team is None else ()),
                ),
            ),
            pings=_rematch_user_ids(stage_view, here) if is_new_post and open_ else (),
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
        """Return the score of a team match, with its table of board points.

        The table is a picture and text. In the guests' server (`guest_team` is given) nothing links to
        boards that only the home server can see. When it is posted anew, it mentions the players who
        still have a board to play.
        """
        over, id_ = sheet.stage.status is StageStatus.OVER, sheet.section.id
        boards, absent = sheet.team_boards, _absent_here(sheet, guest_team)
        taken = substitution_buttons(sheet, absent, say)
        buttons = [
            ActionButton.create(
                numbered_id("team-board", id_), say("button.team.board"), SECONDARY if over else PRIMARY
            ),
            *(
                []
                if over
                else [ActionButton.create(numbered_id("withdraw", id_), say("button.league.withdraw"))]
            ),
            *(
                [ActionButton.create(numbered_id("rule", id_), say("button.league.rule"))]
                if guest_team is None
                else ()
            ),
            ActionButton.create(numbered_id("table-record", id_), say("button.table.record")),
            *(
                [
                    ActionButton.create(
                        numbered_id("team-again", id_), say("button.team.again"), disabled=sheet.has_rematch
                    )
                ]
                if over and not any(team.gone for team in sheet.teams)
                else ()
            ),
        ]
        head = [
            say("card.tournament", league=safe_name(sheet.competition.name)),
            *game_terms_lines(sheet.competition, say),
            None if over else _two_servers_line(sheet.teams, say),
        ]
        stands = [_score_line(sheet, boards, say), _progress_line(sheet, boards, say)]
        scored = scoring_line(sheet.stage, say)
        told = [
            *(
                table_change_line(sheet, jump, say, _name_on_card(sheet, jump.user_id, say, guest_team))
                for jump in sheet.latest_changes
            ),
            *(say("card.team.gone", name=safe_name(team.name)) for team in sheet.teams if team.gone),
            say(f"card.team.points{'.scored' if scored else ''}"),
            scored,
        ]
        # A line of each board, and another one where its player is missing, may be more than a message holds.
        room = TEXT_LIMIT - total_length([*head, *stands, *told])
        lines = fit_lines(say, [_board_line(sheet, board, say, guest_team) for board in boards], room)
        missing = fit_lines(say, _absence_lines(sheet, absent, say, guest_team), room - total_length(lines))
        return Card(
            framed_view(
                OVER if over else RUNNING,
                text(*head),
                _picture(sheet, boards, say),
                text(*stands, *lines),
                text(*missing, *told),
                row(*buttons),
                row(*taken) if taken else None,
            ),
            pings=_mentioned_user_ids(sheet, boards, guest_team) if is_new_post and not over else (),
        )

    def decided_line(self, decided: DecidedSection, say: Localizer) -> str:
        """Return the digest's line about the score of a team match."""
        score = _score_line(decided.sheet, decided.sheet.team_boards, say)
        return self.digest_line("score", decided, say, text=score)


def _sides_here(sides: Sequence[TeamRow], guest_team: TeamRow | None) -> list[TeamRow]:
    """Return the teams that people join in the server where a card is shown."""
    return [
        team for team in sides if (team.id == guest_team.id if guest_team is not None else not team.guest)
    ]


def _rematch_user_ids(stage_view: StageView, here: Sequence[TeamRow]) -> tuple[int, ...]:
    """Return the ids of the users whom a card for a rematch mentions."""
    sides = {team.side for team in here}
    return tuple(dict.fromkeys(user_id for side, user_id in stage_view.former_players if side in sides))


def _organiser_buttons(stage_view: StageView, say: Localizer) -> list[ActionButton]:
    """Return the buttons for the member who created the match; More has the others."""
    stage = stage_view.stage
    open_ = stage.status is StageStatus.OPEN
    code = [
        ActionButton.create(numbered_id("team-code", stage.id), say("button.team.code"))
        for team in stage_view.teams
        if team.is_pending and open_
    ]
    return [
        *code,
        ActionButton.create(
            numbered_id("season-go", stage.id), say("button.tournament.go"), disabled=not open_
        ),
        ActionButton.create(numbered_id("team-more", stage.id), say("button.more")),
    ]


def _two_servers_line(sides: Sequence[TeamRow], say: Localizer) -> str | None:
    """Return how a match between two servers is played, if it is one."""
    guest = next((team for team in sides if team.guest), None)
    if guest is None or guest.is_pending:
        return None
    host = next(team for team in sides if not team.guest)
    return say("card.team.servers", name=safe_name(host.name), opponent=safe_name(guest.name))


def _team_lines(stage_view: StageView, team: TeamRow, say: Localizer, here: Sequence[TeamRow]) -> list[str]:
    """Return the members of a team in line-up order; mention only local ones."""
    if team.is_pending:
        return []
    people = members_of_side(stage_view.entrants, team.side)
    if team not in here:
        if not people:
            return [say("card.team.side.other.nobody", name=safe_name(team.name))]
        names = join_with_commas(
            _fit_names([say.text(safe_name(each.name)) for each in people]), say.language
        )
        return [say("card.team.side.other", count=len(people), name=safe_name(team.name), names=names)]
    facts: dict[str, Any] = {
        "name": safe_name(team.name),
        "captain": say("card.team.captain.none") if team.captain_id is None else mention(team.captain_id),
    }
    if not people:
        lines = [say("card.team.side.nobody", **facts)]
    else:
        names = join_with_commas(
            _fit_names([say.text(mention(each.user_id)) for each in people]), say.language
        )
        lines = [say("card.team.side", count=len(people), names=names, **facts)]
    if team.role_id is not None:
        lines.append(say("card.team.side.role", name=safe_name(team.name), role=f"<@&{team.role_id}>"))
    return lines


def _fit_names(names: list[str]) -> list[str]:
    """Return the names that fit the limit for one team, then an ellipsis."""
    found: list[str] = []
    left = NAMES_LIMIT
    for name in names:
        left -= len(name) + 2
        if left < 0:
            return [*found, "…"]
        found.append(name)
    return found


def _state_line(stage_view: StageView, say: Localizer, guest_team: TeamRow | None) -> str:
    """Return the start time of a match, or the link to its table."""
    stage, row_ = stage_view.stage, stage_view.competition
    if stage.status is StageStatus.OPEN:
        starts = say(
            "card.tournament.starts",
            time=discord_timestamp(stage.starts_at),
            since=relative_timestamp(stage.starts_at),
        )
        if any(team.is_pending for team in stage_view.teams):
            starts += "\n" + say("card.team.awaited", name=mention(row_.organiser_id))
        return starts
    if not stage_view.sections:
        return say("card.team.off")
    place = (row_.guild_id, row_.channel_id, stage_view.sections[0].message_id)
    if guest_team is not None:
        place = (*guest_team.place, guest_team.section_message_id)
    if place[2] is None:
        return say("card.tournament.starting")
    link = f"[{say('card.tournament.link')}]({message_link(place[0], place[1], place[2])})"
    over = stage.status is StageStatus.OVER
    return say("card.tournament.over" if over else "card.tournament.running", link=link)


def _absence_lines(
    sheet: Crosstable, absent: Sequence[EntrantRow], say: Localizer, guest_team: TeamRow | None
) -> list[str]:
    """Return the lines about free places, and about players without messages.

    The latter are those whom no direct message reaches.
    """
    unreached: Sequence[int] = [] if sheet.stage.status is StageStatus.OVER else sheet.unreachable_guests
    return [
        *(_absent_line(sheet, each, say) for each in absent),
        *(say("card.team.unreached", name=_name_on_card(sheet, each, say, guest_team)) for each in unreached),
    ]


def _absent_here(sheet: Crosstable, guest_team: TeamRow | None) -> list[EntrantRow]:
    """Return the absent players whose places can be taken on a card."""
    sides = {team.side for team in _sides_here(sheet.teams, guest_team)}
    return [each for each in sheet.absent_entrants if each.side in sides]


def _reserves(sheet: Crosstable, absent: EntrantRow) -> list[int]:
    """Return the user ids of the reserves of the absent player's team."""
    return [each.user_id for each in members_of_side(sheet.reserves, absent.side or 0) if each.user_id > 0]


def _absent_line(sheet: Crosstable, absent: EntrantRow, say: Localizer) -> str:
    """Return the line that a player's place is free, with the team's reserves."""
    facts = {"name": mention(absent.user_id), "team": safe_name(sheet.teams[absent.side or 0].name)}
    reserves = _fit_names([say.text(mention(each)) for each in _reserves(sheet, absent)])
    if not reserves:
        return say("card.team.absent", **facts)
    return say("card.team.absent.reserves", names=join_with_commas(reserves, say.language), **facts)


def _name_on_card(sheet: Crosstable, user_id: int, say: Localizer, guest_team: TeamRow | None) -> Words:
    """Return a user's name on a card.

    It is a mention, except for people of the other server and for users whose data was deleted.
    """
    sides = {team.side for team in _sides_here(sheet.teams, guest_team)}
    for line in sheet.lines:
        if line.entrant.user_id == user_id:
            here = line.entrant.side in sides and user_id > 0
            return mention(user_id) if here else safe_name(line.entrant.name)
    return mention(user_id) if guest_team is None else say("card.team.organiser")


def _score_line(sheet: Crosstable, boards: Sequence[TeamBoard], say: Localizer) -> str:
    points, others = map(sheet.scoring.points_text, team_score(boards))
    first, second = (safe_name(team.name) for team in sheet.teams)
    return say("card.team.score", name=first, opponent=second, points=points, others=others)


def _progress_line(sheet: Crosstable, boards: Sequence[TeamBoard], say: Localizer) -> str:
    """Return how many boards are finished, or who has won the match."""
    if sheet.stage.status is not StageStatus.OVER:
        done = sum(board.points is not None for board in boards)
        close = sheet.stage.closes_at
        return say(
            "card.team.running",
            done=done,
            count=len(boards),
            time=discord_timestamp(close),
            since=relative_timestamp(close),
        )
    if not boards:
        return say("card.team.over")
    side = leading_side(boards, sheet.scoring)
    if side is None:
        return say("card.team.over.drawn")
    return say("card.team.over.won", name=safe_name(sheet.teams[side].name))


def _board_line(sheet: Crosstable, board: TeamBoard, say: Localizer, guest_team: TeamRow | None) -> str:
    """Return a board in words, with a link for readers who can see its thread."""
    first, second = (_name_on_card(sheet, player.user_id, say, guest_team) for player in board.players)
    number = say("card.team.board.number", number=board.number)
    match_id = board.pairing.match_id
    found = None if match_id is None or guest_team is not None else sheet.listed_matches.get(match_id)
    if found is not None:
        number = f"[{number}]({thread_link(found)})"
    facts: dict[str, Any] = {"board": number, "name": first, "opponent": second}
    if board.points is None:
        parts = [say("card.team.board", **facts)]
    else:
        points, others = map(sheet.scoring.points_text, board.points)
        parts = [say("card.team.board.over", points=points, others=others, **facts)]
    if board.pairing.ruling is not None:
        parts.append(say("card.league.ruled"))
    elif board.pairing.judged and board.pairing.effective_result is not PairingResult.NONE:
        parts.append(say("card.league.judged"))
    return " · ".join(parts)


def _picture(sheet: Crosstable, boards: Sequence[TeamBoard], say: Localizer) -> Drawing:
    """Draw the table of board points."""

    def name_of(entrant: EntrantRow) -> str:
        return picture_name(say.text(entrant.name), entrant.handle)

    first, second = (str(say.text(team.name)) for team in sheet.teams)
    done = sum(board.points is not None for board in boards)
    part = Phrase("picture.teams.done", done=done, count=len(boards))
    if sheet.stage.status is StageStatus.OVER:
        part = Phrase("picture.teams.over")
    drawn = [
        TeamMatchBoard((name_of(board.players[0]), name_of(board.players[1])), board.points)
        for board in boards
    ]
    title, name = title_of(sheet.competition.game), sheet.competition.name
    return chart_picture(
        partial(
            draw_team_match,
            name,
            title,
            part,
            (first, second),
            team_score(boards),
            drawn,
            points_text=sheet.scoring.points_text,
            language=say.language,
        )
    )


def _mentioned_user_ids(
    sheet: Crosstable, boards: Sequence[TeamBoard], guest_team: TeamRow | None
) -> tuple[int, ...]:
    """Return the ids of the users whom a newly posted card mentions.

    They are those players with a board to play who belong to the card's server. If a place is free,
    they are the captain and the reserves of that team; for the first card, they are all of them.
    """
    absent = _absent_here(sheet, guest_team)
    captains = (sheet.teams[each.side or 0].captain_id for each in absent)
    waiting = (user_id for each in absent for user_id in _reserves(sheet, each))
    asked = [each for each in (*captains, *waiting) if each is not None]
    former = sheet.section.former_id if guest_team is None else guest_team.former_id
    if not sheet.absent_entrants or former is None:
        sides = {team.side for team in _sides_here(sheet.teams, guest_team)}
        asked += [
            player.user_id
            for board in boards
            if board.points is None
            for player in board.players
            if player.side in sides and player.user_id > 0
        ]
    return tuple(dict.fromkeys(asked))
