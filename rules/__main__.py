"""The rules as a line protocol: `python -m rules`.

One JSON request a line in, one JSON answer a line out.
"""

import secrets
from base64 import b64decode
from collections.abc import Sized
from typing import Any, Final

from rules.catalogue import GAMES, load_match
from rules.game import RulesError
from rules.match import Match, secret_of
from rules.pipe import BadRequest, Pipe, PipeAnswer, PipeRequest, text_field
from rules.record import ReadGame, RecordKind
from rules.record_files import BUDGET_A_CHARACTER, USUAL_BUDGET, read_bytes, read_text
from words import clip

MOST_CHARACTERS: Final = 10_000_000
"""Maximum length of a file that the pipe reads, in characters or bytes."""


class RulesPipe(Pipe):
    """A pipe that plays one match at a time; a refused request changes nothing."""

    def __init__(self) -> None:
        self._match: Match | None = None
        super().__init__(
            {
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
                "read": _read,
                "perft": self._perft,
            }
        )

    @property
    def match(self) -> Match:
        """The current match, which requests act on."""
        if self._match is None:
            raise BadRequest("pipe.no_match")
        return self._match

    def _games(self, _: PipeRequest) -> PipeAnswer:
        return {
            "games": [
                {
                    "key": game.key,
                    "title": str(game.title),
                    "sides": list(map(str, game.sides)),
                    "options": [
                        {"name": o.name, "default": o.default, "choices": list(o.choices)}
                        | ({"free": True} if o.free else {})
                        for o in game.options
                    ],
                }
                for game in GAMES.values()
            ]
        }

    def _new(self, request: PipeRequest) -> PipeAnswer:
        key, options = _chosen_game(request), _chosen_options(request)
        drawn = request.get("seed") is None
        secret = secrets.token_bytes(32) if drawn else secret_of(text_field(request, "seed"))
        self._match = Match(GAMES[key], options, secret)
        return {"turn": self._match.turn, "sides": list(map(str, self._match.sides))}

    def _play(self, request: PipeRequest) -> PipeAnswer:
        ply = self.match.play(text_field(request, "move"))
        return {"turn": self.match.turn, "move": ply.text}

    def _position(self, request: PipeRequest) -> PipeAnswer:
        return {"position": self.match.show_view(_seat(request))}

    def _set(self, request: PipeRequest) -> PipeAnswer:
        turn = request.get("turn")
        if turn is not None and (type(turn) is not int or turn not in (0, 1)):
            raise BadRequest("pipe.turn")
        self.match.set_position(request.get("position"), turn)
        return {"turn": self.match.turn}

    def _outcome(self, _: PipeRequest) -> PipeAnswer:
        outcome = self.match.outcome
        if outcome is None:
            return {"over": False}
        score = list(outcome.score) if outcome.score else None
        return {"over": True, "winner": outcome.winner, "score": score, "reason": outcome.text}

    def _undo(self, _: PipeRequest) -> PipeAnswer:
        self.match.undo()
        return {"turn": self.match.turn}

    def _end(self, request: PipeRequest) -> PipeAnswer:
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

    def _load(self, request: PipeRequest) -> PipeAnswer:
        number = request.get("number", 1)
        if type(number) is not int or number < 1:
            raise BadRequest("pipe.game_number")
        named = request.get("game") is not None or request.get("options")
        chosen = _chosen_kind(request) if named else None
        self._match = load_match(text_field(request, "record"), chosen, number)
        return {"turn": self._match.turn}

    def _perft(self, request: PipeRequest) -> PipeAnswer:
        depth, counting = request.get("depth"), request.get("counting")
        if type(depth) is not int or depth < 1:
            raise BadRequest("pipe.depth")
        game = self.match.game
        if counting is not None and counting not in game.countings:
            code = "pipe.counting" if game.countings else "pipe.no_counting"
            raise BadRequest(code, title=game.title, known=", ".join(game.countings))
        return {"counts": game.perft(self.match.position, depth, counting)}


def _chosen_game(request: PipeRequest) -> str:
    """Return the key of a known game."""
    key = text_field(request, "game")
    if key not in GAMES:
        raise RulesError("unknown_game", key=clip(key), known=", ".join(GAMES))
    return key


def _chosen_options(request: PipeRequest) -> dict[str, Any]:
    """Return the options as they were given."""
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise BadRequest("pipe.options")
    for option in GAMES[_chosen_game(request)].options:
        if isinstance(option.default, int) and isinstance(options.get(option.name), str):
            raise BadRequest("pipe.number", name=option.name, value=clip(options[option.name]))
    return options


def _chosen_kind(request: PipeRequest) -> RecordKind:
    """Return the game and the options that a request chooses; the options are checked."""
    key, given = _chosen_game(request), _chosen_options(request)
    options = GAMES[key].read_options(given)
    return RecordKind(key, {name: options.get(name, value) for name, value in given.items()})


def _read(request: PipeRequest) -> PipeAnswer:
    """Return the games of a file with all that was and was not understood."""
    if request.get("bytes") is None:
        text = text_field(request, "text")
        if len(text) > MOST_CHARACTERS:
            raise BadRequest("pipe.large", limit=MOST_CHARACTERS // 10**6)
        return {"games": [_show_game(game) for game in read_text(text, _budget(text)).games]}
    language = request.get("language")
    if language is not None and not isinstance(language, str):
        raise BadRequest("pipe.text", name="language")
    try:
        data = b64decode(text_field(request, "bytes"), validate=True)
    except ValueError:
        raise BadRequest("pipe.bytes") from None
    if len(data) > MOST_CHARACTERS:
        raise BadRequest("pipe.large", limit=MOST_CHARACTERS // 10**6)
    found = read_bytes(data, language, _budget(data))
    return {"encoding": found.encoding, "games": [_show_game(game) for game in found.games]}


def _budget(given: Sized) -> float:
    """Return the work that a file may cost here, where nobody else is waiting."""
    return max(USUAL_BUDGET, BUDGET_A_CHARACTER * len(given))


def _show_game(game: ReadGame) -> PipeAnswer:
    """Return a game in the protocol's form."""
    shown: PipeAnswer = {
        "number": game.number,
        "tags": dict(game.tags),
        "kinds": [{"game": kind.game, "options": dict(kind.options)} for kind in game.kinds],
        "plies": game.plies,
        "result": game.result,
        "winner": game.winner,
        "how": game.how,
        "unread": [part._asdict() for part in game.unread],
        "error": str(game.error) if game.error else None,
    }
    if game.turned != "same" or game.colours_swapped:
        shown["turned"] = {"board": game.turned, "colours": game.colours_swapped}
    return shown


def _seat(request: PipeRequest) -> int | None:
    seat = request.get("seat")
    if seat is not None and (type(seat) is not int or seat not in (0, 1)):
        raise BadRequest("pipe.seat")
    return seat


if __name__ == "__main__":
    RulesPipe().serve()
