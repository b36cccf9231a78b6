"""The protocol of our pipes.

One JSON request a line in, one JSON answer a line out; no line ends the process.
`python -m rules`, `python -m engines` and `python -m club` are each a `Pipe` with verbs of
their own.
"""

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from rules.game import RulesError
from words import render_message

PipeRequest = Mapping[str, Any]
PipeAnswer = dict[str, Any]


class BadRequest(RulesError):  # noqa: N818 - a refusal is an answer here, not a fault
    """A request that cannot be carried out."""


class Pipe:
    """A server of requests.

    `verbs` has a function for each word that may stand under `do`. A verb takes the request and
    returns the contents of its answer except `ok` and `id`, or raises `RulesError`.

    >>> Pipe({"double": lambda request: {"result": 2 * request["number"]}}).answer(b'{"do": "double", "number": 3}')
    {'ok': True, 'result': 6}
    """

    def __init__(self, verbs: Mapping[str, Callable[[PipeRequest], PipeAnswer]]) -> None:
        self.verbs = dict(verbs)

    def answer(self, line: bytes) -> PipeAnswer:
        """Return the answer to one line, whatever its content."""
        try:
            request = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant, parse_float=_finite)
        except (ValueError, RecursionError):
            return _refusal("pipe.json")
        if not isinstance(request, dict):
            return _refusal("pipe.object", verb=next(iter(self.verbs)))
        named = {"id": request["id"]} if "id" in request else {}
        try:
            json.dumps(named)  # what could be read can still be nested too deeply to be written
        except RecursionError:
            return _refusal("pipe.id")
        verb = request.get("do")
        if not isinstance(verb, str) or verb not in self.verbs:
            return {**named, **_refusal("pipe.verb", known=", ".join(self.verbs))}
        try:
            return {**named, "ok": True, **self.verbs[verb](request)}
        except RulesError as refusal:
            return {**named, **_refusal(refusal.code, **refusal.facts)}
        except Exception as fault:  # the promise of the pipe: no input ends the process
            return {**named, **_refusal("pipe.failed", verb=verb, fault=type(fault).__name__)}

    def serve(self) -> None:
        """Answer every line of standard input until it ends."""
        out = sys.stdout.buffer
        try:
            for line in sys.stdin.buffer:
                out.write(json.dumps(self.answer(line)).encode() + b"\n")
                out.flush()
        except (BrokenPipeError, KeyboardInterrupt):
            sys.stderr.close()  # the reader has gone: nothing is left to say, nor anybody to say it to


def text_field(request: PipeRequest, name: str) -> str:
    """Return the text under a name.

    Refuse any other value, and text that cannot be encoded as UTF-8.
    """
    value = request.get(name)
    if not isinstance(value, str):
        raise BadRequest("pipe.text", name=name)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadRequest("pipe.surrogate", name=name) from None
    return value


def _refusal(code: str, /, **facts: object) -> PipeAnswer:
    """Return the answer to a request that is refused."""
    return {"ok": False, "error": render_message(code, facts)}


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _finite(number: str) -> float:
    value = float(number)
    if value in (float("inf"), float("-inf")):
        raise ValueError(number)
    return value
