"""`python -m words`: check the catalogue in every language.

It also makes the files that translators and the build need.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from words import po
from words.composition import Composer
from words.english import MESSAGES
from words.message import Message
from words.pseudo import PSEUDO, pseudo_translate
from words.sheet import write_sheet
from words.telling import ENGLISH, FOLDER
from words.translation_check import TranslationReport, check_translation

SHEETS = Path("var/words")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    That is 1 if something is wrong with a language, 2 for bad arguments.
    """
    parser = argparse.ArgumentParser("python -m words", description="Check and make Twotone's catalogues.")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND")
    verbs.add_parser("check", help="print a line a language (the default)")
    verbs.add_parser("build", help="compile every .po file to the .mo file that the bot reads")
    status = verbs.add_parser("status", help="print how complete each language is")
    status.add_argument("--complete", action="store_true", help="fail unless all are, as a release asks")
    verbs.add_parser("news", help="print for each language what is new or reworded in English, as Markdown")
    update = verbs.add_parser("update", help="bring twotone.pot and the .po files up to date, or make one")
    update.add_argument(
        "language", nargs="?", help="as Discord names it, such as pt-BR; left out: all there are"
    )
    sheet = verbs.add_parser(
        "sheet", help="write what a language's messages say when put together, to be read"
    )
    sheet.add_argument("language", help="one of the languages there are, such as pt-BR")
    sheet.add_argument("--seed", type=int, help="draw 150 messages from each half, as two readers judge them")
    sheet.add_argument("--to", type=Path, default=SHEETS, metavar="FOLDER", help="var/words if left out")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.verb == "build":
        for path in po.compile_po_files(given.folder):
            print(path.name)
    elif given.verb == "news":
        for path in sorted(given.folder.glob("*.po")):
            print(*po.untranslated_note(path), sep="\n")
    elif given.verb == "status":
        found = [po.check_po_file(path) for path in sorted(given.folder.glob("*.po"))]
        print(*(each.status for each in found), sep="\n")
        return 1 if given.complete and not all(each.is_complete for each in found) else 0
    elif given.verb == "sheet":
        path = given.folder / f"{given.language}.po"
        if not path.exists():
            print(f"There is no {path.name}.", file=sys.stderr)
            return 2
        target = given.to / f"{given.language}.html"
        print(write_sheet(po.make_composer(path), english_composer(), target, given.seed))
    elif given.verb == "update":
        name = given.language
        if name and (not LANGUAGE.fullmatch(name) or name == ENGLISH):
            print(
                f"“{name}” is no language to translate into; name one such as pt-BR.",
                file=sys.stderr,
            )
            return 2
        po.write_template(given.folder)
        for path in [given.folder / f"{name}.po"] if name else sorted(given.folder.glob("*.po")):
            po.update_po_file(path)
            print(f"{path.name} is up to date.")
    else:
        return check_languages(given.folder)
    return 0


def check_languages(folder: Path) -> int:
    """Print a line for each language, and the faults of its translation.

    Return 1 if there are any, else 0.
    """
    found: list[TranslationReport] = [
        check_translation(ENGLISH, english_templates),
        check_translation(
            PSEUDO, lambda message: [pseudo_translate(text) for text in english_templates(message)]
        ),
        *(po.check_po_file(path) for path in sorted(folder.glob("*.po"))),
    ]
    composers = [english_composer(), *(po.make_composer(path) for path in sorted(folder.glob("*.po")))]
    for report, composer in zip((found[0], *found[2:]), composers, strict=True):
        if not report.wrong_placeholders and not report.unexplained:
            report.ill_composed = [": ".join(each) for each in composer.find_faults()]
    for each in found:
        print(each, *each.detail_lines(), sep="\n")
    return 0 if all(each.is_sound for each in found) else 1


def english_templates(message: Message) -> Sequence[str]:
    """Return the English templates of a message."""
    return message.templates


def english_composer() -> Composer:
    """Return what puts the English messages together."""
    return Composer(ENGLISH, english_templates, lambda number: int(number != 1), frozenset(MESSAGES))


if __name__ == "__main__":
    sys.exit(main())
