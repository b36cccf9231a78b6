"""Collects the errors in a request's body in Discord's form (50035 and `_errors`).

`_errors` is a tree.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from playground.world.errors import JSON, DiscordError

Path = tuple[str | int, ...]


class BodyErrors:
    """The errors found so far in one body.

    `raise_errors` ends the check.
    """

    def __init__(self) -> None:
        self.errors: JSON = {}

    def wrong(self, path: Path, code: str, message: str) -> None:
        """Add an error at a path of the body."""
        node = self.errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def raise_errors(self) -> None:
        """Raise 50035 if anything was wrong."""
        if self.errors:
            raise DiscordError(50035, errors=self.errors)

    def text(self, path: Path, value: Any, most: int, least: int = 0, required: bool = False) -> str:
        """Check a text of `least` to `most` characters.

        Return it, or "" if it is absent or invalid.
        """
        if value is None:
            if required:
                self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
            return ""
        if not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", "Could not convert to string.")
            return ""
        if not value and least:
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif len(value) > most or len(value) < least:
            code = "BASE_TYPE_BAD_LENGTH" if least else "BASE_TYPE_MAX_LENGTH"
            bounds = f"between {least} and {most}" if least else f"{most} or fewer"
            self.wrong(path, code, f"Must be {bounds} in length.")
        return str(value)

    def number(self, path: Path, value: Any, least: int, most: int) -> None:
        """Check an optional whole number from `least` to `most`."""
        if value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not int.")
        elif value < least:
            self.wrong(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")

    def listing(self, path: Path, value: Any, most: int, least: int = 0) -> list[JSON]:
        """Check a list of `least` to `most` objects.

        Return it, or [] if it is absent or invalid.
        """
        objects: list[JSON] = []
        for i, item in enumerate(self.values(path, value, most, least)):
            if isinstance(item, dict):
                objects.append(item)
            else:
                self.wrong((*path, i), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return objects

    def values(self, path: Path, value: Any, most: int, least: int = 0) -> list[Any]:
        """Check a list of `least` to `most` values of any kind.

        Return it, or [] if it is absent or invalid.
        """
        value = [] if value is None else value
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return value

    def part(self, path: Path, value: Any) -> JSON:
        """Check an optional object.

        Return it, or {} if it is absent or invalid.
        """
        if value is not None and not isinstance(value, dict):
            self.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return value if isinstance(value, dict) else {}

    def flag(self, path: Path, value: Any) -> None:
        """Check an optional boolean."""
        if value is not None and not isinstance(value, bool):
            self.wrong(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")

    def choice(self, path: Path, value: Any, allowed: Collection[Any]) -> None:
        """Check that a value is one of the allowed ones."""
        if isinstance(value, bool) or value not in allowed:
            listed = ", ".join(str(a) for a in allowed)
            self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
