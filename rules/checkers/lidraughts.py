"""Links to lidraughts.org for the kinds of checkers that it knows.

One opens a position for analysis, the other imports a game. Its readers differ from ours. A
range in a position string loses its pieces there. Of `GameType` only the number counts, so a
game is played by the federations' rules, and White begins unless a position says otherwise.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import quote, quote_plus

from rules.checkers import fen
from rules.checkers.moves import WHITE
from rules.checkers.position import Position
from rules.checkers.rulesets import AIM, OPTIONS, RULESETS
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
NAMED: Final[Mapping[tuple[str, str, str], tuple[str, str]]] = MappingProxyType(
    {
        ("international", "aim", "lose"): ("antidraughts", "Antidraughts"),
        ("international", "aim", "crown"): ("breakthrough", "Breakthrough"),
        ("frisian", "men", "5"): ("frysk", "Frysk!"),
    }
)
"""Kinds with an option that have a name of their own at lidraughts.

The name is the one in addresses, and that of PDN's `Variant`.
By kind, option and value.
"""
RESULTS: Final = {"White": "2-0", "Black": "0-2"}
"""By the side that has won."""
DRAWN: Final = "1-1"


def analysis_url(match: Match) -> str | None:
    """Return the URL of its analysis board with the last position that had a move.

    `None` for other games.
    """
    key = _key(match)
    if key is None:
        return None
    ended = match.plies and match.game.turn(match.position) is None
    position = match.copy_at(len(match.plies) - 1).position if ended else match.position
    return f"{SITE}/analysis/{key}/{_fen(position)}"


def import_url(match: Match) -> str | None:
    """Return the URL of its import form with the whole match.

    `None` if its rules cannot replay the match.
    """
    if _key(match) is None or not match.plies or not _can_replay(match):
        return None
    origin: Position = match.origin
    tags = f'[GameType "{RULESETS[match.game.key].gametype}"]\n'
    if name := variant_name(match):
        tags += f'[Variant "{name}"]\n'
    if match.was_set or origin.begun or origin.colour != WHITE:
        tags += f'[FEN "{_fen(origin)}"]\n'
    outcome, result = match.outcome, "*"
    if outcome:
        result = DRAWN if outcome.winner is None else RESULTS[str(match.sides[outcome.winner])]
    moves = " ".join(ply.text for ply in match.plies)
    return f"{IMPORT}?pdn={quote_plus(f'{tags}{moves} {result}', safe=':,-/*')}"


def variant_name(match: Match) -> str | None:
    """Return the name that lidraughts has for a match with such options, or `None`."""
    found = _names(match)
    return found[0][1] if found else None


def _key(match: Match) -> str | None:
    """Return the name in addresses, `None` for a match of no game that is known there."""
    unusual = sum(option in match.options for option in (AIM, "men"))
    found = _names(match)
    if unusual != len(found) or unusual > 1:
        return None
    return found[0][0] if found else KEYS.get(match.game.key)


def _names(match: Match) -> list[tuple[str, str]]:
    return [
        names
        for (key, option, value), names in NAMED.items()
        if match.game.key == key and str(match.options.get(option)) == value
    ]


def _fen(position: Position) -> str:
    return quote(fen.write(position.generator, position.board, position.colour, ranges=False), safe=":,")


def _can_replay(match: Match) -> bool:
    """Whether the federations' rules replay the match to the same position.

    The start and the moves are the same.
    """
    options = {name: value for name, value in match.options.items() if name in (AIM, "men")}
    if "rules" in OPTIONS[match.game.key]:
        options["rules"] = "federation"
    theirs = Match(match.game, options, match.secret)
    origin: Position = match.origin
    try:
        theirs.set_position(fen.write(origin.generator, origin.board, origin.colour))
        for ply in match.plies:
            theirs.play(ply.text)
    except RulesError:
        return False
    return bool(theirs.position.board == match.position.board)
