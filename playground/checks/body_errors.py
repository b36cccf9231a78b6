"""A collector of the errors in a request's body, in Discord's form (50035).

The errors form a tree, with lists named `_errors` at its leaves.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from playground.world.errors import JSON, DiscordError

Path = tuple[str | int, ...]


class BodyErrors:
    """The errors found so far in one request body.

    `raise_errors` ends the check.
    """

    def __init__(self) -> None:
        self.errors: JSON = {}

    def add_error(self, path: Path, code: str, message: str) -> None:
        """Add an error at a path of the body."""
        node = self.errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def raise_errors(self) -> None:
        """Raise 50035 if anything was wrong."""
        if self.errors:
            raise DiscordError(50035, errors=self.errors)

    def check_text(
        self, path: Path, value: Any, max_length: int, min_length: int = 0, required: bool = False
    ) -> str:
        """Check a text of `min_length` to `max_length` characters.

        Return it, or "" if it is absent or invalid.
        """
        if value is None:
            if required:
                self.add_error(path, "BASE_TYPE_REQUIRED", "This field is required")
            return ""
        if not isinstance(value, str):
            self.add_error(path, "STRING_TYPE_CONVERT", "Could not convert to string.")
            return ""
        if not value and min_length:
            self.add_error(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif len(value) > max_length or len(value) < min_length:
            code = "BASE_TYPE_BAD_LENGTH" if min_length else "BASE_TYPE_MAX_LENGTH"
            bounds = f"between {min_length} and {max_length}" if min_length else f"{max_length} or fewer"
            self.add_error(path, code, f"Must be {bounds} in length.")
        return str(value)

    def check_number(self, path: Path, value: Any, minimum: int, maximum: int) -> None:
        """Check an optional whole number from `minimum` to `maximum`."""
        if value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            self.add_error(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not int.")
        elif value < minimum:
            self.add_error(
                path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {minimum}."
            )
        elif value > maximum:
            self.add_error(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {maximum}.")

    def check_objects(self, path: Path, value: Any, max_length: int, min_length: int = 0) -> list[JSON]:
        """Check a list of `min_length` to `max_length` objects.

        Return the objects, or [] if the list is absent or invalid.
        """
        objects: list[JSON] = []
        for i, item in enumerate(self.check_values(path, value, max_length, min_length)):
            if isinstance(item, dict):
                objects.append(item)
            else:
                self.add_error(
                    (*path, i), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType"
                )
        return objects

    def check_values(self, path: Path, value: Any, max_length: int, min_length: int = 0) -> list[Any]:
        """Check a list of `min_length` to `max_length` values of any kind.

        Return it, or [] if it is absent or not a list.
        """
        if value is None:
            value = list[Any]()
        if not isinstance(value, list):
            self.add_error(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not min_length <= len(value) <= max_length:
            self.add_error(
                path, "BASE_TYPE_BAD_LENGTH", f"Must be between {min_length} and {max_length} in length."
            )
        return value

    def check_object(self, path: Path, value: Any) -> JSON:
        """Check an optional object.

        Return it, or {} if it is absent or invalid.
        """
        if value is not None and not isinstance(value, dict):
            self.add_error(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return value if isinstance(value, dict) else {}

    def check_flag(self, path: Path, value: Any) -> None:
        """Check an optional boolean."""
        if value is not None and not isinstance(value, bool):
            self.add_error(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")

    def check_choice(self, path: Path, value: Any, allowed: Collection[Any]) -> None:
        """Check that a value is one of the allowed ones."""
        if isinstance(value, bool) or value not in allowed:
            listed = ", ".join(str(a) for a in allowed)
            self.add_error(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
