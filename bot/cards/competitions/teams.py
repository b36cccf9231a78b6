"""Team match cards: sign-up, score and table, line-up, code for another server."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.cards.competitions.kind_cards import KindCards
from bot.cards.competitions.league_lines import (
    numbered_id,
    played_lines,
    table_change_line,
    take_place_buttons,
)
from bot.cards.competitions.tournament import COLOURS
from bot.cards.kit.card_lines import message_link, thread_link
from bot.cards.kit.kit import (
    DANGER,
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    TEXT_LIMIT,
    Card,
    Press,
    fit_lines,
    framed_view,
    menu,
    row,
    text,
)
from bot.cards.kit.names import mention, plain
from bot.cards.kit.pictures import Drawing, chart_picture
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.competitions.team_boards import TeamBoard, of_side, score
from club.competitions.teams import LineUp
from data.competitions.competitions import CompetitionRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult
from data.competitions.teams import TeamRow
from rendering.people.teams import PicturedBoard, draw_boards
from rules.catalogue import title_of
from rules.game import Step
from words import Phrase, Speaker, Words, ago, commas, when

NAMES_LIMIT: Final = 900
"""Characters for the names of one team on a card.

Both teams and the rest of the card then fit a message.
"""


class TeamMatchCards(KindCards):
    """The cards of team matches."""

    code = "team"

    def stage_mark(self, stage_id: int) -> str:
        """Return the button to leave: one joins a team by its own."""
        return str(numbered_id("season-out", stage_id))

    def section_mark(self, section_id: int) -> str:
        """Return the button to one's board, because guests cannot rule."""
        return str(numbered_id("team-board", section_id))

    def stage_card(self, season: StageView, say: Speaker, away: TeamRow | None, *, anew: bool) -> Card:
        """Return the card of a team match: game and terms, start time, teams.

        In the guests' server it is for the side `away`. When posted `anew` for a rematch, it mentions the
        players of the last match.
        """
        stage, row_ = season.stage, season.competition
        open_ = stage.status is StageStatus.OPEN
        here = _sides_here(season.teams, away)
        return Card(
            framed_view(
                COLOURS[stage.status],
                text(
                    say("card.tournament", league=plain(row_.name)),
                    *played_lines(row_, say),
                    say("card.team.how", boards=row_.boards or 0),
                    _servers(season.teams, say),
                    say("card.team.rematch") if row_.rematch_of is not None else None,
                ),
                text(_state(season, say, away)),
                text(*(line for team in season.teams for line in _side(season, team, say, here))),
                row(
                    *(
                        Press.of(
                            numbered_id("team-in", stage.id, team.side),
                            say("button.team.join", name=_team_label(team, row_)),
                            PRIMARY,
                            disabled=not open_,
                        )
                        for team in here
                    ),
                    Press.of(
                        numbered_id("season-out", stage.id), say("button.league.leave"), disabled=not open_
                    ),
                ),
                row(
                    *(
                        Press.of(
                            numbered_id("team-line", stage.id, team.side),
                            say("button.team.line", name=_team_label(team, row_)),
                            disabled=not open_,
                        )
                        for team in here
                    ),
                    *(_organiser_buttons(season, say) if away is None else ()),
                ),
            ),
            pings=_asked_again(season, here) if anew and open_ else (),
        )

    def section_card(
        self, sheet: Crosstable, say: Speaker, away: TeamRow | None, *, anew: bool, page: str | None = None
    ) -> Card:
        """Return the score of a team match, with its table as a picture and in words.

        The table lists the board points.

        In the guests' server (`away`) nothing links to boards that only the home server sees. When posted
        `anew`, it mentions once the players who have a board to play.
        """
        over, id_ = sheet.stage.status is StageStatus.OVER, sheet.section.id
        boards, absent = sheet.boards, _absent_here(sheet, away)
        taken = take_place_buttons(sheet, absent, say)
        buttons = [
            Press.of(numbered_id("team-board", id_), say("button.team.board"), PRIMARY),
            *([] if over else [Press.of(numbered_id("withdraw", id_), say("button.league.withdraw"))]),
            *([Press.of(numbered_id("rule", id_), say("button.league.rule"))] if away is None else ()),
            Press.of(numbered_id("table-record", id_), say("button.table.record")),
            *(
                [Press.of(numbered_id("team-again", id_), say("button.team.again"), disabled=sheet.rematch)]
                if over and not any(team.gone for team in sheet.teams)
                else ()
            ),
        ]
        head = [
            say("card.tournament", league=plain(sheet.competition.name)),
            *played_lines(sheet.competition, say),
            None if over else _servers(sheet.teams, say),
        ]
        stands = [_score(sheet, boards, say), _standing(sheet, boards, say)]
        told = [
            *(
                table_change_line(sheet, jump, say, _name_on_card(sheet, jump.user_id, say, away))
                for jump in sheet.jumps
            ),
            *(say("card.team.gone", name=plain(team.name)) for team in sheet.teams if team.gone),
            say("card.team.points"),
        ]
        # A line of each board, and another one where its player is missing, may be more than a message holds.
        room = TEXT_LIMIT - _length([*head, *stands, *told])
        lines = fit_lines(say, [_board(sheet, board, say, away) for board in boards], room)
        missing = fit_lines(say, _missing(sheet, absent, say, away), room - _length(lines))
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
            pings=_aloud(sheet, boards, away) if anew and not over else (),
        )


