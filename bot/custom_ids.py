"""The state in the custom_id of a component, which survives restarts.

Its form is `v1:<match>:<action>:<version>[:<rest>]`; for a challenge, "c" and its id replace the match. An
incoming custom_id may be forged or very old, so `parse_custom_id` never raises, and handlers trust nothing
in it but the choice that it names.
"""

import re
from dataclasses import dataclass
from typing import Final

PATTERN: Final = (
    r"v1:(?P<kind>c?)(?P<id>[0-9]{1,19}):(?P<action>[a-z-]{1,12}):"
    r"(?P<version>[0-9]{1,9})(?::(?P<rest>[^\n]*))?"
)
FORM: Final = re.compile(PATTERN)
LIMIT: Final = 100
NUMBER: Final = re.compile("[0-9]{1,18}")
"""Of a season, a section, a pairing or an entrant in the `rest` of an action."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """What a pressed component means: an action on a match (or challenge).

    `version` is the match's number of events when the component was drawn. `rest` depends on the action.

    >>> str(CustomId("play", 7, 3))
    'v1:7:play:3'
    """

    action: str
    id: int
    version: int = 0
    rest: str = ""
    is_challenge: bool = False

    @property
    def first_number(self) -> int | None:
        """The first number in `rest`, or `None` if it does not begin with one."""
        first = self.rest.partition(",")[0]
        return int(first) if NUMBER.fullmatch(first) else None

    @property
    def numbers(self) -> list[int]:
        """The comma-separated numbers in `rest`; empty if it is anything else."""
        parts = self.rest.split(",")
        return [int(part) for part in parts] if all(map(NUMBER.fullmatch, parts)) else []

    def __str__(self) -> str:
        kind = "c" if self.is_challenge else ""
        return f"v1:{kind}{self.id}:{self.action}:{self.version}" + (f":{self.rest}" if self.rest else "")


def parse_custom_id(text: str) -> CustomId | None:
    """Parse a custom_id; return `None` if it is not one of the bot's.

    >>> parse_custom_id("v1:c7:accept:0")
    CustomId(action='accept', id=7, version=0, rest='', is_challenge=True)
    """
    form = FORM.fullmatch(text)
    if not form or len(text) > LIMIT or int(form["id"]) >= 1 << 63:
        return None
    return CustomId(
        form["action"], int(form["id"]), int(form["version"]), form["rest"] or "", form["kind"] == "c"
    )
