"""The rules as a line protocol: `python -m rules`.

One JSON request a line in, one JSON answer a line out.
"""

import secrets

from rules.catalogue import GAMES, load_match
from rules.game import RulesError
from rules.match import Match, secret_of
from rules.pipe import BadRequest, Pipe, PipeAnswer, PipeRequest, text_field
from words import clip


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
        key = text_field(request, "game")
        if key not in GAMES:
            raise RulesError("unknown_game", key=clip(key), known=", ".join(GAMES))
        options = request.get("options", {})
        if not isinstance(options, dict):
            raise BadRequest("pipe.options")
        for option in GAMES[key].options:
            if isinstance(option.default, int) and isinstance(options.get(option.name), str):
                raise BadRequest("pipe.number", name=option.name, value=clip(options[option.name]))
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
        self._match = load_match(text_field(request, "record"))
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


def _seat(request: PipeRequest) -> int | None:
    seat = request.get("seat")
    if seat is not None and (type(seat) is not int or seat not in (0, 1)):
        raise BadRequest("pipe.seat")
    return seat


if __name__ == "__main__":
    RulesPipe().serve()
