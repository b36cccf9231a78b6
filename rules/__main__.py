"""The rules protocol: one JSON request a line in, one JSON answer a line out. `python -m rules`."""

import json
import secrets
import sys
from collections.abc import Callable, Mapping
from typing import Any

from rules.catalogue import GAMES, load
from rules.game import RulesError
from rules.match import Match, secret_of
from words import clip, tell

Answer = dict[str, Any]


class BadRequest(RulesError):  # noqa: N818 - a refusal is an answer here, not a fault
    """A request that cannot be carried out."""


class Session:
    """One match at a time, driven by requests; a refused request changes nothing."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self.verbs: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "games": self._games,
            "new": self._new,
            "moves": lambda _: {"moves": self.match.moves()},
            "play": self._play,
            "turn": lambda _: {"turn": self.match.turn},
            "position": self._position,
            "set": self._set,
            "outcome": self._outcome,
            "undo": self._undo,
            "end": self._end,
            "record": lambda request: {"record": self.match.record(_seat(request))},
            "load": self._load,
            "perft": self._perft,
        }

    @property
    def match(self) -> Match:
        """Return the match that requests are about."""
        if self._match is None:
            raise BadRequest("pipe.no_match")
        return self._match

    def answer(self, line: bytes) -> Answer:
        """Return the answer to one line, whatever it holds."""
        try:
            request = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant, parse_float=_finite)
        except (ValueError, RecursionError):
            return _refused("pipe.json")
        if not isinstance(request, dict):
            return _refused("pipe.object")
        named = {"id": request["id"]} if "id" in request else {}
        try:
            json.dumps(named)  # what could be read can still be nested too deeply to be written
        except RecursionError:
            return _refused("pipe.id")
        verb = request.get("do")
        if not isinstance(verb, str) or verb not in self.verbs:
            return {**named, **_refused("pipe.verb", known=", ".join(self.verbs))}
        try:
            return {**named, "ok": True, **self.verbs[verb](request)}
        except RulesError as refusal:
            return {**named, **_refused(refusal.code, **refusal.facts)}
        except Exception as fault:  # the promise of the pipe: no input ends the process
            return {**named, **_refused("pipe.failed", verb=verb, fault=type(fault).__name__)}

    def _games(self, _: Mapping[str, Any]) -> Answer:
        return {
            "games": [
                {
                    "key": game.key,
                    "title": str(game.title),
                    "sides": list(map(str, game.sides)),
                    "options": [
                        {"name": o.name, "default": o.default, "choices": list(o.choices)}
                        for o in game.options
                    ],
                }
                for game in GAMES.values()
            ]
        }

    def _new(self, request: Mapping[str, Any]) -> Answer:
        key = _text(request, "game")
        if key not in GAMES:
            raise RulesError("unknown_game", key=clip(key), known=", ".join(GAMES))
        options = request.get("options", {})
        if not isinstance(options, dict):
            raise BadRequest("pipe.options")
        for option in GAMES[key].options:
            if isinstance(option.default, int) and isinstance(options.get(option.name), str):
                raise BadRequest("pipe.number", name=option.name, value=clip(options[option.name]))
        drawn = request.get("seed") is None
        secret = secrets.token_bytes(32) if drawn else secret_of(_text(request, "seed"))
        self._match = Match(GAMES[key], options, secret)
        return {"turn": self._match.turn, "sides": list(map(str, self._match.sides))}

    def _play(self, request: Mapping[str, Any]) -> Answer:
        ply = self.match.play(_text(request, "move"))
        return {"turn": self.match.turn, "move": ply.text}

    def _position(self, request: Mapping[str, Any]) -> Answer:
        return {"position": self.match.shown_to(_seat(request))}

    def _set(self, request: Mapping[str, Any]) -> Answer:
        turn = request.get("turn")
        if turn is not None and (type(turn) is not int or turn not in (0, 1)):
            raise BadRequest("pipe.turn")
        self.match.set(request.get("position"), turn)
        return {"turn": self.match.turn}

    def _outcome(self, _: Mapping[str, Any]) -> Answer:
        outcome = self.match.outcome
        if outcome is None:
            return {"over": False}
        score = list(outcome.score) if outcome.score else None
        return {"over": True, "winner": outcome.winner, "score": score, "reason": outcome.text}

    def _undo(self, _: Mapping[str, Any]) -> Answer:
        self.match.undo()
        return {"turn": self.match.turn}

    def _end(self, request: Mapping[str, Any]) -> Answer:
        seat = _seat(request)
        match request.get("how"), seat:
            case "resign", 0 | 1:
                self.match.resign(seat)
            case "resign", None:
                raise BadRequest("pipe.resign")
            case "draw", None:
                self.match.agree_draw()
            case "draw", _:
                raise BadRequest("pipe.draw")
            case _:
                raise BadRequest("pipe.how")
        return {"turn": self.match.turn}

    def _load(self, request: Mapping[str, Any]) -> Answer:
        self._match = load(_text(request, "record"))
        return {"turn": self._match.turn}

    def _perft(self, request: Mapping[str, Any]) -> Answer:
        depth, counting = request.get("depth"), request.get("counting")
        if type(depth) is not int or depth < 1:
            raise BadRequest("pipe.depth")
        game = self.match.game
        if counting is not None and counting not in game.countings:
            code = "pipe.counting" if game.countings else "pipe.no_counting"
            raise BadRequest(code, title=game.title, known=", ".join(game.countings))
        return {"counts": game.perft(self.match.position, depth, counting)}


def _refused(code: str, /, **facts: object) -> Answer:
    """Return the answer to a request that is not carried out."""
    return {"ok": False, "error": tell(code, facts)}


def _text(request: Mapping[str, Any], name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise BadRequest("pipe.text", name=name)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadRequest("pipe.surrogate", name=name) from None
    return value


def _seat(request: Mapping[str, Any]) -> int | None:
    seat = request.get("seat")
    if seat is not None and (type(seat) is not int or seat not in (0, 1)):
        raise BadRequest("pipe.seat")
    return seat


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(text)
    return value


def serve(session: Session) -> None:
    """Answer every line of standard input until it ends."""
    out = sys.stdout.buffer
    try:
        for line in sys.stdin.buffer:
            out.write(json.dumps(session.answer(line)).encode() + b"\n")
            out.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # the reader has gone: nothing is left to say, nor anybody to say it to


if __name__ == "__main__":
    serve(Session())