def _sides_here(sides: Sequence[TeamRow], away: TeamRow | None) -> list[TeamRow]:
    """Return the teams that people join where a card is."""
    return [team for team in sides if (team.id == away.id if away is not None else not team.guest)]


def _asked_again(season: StageView, here: Sequence[TeamRow]) -> tuple[int, ...]:
    sides = {team.side for team in here}
    return tuple(dict.fromkeys(user_id for side, user_id in season.again if side in sides))


def _organiser_buttons(season: StageView, say: Speaker) -> list[Press]:
    """Return the buttons of the member who created the match."""
    stage = season.stage
    open_ = stage.status is StageStatus.OPEN
    code = [
        Press.of(numbered_id("team-code", stage.id), say("button.team.code"))
        for team in season.teams
        if team.is_pending and open_
    ]
    return [
        *code,
        Press.of(numbered_id("season-go", stage.id), say("button.tournament.go"), disabled=not open_),
        Press.of(
            numbered_id("season-end", stage.id),
            say("button.team.stop"),
            disabled=season.competition.stopped,
        ),
    ]


def _servers(sides: Sequence[TeamRow], say: Speaker) -> str | None:
    """Return how two servers play, where two do."""
    guest = next((team for team in sides if team.guest), None)
    if guest is None or guest.is_pending:
        return None
    host = next(team for team in sides if not team.guest)
    return say("card.team.servers", name=plain(host.name), opponent=plain(guest.name))


def _side(season: StageView, team: TeamRow, say: Speaker, here: Sequence[TeamRow]) -> list[str]:
    """Return the members of a team in line-up order; mention only the local ones."""
    if team.is_pending:
        return []
    people = of_side(season.entrants, team.side)
    if team not in here:
        if not people:
            return [say("card.team.side.other.nobody", name=plain(team.name))]
        names = commas(_within([say.text(plain(each.name)) for each in people]), say.language)
        return [say("card.team.side.other", count=len(people), name=plain(team.name), names=names)]
    facts: dict[str, Any] = {
        "name": plain(team.name),
        "captain": say("card.team.captain.none") if team.captain_id is None else mention(team.captain_id),
    }
    if not people:
        lines = [say("card.team.side.nobody", **facts)]
    else:
        names = commas(_within([say.text(mention(each.user_id)) for each in people]), say.language)
        lines = [say("card.team.side", count=len(people), names=names, **facts)]
    if team.role_id is not None:
        lines.append(say("card.team.side.role", name=plain(team.name), role=f"<@&{team.role_id}>"))
    return lines


def _within(names: list[str]) -> list[str]:
    """Return names as far as there is room for them."""
    found: list[str] = []
    left = NAMES_LIMIT
    for name in names:
        left -= len(name) + 2
        if left < 0:
            return [*found, "…"]
        found.append(name)
    return found


def _team_label(team: TeamRow, row_: CompetitionRow) -> str:
    """Return the name of a team for button labels."""
    return team.name or row_.name


