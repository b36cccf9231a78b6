"""Previews of matches in a page's head."""

import json
import re
from typing import Any

from web.preview import BYTES

LARGEST = 60_000


def preview_of(page: str) -> dict[str, Any]:
    """The link preview of a page, by Discord's rules."""
    [script] = re.findall(
        r'<script id="discord:component-embed" type="application/json">(.*?)</script>', page, re.S
    )
    assert len(script.encode()) <= BYTES
    found = json.loads(script)
    assert set(found) == {"component"} and found["component"]["type"] == 17
    component: dict[str, Any] = found["component"]
    return component


def parts(component: dict[str, Any]) -> list[dict[str, Any]]:
    return [component, *(each for inner in component.get("components", ()) for each in parts(inner))]
