"""Links to lidraughts.org for the four kinds of checkers that it knows.

One opens a position for analysis, the other imports a game. Its readers differ from ours. A
range in a position string loses its pieces there. Of `GameType` only the number counts, so a
game is played by the federations' rules, and White begins unless a position says otherwise.
"""

from typing import Final
from urllib.parse import quote, quote_plus

from rules.checkers import fen
from rules.checkers.moves import WHITE
from rules.checkers.position import Position
from rules.checkers.rulesets import OPTIONS, RULESETS
from rules.game import RulesError
from rules.match import Match

SITE: Final = "https://lidraughts.org"
IMPORT: Final = f"{SITE}/paste"
"""Where a game can be pasted."""
KEYS: Final = {
    "international": "standard",
    "russian": "russian",
    "brazilian": "brazilian",
    "frisian": "frisian",
}
"""What lidraughts calls the kinds that it knows."""
RESULTS: Final = {"White": "2-0", "Black": "0-2"}
"""By the side that has won."""
DRAWN: Final = "1-1"


def analysis_url(match: Match) -> str | None:
    """Return the URL of its analysis board with the last position that had a move.

    `None` for other games.
    """
    if match.game.key not in KEYS:
        return None
    ended = match.plies and match.game.turn(match.position) is None
    position = match.copy_at(len(match.plies) - 1).position if ended else match.position
    return f"{SITE}/analysis/{KEYS[match.game.key]}/{_fen(position)}"


def import_url(match: Match) -> str | None:
    """Return the URL of its import form with the whole match.

    `None` if its rules cannot replay the match.
    """
    if match.game.key not in KEYS or not match.plies or not _can_replay(match):
        return None
    origin: Position = match.origin
    tags = f'[GameType "{RULESETS[match.game.key].gametype}"]\n'
    if match.was_set or origin.begun or origin.colour != WHITE:
        tags += f'[FEN "{_fen(origin)}"]\n'
    outcome, result = match.outcome, "*"
    if outcome:
        result = DRAWN if outcome.winner is None else RESULTS[str(match.sides[outcome.winner])]
    moves = " ".join(ply.text for ply in match.plies)
    return f"{IMPORT}?pdn={quote_plus(f'{tags}{moves} {result}', safe=':,-/*')}"


def _fen(position: Position) -> str:
    return quote(fen.write(position.generator, position.board, position.colour, ranges=False), safe=":,")


def _can_replay(match: Match) -> bool:
    """Whether the federations' rules replay the match to the same position.

    The start and the moves are the same.
    """
    options = {"rules": "federation"} if "rules" in OPTIONS.get(match.game.key, {}) else {}
    theirs = Match(match.game, options, match.secret)
    origin: Position = match.origin
    try:
        theirs.set_position(fen.write(origin.generator, origin.board, origin.colour))
        for ply in match.plies:
            theirs.play(ply.text)
    except RulesError:
        return False
    return bool(theirs.position.board == match.position.board)
