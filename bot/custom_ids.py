"""The state that a button, menu or modal carries in its custom_id, so that it outlives every restart.

`v1:<match>:<action>:<version>[:<rest>]`; a challenge's id stands in the match's place after a "c". What
arrives may be forged or ages old: `parse` never raises, and nothing in it is believed but the choice it names.
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


@dataclass(frozen=True, slots=True)
class CustomId:
    """What a component stands for: `action` on a match (or challenge) as of `version`, with its own `rest`."""

    action: str
    id: int
    version: int = 0
    rest: str = ""
    challenge: bool = False

    def __str__(self) -> str:
        kind = "c" if self.challenge else ""
        return f"v1:{kind}{self.id}:{self.action}:{self.version}" + (f":{self.rest}" if self.rest else "")


def parse(text: str) -> CustomId | None:
    """What the text says, `None` if it is not one of ours."""
    form = FORM.fullmatch(text)
    if not form or len(text) > LIMIT or int(form["id"]) >= 1 << 63:
        return None
    return CustomId(
        form["action"], int(form["id"]), int(form["version"]), form["rest"] or "", form["kind"] == "c"
    )
