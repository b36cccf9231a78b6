"""Parts shared by several kinds of competitions: tables, pairings, rulings."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from bot.cards.kit.card_lines import clock_line, options_line, thread_link
from bot.cards.kit.kit import (
    DANGER,
    MENU_LIMIT,
    OFFERED,
    OVER,
    PRIMARY,
    TEXT_LIMIT,
    ActionButton,
    Card,
    fit_lines,
    framed_view,
    menu,
    row,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import Drawing, chart_picture
from bot.custom_ids import CustomId
from club.competitions.crosstable import Crosstable, CrosstableLine, possible_ranks_text, table_drawing
from club.competitions.kinds.ladder import LadderKind
from data.competitions.competitions import CompetitionRow, StageRow
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow, TableChange, TableChangeRow
from engines.analysis import is_judged
from rendering.caption import picture_name
from rules.catalogue import GAMES, title_of
from rules.game import Step
from words import Localizer, Phrase, Words, relative_timestamp

LINES_LIMIT: Final = 3400
"""Maximum number of characters for the lines of a section's card.

The rest needs as many as remain at least.
"""
TAKEN_AT_MOST: Final = 2
"""Places that a card offers; they are side by side."""
RULED_AT_MOST: Final = 200
"""Matches that an organiser can choose from: the last ones."""
ARROWS: Final = {"up": "▲", "down": "▼"}
"""Marks of those who would go up or down."""
OUTCOMES: Final = {
    PairingResult.FIRST: "won",
    PairingResult.SECOND: "lost",
    PairingResult.DRAW: "drawn",
    PairingResult.FIRST_AHEAD: "ahead",
    PairingResult.SECOND_AHEAD: "behind",
    PairingResult.NONE: "none",
}


def fit_section_lines(say: Localizer, lines: Sequence[str], others: Sequence[str | None]) -> list[str]:
    """Return the lines of a section's card that fit a message beside its `others`.

    If some do not, the last line counts them.
    """
    return fit_lines(say, lines, min(LINES_LIMIT, TEXT_LIMIT - total_length(others)))


def total_length(lines: Sequence[str | None]) -> int:
    """Return the number of characters of some lines, with their line ends."""
    return sum(len(line) + 1 for line in lines if line)


def entrant_name(entrant: EntrantRow) -> Words:
    """Return a mention of an entrant, or their name if no member has the place."""
    return mention(entrant.user_id) if entrant.user_id > 0 else safe_name(entrant.name)


def section_letter(number: int) -> str:
    """Return the letter that names a section of a league.

    >>> section_letter(0), section_letter(1)
    ('A', 'B')
    """
    return chr(ord("A") + number)


def channel_deleted_card(competition: CompetitionRow, user_id: int, say: Localizer) -> Card:
    """Return the message that a competition's channel was deleted.

    It tells the organiser and the players how the competition goes on.
    """
    code = "card.league.adrift" if user_id == competition.organiser_id else "card.league.adrift.player"
    return Card(framed_view(OVER, text(say(code, league=safe_name(competition.name)))))


def substitution_buttons(
    sheet: Crosstable, absent: Sequence[EntrantRow], say: Localizer
) -> list[ActionButton]:
    """Return the buttons by which a member takes over an absent player's place."""
    return [
        ActionButton.create(
            numbered_id("seat-take", sheet.section.id, each.id),
            say("button.league.take", name=each.name),
            PRIMARY,
        )
        for each in absent[:TAKEN_AT_MOST]
    ]


def game_terms_lines(competition: CompetitionRow, say: Localizer) -> list[str | None]:
    """Return the game, the options and the clock of a competition, in words.

    Where no analysis judges what is not finished, a line says so.
    """
    game, options = GAMES[competition.game], json.loads(competition.options)
    judged = competition.kind == LadderKind.key or is_judged(options)
    return [
        f"**{say.text(title_of(competition.game))}**",
        options_line(game, options, say),
        clock_line(competition.control, say),
        None if judged else say("card.league.unjudged"),
    ]


