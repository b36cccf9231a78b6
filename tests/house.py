"""Files of the project, and which storey may import which."""

import subprocess
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[1]

ALLOWED = {
    room: set(names.split())
    for room, names in {
        "words": "words babel",
        "rules": "rules words",
        "engines": "engines rules words",
        "rendering": "rendering rules words PIL isal",
        "data": "data rules words aiosqlite psycopg",
        "club": "club data engines rendering rules words caissify_pairings",
        "bot": "bot club data engines rendering rules words web discord aiohttp prometheus_client",
        "web": "web club data engines rendering rules words aiohttp jinja2 markupsafe",
        "playground": "playground aiohttp yarl discord jsonschema referencing",
        "workshop/lab": "workshop web engines rendering rules words",
        "workshop/activity": "workshop words",
        "workshop/tools": "workshop bot data engines rendering rules words PIL",
        "workshop/bench": "workshop playground bot web club data engines rendering"
        " rules words tests PIL aiohttp aiosqlite discord prometheus_client psycopg",
    }.items()
}
"""Imports that each room may make besides the standard library.

discord.py takes sessions and traces of aiohttp's. The bench measures all there is, from outside;
of the tests it takes the server of PostgreSQL.
"""


PRODUCT: Final = ("words", "rules", "engines", "rendering", "data", "club", "web", "bot", "playground")
"""What is delivered."""


def tracked_files() -> list[Path]:
    """Return the project's written files.

    Without a git checkout, they are those in no generated folder.
    """
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    found = [ROOT / name for name in listed.splitlines()] or [
        path
        for path in ROOT.rglob("*")
        if not any(
            part.startswith((".", "var", "build", "dist", "__")) for part in path.relative_to(ROOT).parts
        )
    ]
    return [
        path
        for path in found
        if path.is_file() and path.suffix not in (".png", ".ttf", ".gif", ".woff2", ".webp", ".gz", ".xz")
    ]


def written_in_python() -> list[Path]:
    """The project's own Python files."""
    return [path for path in tracked_files() if path.suffix == ".py"]