def _state(season: StageView, say: Speaker, away: TeamRow | None) -> str:
    """Return when it starts, or where its table is."""
    stage, row_ = season.stage, season.competition
    if stage.status is StageStatus.OPEN:
        starts = say("card.tournament.starts", time=when(stage.starts_at), since=ago(stage.starts_at))
        if any(team.is_pending for team in season.teams):
            starts += "\n" + say("card.team.awaited", name=mention(row_.organiser_id))
        return starts
    if not season.sections:
        return say("card.team.off")
    place = (row_.guild_id, row_.channel_id, season.sections[0].message_id)
    if away is not None:
        place = (away.guild_id or 0, away.channel_id or 0, away.section_message_id)
    if place[2] is None:
        return say("card.tournament.starting")
    link = f"[{say('card.tournament.link')}]({message_link(place[0], place[1], place[2])})"
    over = stage.status is StageStatus.OVER
    return say("card.tournament.over" if over else "card.tournament.running", link=link)


def _length(lines: Sequence[str | None]) -> int:
    """Return how many characters lines take, each with its end."""
    return sum(len(line) + 1 for line in lines if line)


def _missing(
    sheet: Crosstable, absent: Sequence[EntrantRow], say: Speaker, away: TeamRow | None
) -> list[str]:
    """Return whose place is free, and whom no direct message reaches."""
    unreached = [] if sheet.stage.status is StageStatus.OVER else sheet.unreached
    return [
        *(_absent_line(sheet, each, say) for each in absent),
        *(say("card.team.unreached", name=_name_on_card(sheet, each, say, away)) for each in unreached),
    ]


def _absent_here(sheet: Crosstable, away: TeamRow | None) -> list[EntrantRow]:
    """Return whose place members of the teams can take where a card is."""
    sides = {team.side for team in _sides_here(sheet.teams, away)}
    return [each for each in sheet.absent if each.side in sides]


def _reserves(sheet: Crosstable, absent: EntrantRow) -> list[int]:
    """Return the user ids of the reserves of the absent player's team."""
    return [each.user_id for each in of_side(sheet.reserves, absent.side or 0) if each.user_id > 0]


def _absent_line(sheet: Crosstable, absent: EntrantRow, say: Speaker) -> str:
    """Return the line that a player's place is free, and which reserves come first."""
    facts = {"name": mention(absent.user_id), "team": plain(sheet.teams[absent.side or 0].name)}
    reserves = _within([say.text(mention(each)) for each in _reserves(sheet, absent)])
    if not reserves:
        return say("card.team.absent", **facts)
    return say("card.team.absent.reserves", names=commas(reserves, say.language), **facts)


def _name_on_card(sheet: Crosstable, user_id: int, say: Speaker, away: TeamRow | None) -> Words:
    """Return a user's name on a card.

    It is a mention, except for people of the other server and for users who were forgotten.
    """
    sides = {team.side for team in _sides_here(sheet.teams, away)}
    for line in sheet.lines:
        if line.entrant.user_id == user_id:
            here = line.entrant.side in sides and user_id > 0
            return mention(user_id) if here else plain(line.entrant.name)
    return mention(user_id) if away is None else say("card.team.organiser")


def _score(sheet: Crosstable, boards: Sequence[TeamBoard], say: Speaker) -> str:
    points, others = score(boards)
    first, second = (plain(team.name) for team in sheet.teams)
    return say("card.team.score", name=first, opponent=second, points=points, others=others)


def _standing(sheet: Crosstable, boards: Sequence[TeamBoard], say: Speaker) -> str:
    """Return how far a match has come, or who has won it."""
    if sheet.stage.status is not StageStatus.OVER:
        done = sum(board.points is not None for board in boards)
        close = sheet.stage.closes_at
        return say("card.team.running", done=done, count=len(boards), time=when(close), since=ago(close))
    if not boards:
        return say("card.team.over")
    points, others = score(boards)
    if points == others:
        return say("card.team.over.drawn")
    return say("card.team.over.won", name=plain(sheet.teams[points < others].name))


