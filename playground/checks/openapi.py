"""Checks of requests and answers against Discord's own OpenAPI document.

Rules that the document cannot express, such as sums of lengths and unique ids, are in the other modules
of this package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from playground.world.errors import JSON


class OpenAPI:
    """The document's routes and schemas.

    `violations` collects the breaches, one readable line each.
    """

    def __init__(self, document: JSON) -> None:
        """Build the checks of a document, which is modified in place."""
        # discord.py sends the ids of attachments as numbers, which Discord takes.
        snowflake = document["components"]["schemas"]["SnowflakeType"]
        document["components"]["schemas"]["SnowflakeType"] = {
            "anyOf": [snowflake, {"type": "integer", "minimum": 0}]
        }
        # Discord's reference and every library have the description as text, which the document has with translations.
        described = document["components"]["schemas"]["ApplicationFormPartial"]["properties"]
        described["description"] = {"anyOf": [described["description"], {"type": "string", "maxLength": 400}]}
        _put_in_place(document, document, set())
        self._routes = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), path, operations)
            for path, operations in sorted(document["paths"].items(), key=lambda item: item[0].count("{"))
        ]
        self.validators: dict[str, Any] = {}
        self.violations: list[str] = []
        self.checked = 0

    def check_request(self, method: str, path: str, body: Any) -> None:
        """Check the body that the bot sent to `path` (without /api/v10).

        Add the errors to `violations`.
        """
        found = self._operation(method, path)
        if found is None:
            self.violations.append(f"{method} {path}: no such route")
            return
        template, operation = found
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content and body is not None:
            self._check(content, body, f"{method} {template} request")

    def check_answer(self, method: str, path: str, status: int, body: Any) -> None:
        """Check an answer of the playground.

        Add the errors to `violations`.
        """
        found = self._operation(method, path)
        if found is None:
            return
        template, operation = found
        label = f"{method} {template} answer {status}"
        if str(status) not in operation["responses"]:
            self.violations.append(f"{label}: the document knows only {', '.join(operation['responses'])}")
        elif "application/json" in (content := operation["responses"][str(status)].get("content", {})):
            self._check(content, body, label)

    def _operation(self, method: str, path: str) -> tuple[str, JSON] | None:
        for pattern, template, operations in self._routes:
            if pattern.match(path) and method.lower() in operations:
                return template, operations[method.lower()]
        return None

    def _check(self, content: JSON, body: Any, label: str) -> None:
        self.checked += 1
        validator = self.validators.get(label)
        if validator is None:
            validator = self.validators[label] = Validator(content["application/json"]["schema"])
        for error in validator.iter_errors(body):
            for deep in _deepest(error):
                at = "/".join(str(step) for step in deep.absolute_path)
                self.violations.append(f"{label} at {at or 'the top'}: {_short(deep.message)}")


def _deepest(error: ValidationError) -> Iterator[ValidationError]:
    """Follow a choice of schemas into the one whose `type` matches the body.

    The errors of the others only say "not this type".
    """
    if not error.context:
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0] if inner.schema_path else None, []).append(inner)
    fitting = [errors for errors in branches.values() if not any(_wrong_branch(e) for e in errors)]
    chosen = min(fitting or list(branches.values()), key=len)
    for inner in chosen:
        yield from _deepest(inner)


def _short(message: str) -> str:
    return message if len(message) < 200 else f"{message[:60]}…{message[-60:]}"


def _wrong_branch(error: ValidationError) -> bool:
    last = error.path[-1] if error.path else None
    return (last == "type" and error.validator in ("enum", "const", "allOf", "oneOf")) or (
        not error.path and error.validator == "type"
    )


def _put_in_place(node: Any, document: JSON, done: set[int]) -> None:
    """Replace every reference by its target, so that no check has to look it up."""
    if id(node) in done or not isinstance(node, (dict, list)):
        return
    done.add(id(node))
    for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
        found = value
        while isinstance(found, dict) and "$ref" in found and found.keys() <= {"$ref", "description"}:
            found = _resolve_reference(found["$ref"], document)
        node[key] = found
        _put_in_place(found, document, done)
    if isinstance(node, dict) and "enum" not in node and (values := _constants(node.get("oneOf"))):
        del node["oneOf"]
        node["enum"] = values


def _constants(choices: Any) -> list[Any]:
    """Return the values of a choice of constants, [] for any other choice.

    A list of values is searched at once.
    """
    known = {"const", "title", "description"}
    if not choices or not all(
        isinstance(each, dict) and "const" in each and each.keys() <= known for each in choices
    ):
        return []
    return [each["const"] for each in choices]


def _resolve_reference(reference: str, document: JSON) -> Any:
    """Return the part of the document that `#/components/…` refers to."""
    found: Any = document
    for step in reference.removeprefix("#/").split("/"):
        found = found[step.replace("~1", "/").replace("~0", "~")]
    return found


def _of_the_type(keyword: str) -> Callable[[Any, list[Any], Any, Any], Iterator[ValidationError]]:
    """Return a check for a choice of schemas that skips those for another `type`.

    The `type` is that of the body.
    """
    whole = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: Any, choices: list[Any], body: Any, schema: Any) -> Iterator[ValidationError]:
        if isinstance(body, dict) and "type" in body:
            choices = [each for each in choices if body["type"] in _types(each, body["type"])] or choices
        yield from whole(validator, choices, body, schema)

    return check


def _types(schema: Any, wanted: object) -> Sequence[object]:
    """Return the values of `type` that a schema takes.

    If the schema does not say, that is `wanted` alone.
    """
    known = schema.get("properties", {}).get("type", {}).get("enum") if isinstance(schema, dict) else None
    return known if isinstance(known, list) else [wanted]


Validator: Any = extend(
    Draft202012Validator, {keyword: _of_the_type(keyword) for keyword in ("oneOf", "anyOf")}
)
"""Equivalent to the full check of Draft 2020-12, but faster.

Messages with many components are checked several times as fast.
"""
