"""Lists of the games of a folder that open and that do not.

`python -m workshop.tools.collection FOLDER` prints both, each game with its kinds or with the
reason and its place, and then the counts. `--language ru` is the language of the files, and
`--clean OTHER` writes the games that open into another folder as clean files.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rules.checkers.reading.clean_files import write_clean
from rules.checkers.rulesets import RULESETS
from rules.game import RulesError
from rules.record import ReadGame
from rules.record_files import BUDGET_A_CHARACTER, read_bytes

ENDINGS: Final = (".pdn", ".txt", ".fen", ".json", ".pgn")
"""Names of files that may hold games."""


@dataclass
class CollectionReport:
    """The games of a folder: lines about those that open, and about those that do not."""

    opened: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    games: dict[str, list[ReadGame]] = field(default_factory=dict)
    """The games that open, of checkers, by the names of their files."""

    def add(self, name: str, game: ReadGame) -> None:
        """Add a game of a file."""
        place = f"{name} #{game.number}"
        self.counts["games"] += 1
        for part in game.unread:
            self.counts["parts not read"] += 1
            if not game.error:
                text = " ".join(part.text.split())
                self.opened.append(f"{place} line {part.line}, column {part.column}: not read: {text[:60]}")
        if game.error:
            self.counts["refused"] += 1
            self.refused.append(f"{place} after {game.plies} plies: {game.error}")
            return
        self.counts["opened"] += 1
        if game.kinds[0].game in RULESETS:
            self.games.setdefault(name, []).append(game)
        self.counts["opened at once" if len(game.kinds) == 1 else "opened from a menu of kinds"] += 1
        kinds = " ".join(kind.game for kind in game.kinds)
        turned = f", board {game.turned}" if game.turned != "same" else ""
        self.opened.append(f"{place} {game.plies} plies, {game.result or 'no result'}{turned}: {kinds}")

    def lines(self) -> Iterator[str]:
        """Yield both lists and the counts."""
        yield "Opened:"
        yield from (f"  {line}" for line in self.opened)
        yield "Refused:"
        yield from (f"  {line}" for line in self.refused)
        yield ", ".join(f"{count} {what}" for what, count in self.counts.items())


def report_folder(folder: Path, language: str | None = None) -> CollectionReport:
    """Read every file of a folder and of those inside it."""
    report = CollectionReport()
    for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS):
        data, name = path.read_bytes(), str(path.relative_to(folder))
        report.counts["files"] += 1
        try:
            found = read_bytes(data, language, BUDGET_A_CHARACTER * len(data) + 1e6)
        except RulesError as refusal:
            report.counts["files without games"] += 1
            report.refused.append(f"{name}: {refusal}")
            continue
        if not found.is_sure:
            report.opened.append(f"{name}: perhaps not in {found.encoding}")
        for game in found.games:
            report.add(name, game)
    return report


def write_folder(report: CollectionReport, folder: Path) -> None:
    """Write the games that open as clean files, under the names of theirs."""
    for name, games in report.games.items():
        path = (folder / name).with_suffix(".pdn")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(write_clean(game, game.open()) for game in games), encoding="utf-8")


def main() -> None:
    """Read the command line and print the report."""
    parser = ArgumentParser(prog="python -m workshop.tools.collection")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language")
    parser.add_argument("--clean", type=Path)
    given = parser.parse_args()
    report = report_folder(given.folder, given.language)
    if given.clean:
        write_folder(report, given.clean)
    print("\n".join(report.lines()))


if __name__ == "__main__":
    main()
