"""Menus of an uploaded file: its games, and the kinds that one can be."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import (
    OVER,
    PRIMARY,
    ActionButton,
    Card,
    CardFile,
    fit_lines,
    framed_view,
    heading,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import plain_text_name, refusal_text, safe_name, safe_text
from bot.custom_ids import CustomId
from club.play.after.imports import FileEntry, GameReference, ImportedFile, UnopenedGame, other_kinds
from rules.catalogue import GAMES
from rules.checkers.pdn.grammar import translate_names
from rules.checkers.reading.game_reading import is_open
from rules.record import ReadGame
from words import Localizer
from words.message import MessagePlace

RECORD_FILES: Final = ("record.json", "record.pdn")
"""The file that a card carries, as JSON or not."""
PAGE: Final = 25
"""Games in a menu (Discord)."""
QUERY_LIMIT: Final = 40
"""Characters of a name by which games are found; a button holds it."""
PASTED_LIMIT: Final = 4000
"""Characters of a field in a form (Discord)."""
FILE_TYPES: Final = (".pdn", ".json", ".fen", ".txt")
REASONS_LIMIT: Final = 2400
"""Characters of the reasons why games of a page were not read whole."""
EVENT_LIMIT: Final = 200
"""Characters of the event, site, date, round and annotator of a game."""
PARTS: Final = 5
"""Unread parts of a game that are named one by one."""
DASH: Final = " · "


class RecordUpload(discord.ui.FileUpload[Any]):
    """A field for one file with a game record, which may be left empty."""

    def to_component_dict(self) -> Any:
        """Return the component as it is sent to Discord.

        It has a field that discord.py lacks.
        """
        return {**super().to_component_dict(), "file_types": list(FILE_TYPES)}


def import_form(say: Localizer) -> discord.ui.Modal:
    """Return the form for a file, or for a record that is pasted."""
    upload = RecordUpload(custom_id="file", required=False, min_values=0, max_values=1)
    area: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="record", style=discord.TextStyle.paragraph, max_length=PASTED_LIMIT, required=False
    )
    return form(
        say("form.import"),
        CustomId("import", 0),
        labelled_field(say("form.import.file"), upload, say("form.import.file.about")),
        labelled_field(say("form.import.text"), area, say("form.import.about")),
    )


def find_form(key: str, say: Localizer) -> discord.ui.Modal:
    """Return the form that finds games of a file by a name."""
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="name", max_length=QUERY_LIMIT)
    return form(
        say("form.import.find"),
        CustomId("import-list", 0, 0, key),
        labelled_field(say("form.import.find.label"), field, say("form.import.find.about")),
    )


def carried_file(file: ImportedFile, say: Localizer) -> tuple[discord.ui.Item[Any], discord.File]:
    """Return the component that carries an uploaded file, and the file."""
    name = RECORD_FILES[not file.text.lstrip("\ufeff \t\r\n").startswith("{")]
    upload = CardFile(file.data, name, say("file.brought"))
    return discord.ui.File[discord.ui.LayoutView](f"attachment://{name}"), upload


def file_card(file: ImportedFile, page: int, query: str, say: Localizer) -> Card:
    """Return a page of the games of a file.

    With a `query` these are the games that have it in their names.
    """
    query = " ".join(query.split())[:QUERY_LIMIT]
    found = file.find(query)
    page = max(0, min(page, (len(found) - 1) // PAGE))
    shown = found[page * PAGE : (page + 1) * PAGE]
    count, opening = len(file.entries), sum(entry.error is None for entry in file.entries)
    failed = [entry for entry in shown if entry.error]
    reasons = [_reason_line(entry, say) for entry in failed]
    carried, upload = carried_file(file, say)
    card = framed_view(
        OVER,
        text(
            heading(say("card.file", count=count)),
            say("card.file.whole") if opening == count else say("card.file.open", count=opening, all=count),
            say("card.file.found", count=len(found), text=safe_text(query, QUERY_LIMIT)) if query else None,
            None if file.is_sure else small_print(say("card.file.letters", name=file.encoding)),
        ),
        text(say("card.file.failed"), *fit_lines(say, reasons, REASONS_LIMIT)) if reasons else None,
        row(_game_menu(file, page, shown, len(found), say)) if shown else None,
        row(*_page_buttons(file, page, query, len(found), say)),
        carried,
    )
    return Card(card, [upload])


def failed_game_card(failed: UnopenedGame, chosen: str | None, say: Localizer) -> Card:
    """Return why a game was not read whole, with a menu of kinds if it names none.

    `chosen` is the key of the kind under which it was to be read, if one was chosen.
    """
    game, file = failed.game, failed.file
    carried, upload = carried_file(file, say)
    reference = str(GameReference(file.key, game.number, chosen))
    menu = kind_menu(game, chosen, CustomId("import-kind", 0, 0, reference), say)
    card = framed_view(
        OVER,
        text(
            heading(say("card.import.failed", number=game.number)),
            _names_line(game, say),
            event_line(game, say),
            f"**{refusal_text(failed.error.sentence, say.language)}**",
            say("card.import.legal", count=game.plies) if game.plies else None,
            *unread_lines(game, say),
        ),
        menu and row(menu),
        row(*games_button(file, game.number, say), _another_button(say)),
        carried,
    )
    return Card(card, [upload])


def kind_menu(
    game: ReadGame, chosen: str | None, custom_id: CustomId, say: Localizer
) -> discord.ui.Select[Any] | None:
    """Return a menu of the kinds that a game can be, those that fit first.

    Return `None` if the game names its kind.
    """
    others = other_kinds(game)
    if not others:
        return None
    options = [
        discord.SelectOption(
            label=say.text(GAMES[key].title)[: MessagePlace.OPTION.limit],
            value=key,
            description=say(code)[: MessagePlace.OPTION.limit],
            default=key == chosen,
        )
        for code, keys in (
            ("option.import.fits", [kind.game for kind in game.kinds]),
            ("option.import.unfit", others),
        )
        for key in keys
    ]
    return discord.ui.Select(
        custom_id=str(custom_id),
        placeholder=say("menu.import.kinds")[: MessagePlace.PLACEHOLDER.limit],
        options=options,
    )


def games_button(file: ImportedFile, number: int, say: Localizer) -> list[ActionButton]:
    """Return the button back to the page of a game, if its file has others."""
    if len(file.entries) == 1:
        return []
    return [_page_button(file, (number - 1) // PAGE, "", say("button.import.games"))]


def event_line(game: ReadGame, say: Localizer) -> str | None:
    """Return where and when a game was played, and who annotated it, if it says so."""

    tags = translate_names(game.tags)

    def tag_text(name: str) -> str:
        value = tags.get(name, "")
        return value if value.strip("?. -") else ""

    number, annotator = tag_text("Round"), tag_text("Annotator")
    parts = [
        ", ".join(filter(None, (tag_text("Event"), tag_text("Site")))),
        say("card.import.round", text=number) if number else "",
        tag_text("Date"),
        say("card.import.annotator", name=annotator) if annotator else "",
    ]
    line = safe_text(DASH.join(filter(None, parts)), EVENT_LIMIT)
    return small_print(line) if line else None


def unread_lines(game: ReadGame, say: Localizer) -> list[str]:
    """Return the parts of a game that were not read, each with its place."""
    if not game.unread:
        return []
    shown = [
        say("card.import.part", line=part.line, column=part.column, text=safe_text(part.text, 40))
        for part in game.unread[:PARTS]
    ]
    rest = len(game.unread) - len(shown)
    return [
        say("card.import.unread", count=len(game.unread)),
        *shown,
        *([say("card.more", count=rest)] if rest else []),
    ]


def _reason_line(entry: FileEntry, say: Localizer) -> str:
    assert entry.error
    return f"**{entry.number}.** {refusal_text(entry.error, say.language)}"


def _names_line(game: ReadGame, say: Localizer) -> str | None:
    first, second = game.players
    if not (first and second):
        return None
    return say("card.import.players", name=safe_name(first), opponent=safe_name(second))


def _game_menu(
    file: ImportedFile, page: int, shown: Sequence[FileEntry], count: int, say: Localizer
) -> discord.ui.Select[Any]:
    first = page * PAGE + 1
    facts = {"from_number": first, "to_number": first + len(shown) - 1, "count": count}
    return discord.ui.Select(
        custom_id=str(CustomId("import-open", 0, page, file.key)),
        placeholder=say("menu.import.games", **facts)[: MessagePlace.PLACEHOLDER.limit],
        options=[_game_option(entry, say) for entry in shown],
    )


def _game_option(entry: FileEntry, say: Localizer) -> discord.SelectOption:
    """Return a game as a choice: its players and result, then event, date and moves."""
    first, second = entry.players
    if first or second:
        name, opponent = (plain_text_name(each) if each else "?" for each in (first, second))
        label = say("option.import.game", number=entry.number, name=name, opponent=opponent)
    else:
        label = say("option.import.unnamed", number=entry.number)
    result = "" if is_open(entry.result) else entry.result
    about = [entry.event, entry.date, say("option.import.moves", count=entry.plies)]
    if entry.error:
        about.insert(0, say("option.import.failed"))
    return discord.SelectOption(
        label=DASH.join(filter(None, (label, result)))[: MessagePlace.OPTION.limit],
        value=str(entry.number),
        description=DASH.join(filter(None, about))[: MessagePlace.OPTION.limit],
    )


def _page_buttons(
    file: ImportedFile, page: int, query: str, count: int, say: Localizer
) -> list[ActionButton]:
    """Return the buttons to other pages, to find a game, and to all games."""
    ways = []
    if count > PAGE:
        last = (count - 1) // PAGE
        for at, code in ((page - 1, "button.import.earlier"), (page + 1, "button.import.later")):
            ways.append(_page_button(file, at, query, say(code), disabled=not 0 <= at <= last))
    if len(file.entries) > PAGE:
        find = CustomId("import-find", 0, 0, file.key)
        ways.append(ActionButton.create(find, say("button.import.find"), PRIMARY))
    if query:
        ways.append(_page_button(file, 0, "", say("button.import.games")))
    return [*ways, _another_button(say)]


def _another_button(say: Localizer) -> ActionButton:
    return ActionButton.create(CustomId("import-file", 0), say("button.import.another"))


def _page_button(
    file: ImportedFile, page: int, query: str, label: str, *, disabled: bool = False
) -> ActionButton:
    rest = f"{file.key},{query}" if query else file.key
    return ActionButton.create(CustomId("import-list", 0, max(page, 0), rest), label, disabled=disabled)
