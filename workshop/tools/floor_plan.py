"""Count the boxes and arrows of every folder of the product.

`python -m workshop.tools.floor_plan [FOLDER …]`. A box is an item in a folder: a file, or a wing,
which is a folder with everything in it. An arrow leads from a box to one that it imports. Two boxes
that import each other are named beside their folder. Forbidden imports are named below: imports of
a storey from one above it, and two wings that import each other.
"""

import ast
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
STOREYS: Final = (("words",), ("rules",), ("engines", "rendering"), ("data",), ("club",), ("web",), ("bot",))
"""The storeys from the ground up; what stands in one row stands side by side."""
APART: Final = ("playground",)
PRODUCT: Final = (*(room for storey in STOREYS for room in storey), *APART)
WHOLE: Final = "."
"""The folder of which the rooms are the boxes."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Counts of a folder: its own Python files, its boxes, the arrows between them."""

    name: str
    files: int
    boxes: frozenset[str]
    wings: frozenset[str]
    """The boxes that are folders."""
    arrows: frozenset[tuple[str, str]]

    @property
    def both_ways(self) -> list[tuple[str, str]]:
        """Pairs of boxes that import each other."""
        return [(a, b) for a, b in sorted(self.arrows) if a < b and (b, a) in self.arrows]

    @property
    def wings_both_ways(self) -> list[str]:
        """Pairs of wings that import each other."""
        return [f"{self.name}: {a} ↔ {b}" for a, b in self.both_ways if {a, b} <= self.wings]

    def __str__(self) -> str:
        pairs = ", ".join(f"{a} ↔ {b}" for a, b in self.both_ways)
        counts = f"{self.name:28}{self.files:6}{len(self.boxes):7}{len(self.arrows):8}"
        return f"{counts}  {pairs}".rstrip()


def modules(root: Path, rooms: Sequence[str] = PRODUCT) -> dict[str, Path]:
    """Every module of these rooms by its dotted name."""
    paths = [path for room in rooms for path in (root / room).rglob("*.py")]
    named = {".".join(path.relative_to(root).with_suffix("").parts): path for path in paths}
    return {name.removesuffix(".__init__"): path for name, path in named.items()}


def folders(known: Mapping[str, Path], root: Path) -> list[str]:
    """Every folder with modules in it, however deep, by its path from the root.

    The whole comes first.
    """
    return sorted({each.as_posix() for path in known.values() for each in path.relative_to(root).parents})


def imports(known: Mapping[str, Path]) -> dict[str, set[str]]:
    """The modules that each module imports, of those that are `known`."""
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        found[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = (
                [alias.name for alias in getattr(node, "names", ())] if isinstance(node, ast.Import) else []
            )
            if isinstance(node, ast.ImportFrom) and node.module:
                named = [f"{node.module}.{alias.name}" for alias in node.names]
            for each in named:
                parts = each.split(".")
                heads = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
                found[name] |= {*[head for head in heads if head in known][:1]} - {name}
    return found


def count(folder: str, imported: Mapping[str, set[str]], root: Path) -> Folder:
    """Count a folder, named by its path from the root."""
    start = "" if folder == WHOLE else f"{folder.replace('/', '.')}."

    def box(name: str) -> str:
        return name.removeprefix(start).partition(".")[0]

    inside = [name for name in imported if name.startswith(start)]
    arrows = frozenset(
        (box(name), box(other))
        for name in inside
        for other in imported[name]
        if other.startswith(start) and box(other) != box(name)
    )
    boxes = frozenset(map(box, inside))
    wings = frozenset(each for each in boxes if (root / folder / each).is_dir())
    return Folder(folder, len([*(root / folder).glob("*.py")]), boxes, wings, arrows)


def upward(imported: Mapping[str, set[str]]) -> list[str]:
    """Imports of a storey from one above it."""
    level = {room: height for height, storey in enumerate(STOREYS) for room in storey}
    return [
        f"{name} → {other}"
        for name, others in imported.items()
        for other in others
        if level.get(other.partition(".")[0], 0) > level.get(name.partition(".")[0], len(STOREYS))
    ]


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Print a line a folder and what must not be; return 1 if there is any of that."""
    known = modules(root)
    imported = imports(known)
    counted = [count(folder, imported, root) for folder in arguments or folders(known, root)]
    up, pairs = upward(imported), [pair for folder in counted for pair in folder.wings_both_ways]
    print(f"{'folder':28}{'files':>6}{'boxes':>7}{'arrows':>8}")
    print(*counted, sep="\n")
    print(f"\nimports that lead up: {len(up)}", *up, sep="\n")
    print(f"wings that import each other: {len(pairs)}", *pairs, sep="\n")
    return 1 if up or pairs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
