"""The rules protocol with computer players: `python -m engines`.

`python -m engines signature` prints each engine's node count over fixed positions.
"""

import sys
import time

from engines.analysis import is_judged
from engines.choose import PLAYERS, choose_move, level_count
from engines.observation import observe
from engines.signature import engine_signatures
from rules.__main__ import RulesPipe
from rules.catalogue import GAMES
from rules.game import IllegalMove
from rules.pipe import BadRequest, PipeAnswer, PipeRequest
from words import render_message


class EnginesPipe(RulesPipe):
    """The rules protocol on standard input, plus the verbs `levels` and `think`.

    >>> pipe = EnginesPipe()
    >>> pipe.answer(b'{"do": "new", "game": "binar", "options": {"size": 3}}')["turn"]
    0
    >>> found = pipe.answer(b'{"do": "think", "level": 1, "seed": 7, "seat": 0}')
    >>> found["move"] in pipe.answer(b'{"do": "moves"}')["moves"]
    True
    """

    def __init__(self) -> None:
        super().__init__()
        self.verbs |= {
            "levels": lambda _: {"levels": {key: level_count(GAMES[key]) for key in GAMES}},
            "think": self._think,
        }

    def _think(self, request: PipeRequest) -> PipeAnswer:
        """Return the move that a level would play for the seat to move.

        The move is not played.
        """
        match = self.match
        level, seed, seat = (_read_integer(request, name) for name in ("level", "seed", "seat"))
        if match.turn is None:
            raise IllegalMove("over")
        if seat != match.turn:
            raise BadRequest("engine.not_their_turn" if seat in (0, 1) else "engine.seat", seat=match.turn)
        began = time.perf_counter()
        choice = choose_move(observe(match, seat), match.options, level, seed)
        return {
            "move": match.game.write(match.position, choice.move),
            "value": choice.win_chance if is_judged(match.options) else None,
            "nodes": choice.nodes,
            "ms": round(1000 * (time.perf_counter() - began), 1),
        }


def _read_integer(request: PipeRequest, name: str) -> int:
    value = request.get(name)
    if type(value) is not int:
        raise BadRequest("engine.whole", name=name)
    return value


def main(arguments: list[str]) -> int:
    """Serve requests on standard input, or print the signature.

    Return the exit status.
    """
    if not arguments:
        EnginesPipe().serve()
        return 0
    if arguments == ["signature"]:
        for name, nodes in engine_signatures(PLAYERS).items():
            print(name, nodes)
        return 0
    print(render_message("engine.usage", {}), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