def scoring_line(stage: StageRow, say: Localizer) -> str | None:
    """Return the line on what a win and a draw are worth.

    Return `None` for the usual scoring.
    """
    return None if stage.scoring == "usual" else say(f"scoring.{stage.scoring}")


def table_picture(sheet: Crosstable, part: Words, say: Localizer, start: int = 0) -> Drawing:
    """Draw the table of a section; `part` names the section or the round.

    A picture has a page of a long table; `start` is the number of lines on the pages before.
    """
    recipe = table_drawing(sheet, picture_names(sheet, say), part, start, language=say.language)
    return chart_picture(recipe, f"table-{start + 1}.png") if start else chart_picture(recipe)


def picture_names(sheet: Crosstable, say: Localizer) -> dict[int, str]:
    """Return what the entrants of a section are called in pictures, by entrant id."""
    return {
        line.entrant.id: picture_name(say.text(line.entrant.name), line.entrant.handle)
        for line in sheet.lines
    }


def table_line(sheet: Crosstable, place: int, line: CrosstableLine, say: Localizer) -> str:
    """Return a line of the table, with an arrow for promotion or relegation.

    The arrow marks players who would go up or down if the season ended now.
    """
    reach, halves = possible_ranks_text(sheet, line), sheet.scoring.in_halves
    said = say(
        f"card.league.line{'.halves' if halves else ''}{'.possible' if reach else ''}",
        place=line.row.rank,
        name=entrant_name(line.entrant),
        points=sheet.scoring.points_text(line.row.points) if halves else line.row.points,
        count=line.row.played,
        **({"possible": reach} if reach else {}),
    )
    return f"{said} {ARROWS[zone]}" if (zone := sheet.zone_at(place)) else said


def pairing_line(sheet: Crosstable, pairing: PairingRow, say: Localizer) -> str:
    """Return the names and the result of a pairing, with a link to its match."""
    first, second = sheet.entrants_of(pairing)
    facts: dict[str, Any] = {"name": safe_name(first.name), "opponent": safe_name(second.name)}
    counts = pairing.effective_result
    found = None if pairing.match_id is None else sheet.listed_matches.get(pairing.match_id)
    if counts is None and found is None:
        return say("card.league.pair.waiting", **facts)
    if counts is PairingResult.NONE:
        return say("card.league.pair.none", **facts)
    if found is not None:
        code = "running" if counts is None else OUTCOMES[counts]
        line = say(f"card.league.pair.{code}", link=thread_link(found), **facts)
    else:  # played elsewhere, never begun but ruled on, or removed
        assert counts is not None
        line = f"{say('card.league.pair', **facts)} · {say.text(ruling_phrase(counts, *facts.values()))}"
    if pairing.ruling is not None:
        return f"{line} · {say('card.league.ruled')}"
    return f"{line} · {say('card.league.judged')}" if pairing.judged else line


def table_change_line(
    sheet: Crosstable, change: TableChangeRow, say: Localizer, name: Words | None = None
) -> str | None:
    """Return the line that explains a sudden change in the table.

    Return `None` for a ruling on a round that has been taken back. `name` is the name of the member who
    made the change, given if they are not to be mentioned.
    """
    facts: dict[str, Any] = {
        "time": relative_timestamp(change.at),
        "name": mention(change.user_id) if name is None else name,
    }
    if change.what in (TableChange.TAKEN_BACK, TableChange.LATE):
        return say(f"card.tournament.jump.{change.what}", number=(change.round or 0) + 1, **facts)
    if change.what not in (TableChange.RULED, TableChange.CONTESTED):
        return say(f"card.league.jump.{change.what}", **facts)
    pairing = next((each for each in sheet.pairings if each.id == change.pairing_id), None)
    if pairing is None:
        return None  # its round was taken back
    first, second = (safe_name(each.name) for each in sheet.entrants_of(pairing))
    pair = Phrase("card.league.pair", name=first, opponent=second)
    if change.what is TableChange.CONTESTED:
        return say("card.league.jump.contested", opponent=pair, **facts)
    if change.result is None:
        return say("card.league.jump.undone", opponent=pair, **facts)
    said = ruling_phrase(change.result, first, second)
    return say("card.league.jump.ruled", opponent=pair, result=said, **facts)


