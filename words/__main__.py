"""`python -m words`: check the catalogue in every language, or make what translators and the build need."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from words import po
from words.check import Report, report
from words.message import Message
from words.pseudo import PSEUDO, pseudo
from words.telling import ENGLISH, FOLDER

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out what the arguments ask for; return 1 if a language is not what it calls itself, 2 for bad arguments."""
    parser = argparse.ArgumentParser("python -m words", description="Check and make Twotone's catalogues.")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND")
    verbs.add_parser("check", help="print a line a language (the default)")
    verbs.add_parser("build", help="compile every .po file to the .mo file that the bot reads")
    verbs.add_parser("news", help="print for each language what is new or reworded in English, as Markdown")
    update = verbs.add_parser("update", help="make a language's .po file, or bring it up to date")
    update.add_argument("language", help="as Discord names it, such as pt-BR")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.verb == "build":
        for path in po.build(given.folder):
            print(path.name)
    elif given.verb == "news":
        for path in sorted(given.folder.glob("*.po")):
            print(*po.news(path), sep="\n")
    elif given.verb == "update":
        if not LANGUAGE.fullmatch(given.language) or given.language == ENGLISH:
            print(
                f"“{given.language}” is no language to translate into; name one such as pt-BR.",
                file=sys.stderr,
            )
            return 2
        po.update(given.folder / f"{given.language}.po")
        print(f"{given.language}.po is up to date.")
    else:
        return check(given.folder)
    return 0


def check(folder: Path) -> int:
    """Print a line a language, and what is wrong; return 1 if any language is not what it calls itself."""
    found: list[Report] = [
        report(ENGLISH, english, complete=True),
        report(PSEUDO, lambda message: [pseudo(text) for text in english(message)], complete=True),
        *(po.check(path) for path in sorted(folder.glob("*.po"))),
    ]
    for each in found:
        print(each, *each.details(), sep="\n")
    return 0 if all(each.sound for each in found) else 1


def english(message: Message) -> Sequence[str]:
    """Return the English templates of a message."""
    return message.templates


if __name__ == "__main__":
    sys.exit(main())
