"""Other programs read the PDN that we write, and we read theirs.

`make oracles` runs this, `make test` never does. `pydraughts` (0.6.7) reads the variant number and
the moves of all eleven kinds that PDN has a number for. Here it replays six of them: it has no
moves for pool, spanish, czech and canadian. In its Russian a capture's sign is `x` alone, though it
writes that variant's PDN, so the sign is changed for it there before it replays.
"""

import json
import random
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from rules.catalogue import GAMES
from rules.checkers import fen
from rules.checkers.rulesets import OPTIONS
from rules.match import Match, secret_of
from rules.record_files import read_text
from tests.rules.playouts import random_match

PYTHON = Path("var") / "oracles" / "pydraughts" / "bin" / "python"
OTHER_PYTHON = Path("var") / "oracles" / "py-draughts" / "bin" / "python"
THEIRS = 200
"""Random games of each kind that they write."""
KING_LIMIT = "checkers.king_limit"
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


WRITE = """
import json, random, sys, tempfile
from draughts import Board
from draughts.PDN import PDNWriter

found = []
name, count = json.load(sys.stdin)
for seed in range(count):
    random.seed(seed)
    board, plies = Board(name), 0
    while plies < 4 + seed % 40 and (moves := list(board.legal_moves())):
        board.push(random.choice(moves))
        plies += 1
    with tempfile.NamedTemporaryFile("r") as file:
        PDNWriter(board=board, filename=file.name, file_mode="w")
        found.append([plies, file.read()])
print(json.dumps(found))
"""

OTHER_WRITE = """
import json, random, sys
import draughts

found = []
name, count = json.load(sys.stdin)
for seed in range(count):
    random.seed(seed)
    board, plies = getattr(draughts, name)(), 0
    while plies < 4 + seed and not board.game_over and (moves := list(board.legal_moves)):
        board.push(random.choice(moves))
        plies += 1
    found.append([plies, board.pdn])
print(json.dumps(found))
"""


def run_script(script: str, texts: Sequence[object], python: Path = PYTHON) -> list[list[object]]:
    """Return the other program's answers."""
    done = subprocess.run(
        [str(python), "-c", script], input=json.dumps(texts), check=True, capture_output=True, text=True
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
        assert position.generator.build_board(theirs.pieces) == position.board
        assert theirs.colour == position.colour


def _head(text: str) -> str:
    return text.partition("\n\n")[0]


@pytest.mark.parametrize("name", ["standard", "english", "frisian", "russian", "brazilian", "italian"])
def test_we_read_what_it_writes_to_the_last_ply(name: str) -> None:
    check_that_we_read(run_script(WRITE, [name, THEIRS]), name, NAMES)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("StandardBoard", "international"),
        ("FrisianBoard", "frisian"),
        ("RussianBoard", "russian"),
        ("BrazilianBoard", "brazilian"),
        ("AntidraughtsBoard", "international"),
        ("BreakthroughBoard", "international"),
    ],
)
def test_we_read_what_py_draughts_writes_to_the_last_ply(name: str, key: str) -> None:
    """Its American is left out: its men need not capture everything that ours must.

    Its Frisian lets a king move on for ever while men are left, so the reason for some is `KING_LIMIT`.
    """
    check_that_we_read(run_script(OTHER_WRITE, [name, THEIRS], OTHER_PYTHON), name, {key: name})


def check_that_we_read(found: Sequence[Sequence[object]], name: str, names: Mapping[str, str]) -> None:
    """Each text is a game of that many plies, of the kind that has that name."""
    assert len(found) == THEIRS
    for plies, text in found:
        (game,) = read_text(str(text)).games
        if game.error and game.error.sentence.facts.get("why", game.error.sentence).code == KING_LIMIT:
            continue
        assert game.error is None, (text, str(game.error))
        assert game.plies == plies, text
        assert names[game.kinds[0].game] == name
