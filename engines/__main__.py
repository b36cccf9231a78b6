"""The rules protocol with players: `python -m engines`.

`python -m engines signature` prints its node counts.
"""

import sys
import time

from engines.choose import PLAYERS, choose, levels
from engines.observation import observe
from engines.signature import signature
from rules.__main__ import RulesPipe
from rules.catalogue import GAMES
from rules.game import IllegalMove
from rules.pipe import BadRequest, PipeAnswer, PipeRequest
from words import tell


class EnginesPipe(RulesPipe):
    """The rules pipe with two more verbs."""

    def __init__(self) -> None:
        super().__init__()
        self.verbs |= {
            "levels": lambda _: {"levels": {key: levels(GAMES[key]) for key in GAMES}},
            "think": self._think,
        }

    def _think(self, request: PipeRequest) -> PipeAnswer:
        """Return a level's move for the seat to move, without playing it."""
        match = self.match
        level, seed, seat = (_whole(request, name) for name in ("level", "seed", "seat"))
        if match.turn is None:
            raise IllegalMove("over")
        if seat != match.turn:
            raise BadRequest("engine.not_their_turn" if seat in (0, 1) else "engine.seat", seat=match.turn)
        began = time.perf_counter()
        choice = choose(observe(match, seat), match.options, level, seed)
        return {
            "move": match.game.write(match.position, choice.move),
            "value": choice.value,
            "nodes": choice.nodes,
            "ms": round(1000 * (time.perf_counter() - began), 1),
        }


def _whole(request: PipeRequest, name: str) -> int:
    value = request.get(name)
    if type(value) is not int:
        raise BadRequest("engine.whole", name=name)
    return value


def main(arguments: list[str]) -> int:
    """Answer standard input, or print the signature; return the exit status."""
    if not arguments:
        EnginesPipe().serve()
        return 0
    if arguments == ["signature"]:
        for name, nodes in signature(PLAYERS).items():
            print(name, nodes)
        return 0
    print(tell("engine.usage", {}), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
