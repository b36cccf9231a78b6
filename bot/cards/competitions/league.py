"""League cards: sign-up for a season, a section with its table, a pairing's line.

They also show the actions that are open to each member.
"""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.cards.kit.after import page_button
from bot.cards.kit.card_lines import clock_line, message_link, options_line, thread_link
from bot.cards.kit.kit import (
    DANGER,
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
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
from bot.custom_ids import CustomId
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable, CrosstableLine, possible, standings
from club.competitions.seasons import LEAGUE, LEAST, games_of
from club.play.match.matches import Table
from data.competitions.competitions import CompetitionRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow, Reason, TableChange, TableChangeRow
from data.database.persons import NOBODY
from rendering.people.league import draw_section
from rules.catalogue import GAMES, title_of
from rules.game import Step
from words import Phrase, Speaker, Words, ago, commas, when

LINES_LIMIT: Final = 3400
"""Characters for the lines of a section's card; with the rest they fit a message."""
TAKEN_AT_MOST: Final = 2
"""Places that a card offers; they are side by side."""
RULED_AT_MOST: Final = 25
"""Matches of a menu: the last ones."""
UP: Final = "▲"
DOWN: Final = "▼"
OUTCOMES: Final = {
    PairingResult.FIRST: "won",
    PairingResult.SECOND: "lost",
    PairingResult.DRAW: "drawn",
    PairingResult.NONE: "none",
}


def letter_of(number: int) -> str:
    """Return the letter of a section.

    >>> letter_of(0), letter_of(1)
    ('A', 'B')
    """
    return chr(ord("A") + number)


def season_card(season: StageView, say: Speaker, *, anew: bool) -> Card:
    """Return the card of a season: what is played, when, and who has signed up.

    Posted `anew` because its start was put off, it mentions those.
    """
    stage, row_ = season.stage, season.competition
    open_ = stage.status is StageStatus.OPEN
    names = commas([say.text(mention(entrant.user_id)) for entrant in season.entrants], say.language)
    count = len(season.entrants)
    card = framed_view(
        OFFERED if open_ else OVER,
        text(
            say("card.league.season", league=plain(row_.name), number=stage.number + 1),
            *played_lines(row_, say),
            say("card.league.how"),
            say("card.league.both") if games_of(stage) > 1 else None,
        ),
        text(
            say("card.league.put_off", count=LEAST) if open_ and stage.put_off else None,
            _dates(season, say),
        ),
        text(
            say("card.league.joined", count=count, names=names) if count else say("card.league.nobody"),
        ),
        row(
            Press.of(
                numbered_id("season-in", stage.id), say("button.league.join"), PRIMARY, disabled=not open_
            ),
            Press.of(numbered_id("season-out", stage.id), say("button.league.leave"), disabled=not open_),
            Press.of(numbered_id("season-end", stage.id), say("button.league.stop"), disabled=row_.stopped),
        ),
    )
    aloud = anew and open_ and stage.put_off and not stage.reminded
    return Card(card, pings=tuple(entrant.user_id for entrant in season.entrants) if aloud else ())


def adrift_card(league: CompetitionRow, user_id: int, say: Speaker) -> Card:
    """Return the message that the channel of a competition was deleted.

    It tells the organiser and the players how the competition goes on.
    """
    code = "card.league.adrift" if user_id == league.organiser_id else "card.league.adrift.player"
    return Card(framed_view(OVER, text(say(code, league=plain(league.name)))))


def _dates(season: StageView, say: Speaker) -> str:
    stage = season.stage
    if stage.status is StageStatus.OPEN:
        starts = stage.starts_at
        return say(
            "card.league.starts", time=when(starts), since=ago(starts), other_time=when(stage.closes_at)
        )
    if stage.status is StageStatus.OVER:
        if season.sections:
            return say("card.league.over")
        return say("card.league.off")
    league = season.competition
    links = [
        f"[{letter_of(section.number)}]({message_link(league.guild_id, league.channel_id, section.message_id)})"
        for section in season.sections
        if section.message_id is not None
    ]
    lines = [say("card.league.running", time=when(stage.closes_at))]
    if links:
        lines.append(say("card.league.sections", links=commas(links, say.language)))
    return "\n".join(lines)


def season_mark(stage_id: int) -> str:
    """Return by which component the card of a season is known."""
    return str(numbered_id("season-in", stage_id))


def section_card(sheet: Crosstable, say: Speaker, *, anew: bool, page: str | None = None) -> Card:
    """Return the card of a section.

    It shows the table as a picture and in words, the matches, and the causes of jumps in the table.
    When posted `anew`, it mentions once the members it concerns. `page` is the address of the league's
    page.
    """
    stage, section, league = sheet.stage, sheet.section, sheet.competition
    over = stage.status is StageStatus.OVER
    lines = [table_line(sheet, place, line, say) for place, line in enumerate(sheet.lines)]
    lines += [say("card.league.matches"), *(pair_line(sheet, pairing, say) for pairing in sheet.pairings)]
    close, taken = when(stage.closes_at), take_place_buttons(sheet, sheet.absent, say)
    return Card(
        framed_view(
            OVER if over else RUNNING,
            text(
                say(
                    "card.league.section",
                    league=plain(league.name),
                    number=stage.number + 1,
                    section=letter_of(section.number),
                ),
                *played_lines(league, say),
            ),
            table_picture(sheet, Phrase("picture.league", section=letter_of(section.number)), say),
            text(*fit_lines(say, lines, LINES_LIMIT)),
            text(
                *(table_change_line(sheet, jump, say) for jump in sheet.jumps),
                *(_absent_line(league, each, say) for each in sheet.absent),
                say("card.league.warned", time=close) if stage.warned and not over else None,
                say("card.league.over") if over else say("card.league.closes", time=close),
            ),
            row(
                Press.of(numbered_id("withdraw", section.id), say("button.league.withdraw"), disabled=over),
                Press.of(numbered_id("rule", section.id), say("button.league.rule")),
                Press.of(numbered_id("table-record", section.id), say("button.table.record")),
                *page_button(page, say),
            ),
            row(*taken) if taken else None,
        ),
        pings=_aloud(sheet) if anew else (),
    )


def _absent_line(league: CompetitionRow, entrant: EntrantRow, say: Speaker) -> str:
    if league.organiser_id == NOBODY:
        return say("card.league.absent.all", name=mention(entrant.user_id))
    return say("card.league.absent", name=mention(entrant.user_id), opponent=mention(league.organiser_id))


def section_mark(section_id: int) -> str:
    """Return by which component the card of a section is known."""
    return str(numbered_id("rule", section_id))


def take_place_buttons(sheet: Crosstable, absent: Sequence[EntrantRow], say: Speaker) -> list[Press]:
    """Return the buttons with which a member takes the place of an absent one."""
    return [
        Press.of(
            numbered_id("seat-take", sheet.section.id, each.id),
            say("button.league.take", name=each.name),
            PRIMARY,
        )
        for each in absent[:TAKEN_AT_MOST]
    ]


def _aloud(sheet: Crosstable) -> tuple[int, ...]:
    """Return the ids of the users that a new section card mentions.

    These are the players with matches to play, or the organiser if a player is absent.
    """
    if sheet.stage.status is StageStatus.OVER:
        return ()
    if sheet.absent and not sheet.stage.warned:
        organiser_id = sheet.competition.organiser_id
        return () if organiser_id == NOBODY else (organiser_id,)
    return tuple(user_id for user_id in sheet.unfinished_users if user_id > 0)


def played_lines(league: CompetitionRow, say: Speaker) -> list[str | None]:
    """Return which game is played, by which options and clock."""
    game = GAMES[league.game]
    return [
        f"**{say.text(title_of(league.game))}**",
        options_line(game, json.loads(league.options), say),
        clock_line(league.control, say),
    ]


def table_picture(sheet: Crosstable, part: Words, say: Speaker) -> Drawing:
    """Draw the table of a section; `part` names what it covers: a section or a round."""
    names = {line.entrant.id: say.text(line.entrant.name) for line in sheet.lines}
    lines = standings(sheet, names)
    title, league = title_of(sheet.competition.game), sheet.competition.name
    return chart_picture(partial(draw_section, league, part, title, lines, language=say.language))


def table_line(sheet: Crosstable, place: int, line: CrosstableLine, say: Speaker) -> str:
    """Return a line of the table; an arrow marks who goes up or down as it stands."""
    reach = possible(sheet, line)
    said = say(
        "card.league.line.possible" if reach else "card.league.line",
        place=line.row.rank,
        name=mention(line.entrant.user_id),
        points=line.row.points,
        count=line.row.played,
        **({"possible": reach} if reach else {}),
    )
    if place < sheet.up:
        return f"{said} {UP}"
    return f"{said} {DOWN}" if place >= len(sheet.lines) - sheet.down else said


def pair_line(sheet: Crosstable, pairing: PairingRow, say: Speaker) -> str:
    """Return two who meet, and what became of it, with a link to their match."""
    first, second = sheet.pair(pairing)
    facts: dict[str, Any] = {"name": plain(first.name), "opponent": plain(second.name)}
    counts = pairing.counts
    found = None if pairing.match_id is None else sheet.links.get(pairing.match_id)
    if counts is None and found is None:
        return say("card.league.pair.waiting", **facts)
    if counts is PairingResult.NONE or found is None:
        return say("card.league.pair.none", **facts)
    code = "running" if counts is None else OUTCOMES[counts]
    line = say(f"card.league.pair.{code}", link=thread_link(found), **facts)
    if pairing.ruling is not None:
        return f"{line} · {say('card.league.ruled')}"
    return f"{line} · {say('card.league.judged')}" if pairing.judged else line


def table_change_line(
    sheet: Crosstable, jump: TableChangeRow, say: Speaker, name: Words | None = None
) -> str | None:
    """Return the line that explains a jump in the table.

    Return `None` for a ruling that was dropped with its round. `name` is the name of its author, if a
    mention is not wanted.
    """
    facts: dict[str, Any] = {"time": ago(jump.at), "name": mention(jump.user_id) if name is None else name}
    if jump.what in (TableChange.TAKEN_BACK, TableChange.LATE):
        return say(f"card.tournament.jump.{jump.what}", number=(jump.round or 0) + 1, **facts)
    if jump.what is not TableChange.RULED:
        return say(f"card.league.jump.{jump.what}", **facts)
    pairing = next((each for each in sheet.pairings if each.id == jump.pairing_id), None)
    if pairing is None:
        return None  # its round was taken back
    first, second = sheet.pair(pairing)
    pair = Phrase("card.league.pair", name=plain(first.name), opponent=plain(second.name))
    if jump.result is None:
        return say("card.league.jump.undone", opponent=pair, **facts)
    winner = second if jump.result is PairingResult.SECOND else first
    code = {PairingResult.DRAW: "drawn", PairingResult.NONE: "none"}.get(jump.result, "won")
    said = Phrase(f"league.result.{code}", name=plain(winner.name))
    return say("card.league.jump.ruled", opponent=pair, result=said, **facts)


def begins_card(table: Table, reason: Reason | None, say: Speaker) -> Card:
    """Return the channel message of a league match, under which its thread is created."""
    first, second = (plain(seat.name) for seat in table.row.seats)
    return Card(
        framed_view(
            None,
            text(
                say("card.league.begins", name=first, opponent=second),
                None if reason is None else reason_line(table, reason, say),
            ),
            row(Press.of(CustomId("view", table.row.id, 0), say("button.view"))),
        )
    )


def begins_mark(match_id: int) -> str:
    """Return by which component the line of a match is known."""
    return str(CustomId("view", match_id, 0))


def reason_line(table: Table, reason: Reason, say: Speaker) -> str:
    """Return why two play each other, and why one of them begins."""
    first, second = (plain(seat.name) for seat in table.row.seats)
    if reason.first_place is not None and reason.second_place is not None:
        places = sorted((reason.first_place, reason.second_place))
        code = (
            "card.ladder.reason.turned"
            if reason.turned and reason.first_place > reason.second_place
            else "card.ladder.reason"
        )
        return say(
            code, league=plain(reason.league), place=places[0], other=places[1], name=first, opponent=second
        )
    if reason.kind != LEAGUE:
        return say(
            f"card.tournament.reason.{reason.kind}{'.turned' if reason.turned else ''}",
            league=plain(reason.league),
            number=reason.round + 1,
            name=first,
            opponent=second,
        )
    return say(
        "card.league.reason.turned" if reason.turned else "card.league.reason",
        league=plain(reason.league),
        section=letter_of(reason.section),
        name=first,
        opponent=second,
    )


def verdict_line(table: Table, reason: Reason, say: Speaker) -> str | None:
    """Return the score given to a match at the close of its season.

    Return `None` for any other match.
    """
    if not reason.judged or reason.result in (None, PairingResult.NONE):
        return None
    if reason.result is PairingResult.DRAW:
        return say("card.league.verdict.drawn")
    winner = table.row.seats[1 if reason.result is PairingResult.SECOND else 0]
    return say("card.league.verdict.won", name=plain(winner.name))


def rule_card(sheet: Crosstable, say: Speaker) -> Card:
    """Return the matches of a section that an organiser can rule on."""
    ended = sheet.ruled_on
    if not ended:
        return Card(framed_view(OFFERED, text(say("card.league.rule.none"))))
    steps = [Step(str(pairing.id), _pair(sheet, pairing)) for pairing in ended[-RULED_AT_MOST:]]
    pick = menu(numbered_id("rule-pair", sheet.section.id), say, say("menu.league.pair"), steps)
    return Card(framed_view(OFFERED, text(say("card.league.rule")), row(pick)))


def rule_pair_card(sheet: Crosstable, pairing: PairingRow, say: Speaker) -> Card:
    """Return what an organiser can let count of a pairing."""
    first, second = sheet.pair(pairing)
    ways = {
        PairingResult.FIRST: say("button.league.first", name=first.name),
        PairingResult.SECOND: say("button.league.first", name=second.name),
        PairingResult.DRAW: say("button.league.draw"),
        PairingResult.NONE: say("button.league.none"),
        "": say("button.league.undo"),
    }
    return Card(
        framed_view(
            OFFERED,
            text(say("card.league.rule.pair", name=plain(first.name), opponent=plain(second.name))),
            row(
                *(
                    Press.of(
                        CustomId("rule-set", 0, rest=f"{pairing.id},{way}"),
                        label,
                        disabled=(pairing.ruling or "") == way,
                    )
                    for way, label in ways.items()
                )
            ),
        )
    )


def sure_card(code: str, action: str, number: int, label: str, say: Speaker) -> Card:
    """Return the confirmation question before an action that cannot be undone."""
    return Card(
        framed_view(OVER, text(say(code)), row(Press.of(numbered_id(action, number), say(label), DANGER)))
    )


def _pair(sheet: Crosstable, pairing: PairingRow) -> Words:
    first, second = sheet.pair(pairing)
    return Phrase("card.league.pair", name=first.name, opponent=second.name)


def numbered_id(action: str, *numbers: int) -> CustomId:
    """Return the custom_id of an action about a season, a section or an entrant."""
    # The numbers of seasons and sections are not those of matches.
    return CustomId(action, 0, rest=",".join(map(str, numbers)))
