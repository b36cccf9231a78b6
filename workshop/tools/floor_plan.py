"""Count the boxes and arrows of every folder of the product: `python -m workshop.tools.floor_plan [FOLDER …]`.

A box is what stands in a folder: a file, or a folder with all that is in it. An arrow leads from a box to one that it
imports. Arrows in both directions between two boxes are named, and so are imports of a storey from one above it.
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


@dataclass(frozen=True, slots=True)
class Folder:
    """What is counted in a folder: its own Python files, its boxes, and the arrows between them."""

    name: str
    files: int
    boxes: int
    arrows: frozenset[tuple[str, str]]

    @property
    def both_ways(self) -> list[str]:
        """Pairs of boxes that import each other."""
        return [f"{a} ↔ {b}" for a, b in sorted(self.arrows) if a < b and (b, a) in self.arrows]

    def __str__(self) -> str:
        pairs = f"  {', '.join(self.both_ways)}" if self.both_ways else ""
        return f"{self.name:28}{self.files:6}{self.boxes:7}{len(self.arrows):8}{pairs}"


def modules() -> dict[str, Path]:
    """Every module of the product by its dotted name."""
    rooms = [room for storey in STOREYS for room in storey] + [*APART]
    paths = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    return {name.removesuffix(".__init__"): path for name, path in named.items()}


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


def count(folder: str, imported: Mapping[str, set[str]]) -> Folder:
    """Count a folder, named by its path from the root."""
    start = f"{folder.replace('/', '.')}."

    def box(name: str) -> str:
        return name.removeprefix(start).partition(".")[0]

    inside = [name for name in imported if name.startswith(start)]
    arrows = frozenset(
        (box(name), box(other))
        for name in inside
        for other in imported[name]
        if other.startswith(start) and box(other) != box(name)
    )
    return Folder(folder, len([*(ROOT / folder).glob("*.py")]), len({*map(box, inside)}), arrows)


def upward(imported: Mapping[str, set[str]]) -> list[str]:
    """Imports of a storey from one above it."""
    level = {room: height for height, storey in enumerate(STOREYS) for room in storey}
    return [
        f"{name} → {other}"
        for name, others in imported.items()
        for other in others
        if level.get(other.partition(".")[0], 0) > level.get(name.partition(".")[0], len(STOREYS))
    ]


def main(arguments: Sequence[str]) -> int:
    """Print a line a folder; return 1 if there is an arrow that leads up or two that lead both ways between wings."""
    imported = imports(modules())
    folders = sorted({path.parent.relative_to(ROOT).as_posix() for path in modules().values()})
    counted = [count(folder, imported) for folder in arguments or folders]
    print(f"{'folder':28}{'files':>6}{'boxes':>7}{'arrows':>8}")
    print(*counted, sep="\n")
    print(f"\nimports that lead up: {len(upward(imported))}")
    print(*upward(imported), sep="\n")
    return 1 if upward(imported) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
