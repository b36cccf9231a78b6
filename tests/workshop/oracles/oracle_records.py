"""Another program reads the PDN that we write.

`make oracles` runs this, `make test` never does. `pydraughts` (0.6.7) reads the variant number and
the moves of all eleven kinds that PDN has a number for. Here it replays six of them: it has no
moves for pool, spanish, czech and canadian. In its Russian a capture's sign is `x` alone, though it
writes that variant's PDN, so the sign is changed for it there before it replays.
"""

import json
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.catalogue import GAMES
from rules.checkers import fen
from rules.checkers.rulesets import OPTIONS
from rules.match import Match, secret_of
from tests.rules.playouts import random_match

PYTHON = Path("var") / "oracles" / "pydraughts" / "bin" / "python"
MATCHES = 1000
REPLAYED = 20
"""It takes a quarter of a second for a short match."""
FROM_OPENINGS = dict.fromkeys(
    ("american", "russian", "brazilian", "international", "italian", "frisian"), 167
)
"""Matches of each kind that begin from a drawn opening, with a few moves after it."""
FEDERATION = {"rules": "federation"}
NAMES = {
    "american": "english",
    "international": "standard",
    "italian": "italian",
    "pool": "american pool",
    "spanish": "spanish",
    "russian": "russian",
    "brazilian": "brazilian",
    "canadian": "canadian",
    "czech": "czech",
    "turkish": "turkish",
    "frisian": "frisian",
}
"""What it calls the variants that PDN has numbers for."""

READ = """
import json, sys
from draughts.PDN import PDNReader

games = [PDNReader(text).games[0] for text in json.load(sys.stdin)]
print(json.dumps([[game.variant, game.moves, game.game_ending] for game in games]))
"""

REPLAY = """
import json, sys
from draughts import Board, Move
from draughts.PDN import PDNReader

found = []
for text in json.load(sys.stdin):
    game = PDNReader(text).games[0]
    start, moves = game.tags.get("FEN", "startpos"), game.moves
    if start[0] == "B":  # its reader takes the first move twice there and leaves out the second
        moves = [word for word in text.split("]\\n\\n")[1].split()[:-1] if word[-1] != "."]
    board = Board(game.variant, start)
    for move in moves:
        board.push(Move(board, pdn_move=move))
    found.append(board.fen)
print(json.dumps(found))
"""


def run_script(script: str, texts: Sequence[str]) -> list[list[object]]:
    """Return the other program's answers."""
    done = subprocess.run(
        [str(PYTHON), "-c", script], input=json.dumps(texts), check=True, capture_output=True, text=True
    )
    found: list[list[object]] = json.loads(done.stdout)
    return found


def play_random(key: str, seed: int, longest: int) -> Match:
    """Play a random match of at least one move, sometimes resigned."""
    options = FEDERATION if "rules" in OPTIONS.get(key, {}) else {}
    match = random_match(GAMES[key], options, seed, limit=1 + seed % longest)
    if seed % 3 == 0 and match.turn is not None:
        match.resign(seed % 2)
    return match


@pytest.mark.parametrize("key", NAMES)
def test_its_reader_finds_the_same_moves(key: str) -> None:
    matches = [play_random(key, seed, 160) for seed in range(MATCHES)]
    found = run_script(READ, [match.record() for match in matches])
    for match, (variant, moves, ending) in zip(matches, found, strict=True):
        assert variant == NAMES[key]
        assert moves == [ply.text for ply in match.plies]
        assert ending == match.record().split()[-1]


@pytest.mark.parametrize("key", ["american", "international", "italian", "russian", "brazilian", "frisian"])
def test_it_replays_them_to_the_same_position(key: str) -> None:
    check_that_it_replays(key, [play_random(key, seed, 60) for seed in range(REPLAYED)])


@pytest.mark.parametrize("key", FROM_OPENINGS)
def test_it_replays_them_from_the_position_of_their_opening(key: str) -> None:
    check_that_it_replays(key, [from_opening(key, seed) for seed in range(FROM_OPENINGS[key])])


def from_opening(key: str, seed: int) -> Match:
    """A match from a drawn opening.

    Its record has the position, and up to nine random moves.
    """
    match, chance = Match(GAMES[key], {"opening": "lot"}, secret_of(f"peer {seed}")), random.Random(seed)
    for _ in range(1 + seed % 9):
        if match.turn is not None:
            match.make_move(chance.choice(match.game.moves(match.position)))
    return match


def check_that_it_replays(key: str, matches: Sequence[Match]) -> None:
    """Its board after the moves of each record is ours."""
    texts = [match.record() for match in matches]
    if key == "russian":
        texts = [_head(text) + text.removeprefix(_head(text)).replace(":", "x") for text in texts]
    for match, told in zip(matches, run_script(REPLAY, texts), strict=True):
        position = match.position
        theirs = fen.parse(position.generator, str(told))
        assert position.generator.board(theirs.pieces) == position.board
        assert theirs.colour == position.colour


def _head(text: str) -> str:
    return text.partition("\n\n")[0]
