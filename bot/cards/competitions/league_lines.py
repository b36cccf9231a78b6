"""What cards of several kinds of competitions show: tables, pairings, rulings."""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.cards.kit.card_lines import clock_line, options_line, thread_link
from bot.cards.kit.kit import (
    DANGER,
    OFFERED,
    OVER,
    PRIMARY,
    Card,
    Press,
    framed_view,
    menu,
    row,
    text,
)
from bot.cards.kit.names import mention, plain
from bot.cards.kit.pictures import Drawing, chart_picture
from bot.custom_ids import CustomId
from club.competitions.crosstable import Crosstable, CrosstableLine, possible, standings
from data.competitions.competitions import CompetitionRow
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow, TableChange, TableChangeRow
from rendering.people.league import draw_section
from rules.catalogue import GAMES, title_of
from rules.game import Step
from words import Phrase, Speaker, Words, ago

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


def adrift_card(league: CompetitionRow, user_id: int, say: Speaker) -> Card:
    """Return the message that the channel of a competition was deleted.

    It tells the organiser and the players how the competition goes on.
    """
    code = "card.league.adrift" if user_id == league.organiser_id else "card.league.adrift.player"
    return Card(framed_view(OVER, text(say(code, league=plain(league.name)))))


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
