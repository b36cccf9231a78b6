"""Answers of the API that conform to their schema."""

import json
from typing import Any

import jsonschema

from web.api import DESCRIPTION

API = "/api/v1"


def schema(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}", "components": DESCRIPTION["components"]}


def parse_valid(text: str, name: str) -> dict[str, Any]:
    """Return an answer that conforms to its schema."""
    found: dict[str, Any] = json.loads(text)
    jsonschema.validate(found, schema(name))
    return found