def ruling_phrase(result: PairingResult, first: Words, second: Words) -> Phrase:
    """Return what a ruling lets a match count, by the names of its players."""
    winner = second if result in (PairingResult.SECOND, PairingResult.SECOND_AHEAD) else first
    code = {"lost": "won", "behind": "ahead"}.get(OUTCOMES[result], OUTCOMES[result])
    return Phrase(f"league.result.{code}", name=winner)


def ruling_menu_card(sheet: Crosstable, say: Localizer) -> Card:
    """Return menus of a section's matches, for an organiser who rules on one.

    The first one has the last matches.
    """
    ended = sheet.rulable_pairings
    if not ended:
        return Card(framed_view(OFFERED, text(say("card.league.rule.none"))))
    labels = _pairing_labels(sheet, say)
    steps = [Step(str(pairing.id), labels[pairing.id]) for pairing in ended[-RULED_AT_MOST:]]
    menus = [
        menu(
            CustomId("rule-pair", 0, page, str(sheet.section.id)),
            say,
            say("menu.league.pair"),
            steps[max(end - MENU_LIMIT, 0) : end],
        )
        for page, end in enumerate(range(len(steps), 0, -MENU_LIMIT))
    ]
    return Card(framed_view(OFFERED, text(say("card.league.rule")), *map(row, menus)))


def pairing_ruling_card(sheet: Crosstable, pairing: PairingRow, say: Localizer) -> Card:
    """Return the card on which an organiser sets the result of a pairing."""
    first, second = sheet.entrants_of(pairing)
    ways: dict[str, str] = {
        PairingResult.FIRST: say("button.league.first", name=first.name),
        PairingResult.SECOND: say("button.league.first", name=second.name),
        PairingResult.DRAW: say("button.league.draw"),
        PairingResult.NONE: say("button.league.none"),
        "": say("button.league.undo"),
    }
    plus: dict[str, str] = {
        PairingResult.FIRST_AHEAD: say("button.league.ahead", name=first.name),
        PairingResult.SECOND_AHEAD: say("button.league.ahead", name=second.name),
    }
    rows = [ways, plus] if sheet.scoring.knows_plus_draws else [ways]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.league.rule.pair", name=safe_name(first.name), opponent=safe_name(second.name))),
            *(
                row(
                    *(
                        ActionButton.create(
                            CustomId("rule-set", 0, rest=f"{pairing.id},{way}"),
                            label,
                            disabled=(pairing.ruling or "") == way,
                        )
                        for way, label in each.items()
                    )
                )
                for each in rows
            ),
        )
    )


def confirmation_card(code: str, action: str, number: int, label: str, say: Localizer) -> Card:
    """Return the confirmation question before an action that cannot be undone."""
    return Card(
        framed_view(
            OVER, text(say(code)), row(ActionButton.create(numbered_id(action, number), say(label), DANGER))
        )
    )


def _pairing_labels(sheet: Crosstable, say: Localizer) -> dict[int, str]:
    """Return the names of the players of each pairing, by its id.

    If two of these names have met before, a number says for which time they meet. Pairings without a
    result count too, so that the number stays the same.
    """
    labels: dict[int, str] = {}
    times = Counter[str]()
    for pairing in sheet.pairings:
        first, second = sheet.entrants_of(pairing)
        names = say("card.league.pair", name=first.name, opponent=second.name)
        times[names] += 1
        labels[pairing.id] = f"{names} ({times[names]})" if times[names] > 1 else names
    return labels


def numbered_id(action: str, *numbers: int) -> CustomId:
    """Return the custom_id of an action on a season, section or entrant."""
    # The numbers of seasons and sections are not those of matches.
    return CustomId(action, 0, rest=",".join(map(str, numbers)))