def _board(sheet: Crosstable, board: TeamBoard, say: Speaker, away: TeamRow | None) -> str:
    """Return a board in words; with the way to it, where people may see its place."""
    first, second = (_name_on_card(sheet, player.user_id, say, away) for player in board.players)
    number = say("card.team.board.number", number=board.number)
    match_id = board.pairing.match_id
    found = None if match_id is None or away is not None else sheet.links.get(match_id)
    if found is not None:
        number = f"[{number}]({thread_link(found)})"
    facts: dict[str, Any] = {"board": number, "name": first, "opponent": second}
    if board.points is None:
        parts = [say("card.team.board", **facts)]
    else:
        points, others = board.points
        parts = [say("card.team.board.over", points=points, others=others, **facts)]
    if board.pairing.ruling is not None:
        parts.append(say("card.league.ruled"))
    elif board.pairing.judged and board.pairing.counts is not PairingResult.NONE:
        parts.append(say("card.league.judged"))
    return " · ".join(parts)


def _picture(sheet: Crosstable, boards: Sequence[TeamBoard], say: Speaker) -> Drawing:
    """Return the board point table as a picture."""
    first, second = (str(say.text(team.name)) for team in sheet.teams)
    done = sum(board.points is not None for board in boards)
    part = Phrase("picture.teams.done", done=done, count=len(boards))
    if sheet.stage.status is StageStatus.OVER:
        part = Phrase("picture.teams.over")
    drawn = [
        PicturedBoard(
            (str(say.text(board.players[0].name)), str(say.text(board.players[1].name))), board.points
        )
        for board in boards
    ]
    title, name = title_of(sheet.competition.game), sheet.competition.name
    return chart_picture(
        partial(draw_boards, name, title, part, (first, second), score(boards), drawn, language=say.language)
    )


def _aloud(sheet: Crosstable, boards: Sequence[TeamBoard], away: TeamRow | None) -> tuple[int, ...]:
    """Return the ids of the users that a new card mentions.

    These are the players with a board to play who belong to the card's server. If a place is free, they
    are the captain and the reserves of that team; if no card came before this one, all of them.
    """
    absent = _absent_here(sheet, away)
    captains = (sheet.teams[each.side or 0].captain_id for each in absent)
    waiting = (user_id for each in absent for user_id in _reserves(sheet, each))
    asked = [each for each in (*captains, *waiting) if each is not None]
    former = sheet.section.former_id if away is None else away.former_id
    if not sheet.absent or former is None:
        sides = {team.side for team in _sides_here(sheet.teams, away)}
        asked += [
            player.user_id
            for board in boards
            if board.points is None
            for player in board.players
            if player.side in sides and player.user_id > 0
        ]
    return tuple(dict.fromkeys(asked))


def line_card(line: LineUp, say: Speaker, chosen: int | None = None) -> Card:
    """Return the card on which a captain sees the team in line-up order.

    `chosen` is the member that the buttons act on.
    """
    stage_id, side, name = line.stage.id, line.team.side, plain(line.team.name)
    if not line.people:
        return Card(framed_view(OFFERED, text(say("card.team.line.none", name=name))))
    steps = [Step(str(each.id), each.name) for each in line.people]
    pick = menu(numbered_id("team-pick", stage_id, side), say, say("menu.team.member"), steps)
    picked = next((each for each in line.people if each.id == chosen), None)
    lines = [f"{number}. {plain(each.name)}" for number, each in enumerate(line.people, 1)]
    ways = []
    if picked is not None:
        at = [each.id for each in line.people].index(picked.id)
        ways = [
            Press.of(
                numbered_id("team-up", stage_id, side, picked.id), say("button.team.up"), disabled=at == 0
            ),
            Press.of(
                numbered_id("team-down", stage_id, side, picked.id),
                say("button.team.down"),
                disabled=at == len(line.people) - 1,
            ),
            Press.of(numbered_id("team-out", stage_id, side, picked.id), say("button.team.out"), DANGER),
        ]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.team.line", name=name, boards=line.boards), *lines),
            text(say("card.team.line.chosen", name=plain(picked.name))) if picked is not None else None,
            row(pick),
            row(*ways) if ways else None,
        )
    )


def code_card(team: TeamRow, say: Speaker) -> Card:
    """Return the code by which another server plays, for who has made the match."""
    code, until = team.code or "", team.code_until or 0.0
    return Card(framed_view(OFFERED, text(say("card.team.code", code=code, time=when(until)))))
