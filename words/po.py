"""Translators' files: creating, updating and compiling them.

This needs Babel, which the running bot does not. A `.po` file holds one entry for each message: the
code as its context, the English as its message. Notes to translators on each message are only in
the template `twotone.pot`, which translators' programs merge. An entry whose English has changed is
fuzzy: it keeps its translation, and is shown in English until a translator has looked at it.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, unescape, write_po

from words.cldr import write_zone_names
from words.composition import Composer
from words.english import MESSAGES
from words.facts import FACTS
from words.message import Message
from words.telling import COMPLETE, ENGLISH, FOLDER
from words.translation_check import TranslationReport, check_translation

PROJECT: Final = "Twotone"
TEMPLATE: Final = "twotone.pot"
SINCE: Final = datetime(2026, 11, 29, tzinfo=UTC)
"""The date in every file's header.

With dates of their own, any two branches would differ.
"""
FUZZY: Final = "fuzzy"
_PREVIOUS: Final = re.compile(r"(?:^|(?<=\" ))msgid(?:_plural)? (?=\")")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


def make_template() -> Catalog:
    """Return the catalogue without translations, with notes to translators."""
    made = Catalog(project=PROJECT, charset="utf-8", fuzzy=False)
    for message in MESSAGES.values():
        made.add(_english(message), auto_comments=_comments(message), context=message.code)
    return made


def write_template(folder: Path = FOLDER) -> None:
    """Write the template beside the language files."""
    with (folder / TEMPLATE).open("wb") as file:
        write_po(file, make_template(), width=110, omit_header=True)


def read_catalog(path: Path) -> Catalog:
    """Read the catalogue in a `.po` file."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem.replace("-", "_"))
    for entry in _entries(catalog):
        former = " ".join(line[1:].strip() for line in entry.user_comments if line.startswith("|"))
        if former:  # Babel writes these lines, folded like prose, and reads them as comments
            entry.user_comments = [line for line in entry.user_comments if not line.startswith("|")]
            parts = _PREVIOUS.split(former)[1:]
            entry.previous_id = [unescape(f'"{"".join(_QUOTED.findall(part))}"') for part in parts]
    return catalog


def update_po_file(path: Path) -> None:
    """Create a language's file, or bring it up to date with the English.

    A change of wording marks an entry as fuzzy. No translation is lost, and the file keeps its header,
    which names its authors.
    """
    fresh = Catalog(
        locale=path.stem.replace("-", "_"), project=PROJECT, charset="utf-8", creation_date=SINCE, fuzzy=False
    )
    for message in MESSAGES.values():
        fresh.add(_english(message), context=message.code)
    if path.exists():
        former = read_catalog(path)
        fresh.header_comment = former.header_comment
        translated = {entry.context: entry for entry in _entries(former)}
        for entry in _entries(fresh):
            known = translated.get(entry.context)
            if known:
                entry.string = known.string
                entry.user_comments = known.user_comments
                if known.id != entry.id or known.fuzzy:
                    entry.flags.add(FUZZY)
                    entry.previous_id = known.previous_id or list(_forms(known.id))
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        write_po(file, fresh, width=110, include_previous=True)


def compile_catalog(catalog: Catalog) -> bytes:
    """Return a language's catalogue as the content of a `.mo` file.

    It holds each translation that matches the current English.
    """
    current = Catalog(locale=catalog.locale, project=PROJECT, charset="utf-8", fuzzy=False)
    for entry in _entries(catalog):
        message = MESSAGES.get(entry.context or "")
        if message and _is_done(entry):
            current.add(_english(message), entry.string, context=message.code)
    file = BytesIO()
    write_mo(file, current)
    return file.getvalue()


def compile_po_files(folder: Path = FOLDER) -> list[Path]:
    """Compile every `.po` file of a folder to the `.mo` file beside it.

    The names of time zones are written beside both. Return the paths of the files made.
    """
    made = [write_zone_names(ENGLISH, folder)]
    for path in sorted(folder.glob("*.po")):
        target = path.with_suffix(".mo")
        target.write_bytes(compile_catalog(read_catalog(path)))
        made += [target, write_zone_names(path.stem, folder)]
    return made


def check_po_file(path: Path) -> TranslationReport:
    """Check the translations present in a `.po` file, even if it is incomplete."""
    entries = {entry.context or "": entry for entry in _entries(read_catalog(path))}

    def translate(message: Message) -> Sequence[str]:
        entry = entries.get(message.code)
        return _forms(entry.string) if entry and _is_done(entry) else ()

    found = check_translation(path.stem, translate)
    for code, entry in entries.items():
        if code not in MESSAGES:
            found.unknown_codes.append(code)
        elif all(_forms(entry.string)) and not _is_done(entry):
            found.fuzzy.append(code)
            found.missing.remove(code)
    return found


def make_composer(path: Path) -> Composer:
    """Return what puts the messages of a `.po` file together."""
    catalog = read_catalog(path)
    done = {entry.context or "": _forms(entry.string) for entry in _entries(catalog) if _is_done(entry)}
    return Composer(path.stem, lambda message: done[message.code], c2py(catalog.plural_expr), frozenset(done))


def untranslated_note(path: Path) -> list[str]:
    """Return a note to the translators of a file, as Markdown lines.

    It lists the messages that are new or reworded in English.
    """
    entries = {entry.context or "": entry for entry in _entries(read_catalog(path))}
    lines = []
    for code, message in MESSAGES.items():
        entry, now = entries.get(code), " / ".join(message.templates)
        if code == COMPLETE:
            continue
        if entry is None or not all(_forms(entry.string)):
            lines.append(f"- `{code}` is new: {now!r}")
        elif not _is_done(entry):
            was = " / ".join(_forms(entry.previous_id or entry.id))
            lines.append(f"- `{code}` has other words: {now!r}, before {was!r}")
    return [f"### {path.stem}: {len(lines) or 'nothing'} to do", "", *lines, ""]


def _entries(catalog: Catalog) -> Iterator[Entry]:
    """Return the entries of a catalogue without its header."""
    return (entry for entry in catalog if entry.id)


def _is_done(entry: Entry) -> bool:
    """Whether an entry is fully translated from the current English."""
    message = MESSAGES.get(entry.context or "")
    current = message is not None and entry.id == _english(message)
    return current and not entry.fuzzy and all(_forms(entry.string))


def _english(message: Message) -> str | tuple[str, str]:
    return (message.text, message.plural) if message.count_fact else message.text


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def _comments(message: Message) -> list[str]:
    """Return the notes to translators on a message.

    They say where it appears, and what its facts mean.
    """
    said = [f"{message.place.meaning}, at most {message.place.limit} characters"]
    said += [
        f"{{{name}}}: {FACTS[name].meaning}, such as {FACTS[name].example}" for name in sorted(message.facts)
    ]
    return said
