"""Compile the translations on every build or install, editable ones included."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface[Any]):
    """Build hook that makes a `.mo` file of every `.po` file.

    It also makes a file of names of time zones. pyproject.toml takes both into the wheel.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, before the builder collects its files."""
        sys.path.insert(0, self.root)
        from words.po import compile_po_files

        for path in compile_po_files(Path(self.root) / "words" / "languages"):
            self.app.display_info(f"compiled {path.name}")
