"""A position as the fragment of the lab's address, after `#`.

It is short enough for a button, and read as untrusted input.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from rules.catalogue import GAMES
from rules.game import AnyGame, Options, RulesError
from rules.json_text import parse_json
from rules.match import Match

LONGEST: Final = 1_800
"""Maximum length of a link's text, in characters.

A Discord message has 2,000, and the address comes first.
"""
UNPACKED: Final = 40_000
"""Maximum size of an unpacked text, in bytes.

More than any position needs, and less than would fill a browser's memory.
"""
FIRST: Final = "1."
"""The prefix of a text that is packed without `KNOWN`, as all once were."""
MARK: Final = "2."
"""How a text of this form begins."""
_CARDS: Final = "".join(
    f'{{"command":"{command}","axis":"{axis}"}},'
    for command in ("REMARK", "GOTO", "ERROR", "DELETE", "SAVE", "ENTER", "IF", "PRINT")
    for axis in "vh"
)
_LAID: Final = "".join(
    f'"digit":{digit},"points":{points},"saved":{saved},"pending":false}},'
    for digit, points, saved in (
        (1, '"v"', "true"),
        (0, '"^"', "false"),
        (1, '">"', "false"),
        (0, '"<"', "false"),
        (0, "null", "false"),
    )
)
KNOWN: Final = (
    '{"size":"cells":{"turn":,"plies":,"first":"white"hands":[[],"hand_sizes":[3,3],"digits":[0,1],"turn":"cut":[],'
    f'"decks":[{{"top":{{"count":,"deck":[["one-zero-one",{{}},{{"lines":{{"10":[],"20":[],"30":[],"40":[],"50":[]}},{_CARDS}'
    f'{_LAID}null,{{"command":"PLAIN","axis":null}},{{"command":"PLAIN","axis":null,"digit":0,"points":null,"saved":false,'
).encode()
"""Common parts of positions, which a text need not repeat.

This halves the texts of One Zero One. It never changes.
"""
SECRET: Final = bytes(32)
"""Decides all chance in a position from a link, which has none left."""


class BadLink(RulesError):  # noqa: N818 - as the other refusals
    """A text that encodes no position."""


def write(match: Match) -> str | None:
    """Return the position of a match as a text, `None` if longer than `LONGEST`.

    It has the whole position, hands too; the moves that led to it are left out.
    """
    game = match.game
    given = {
        option.name: match.settled_options[option.name]
        for option in game.options
        if option.name in match.settled_options and match.settled_options[option.name] != option.default
    }
    position = game.dump(match.position)
    position.pop("history", None)
    text = json.dumps([game.key, given, position], separators=(",", ":"))
    packing = zlib.compressobj(9, zdict=KNOWN)
    packed = MARK + urlsafe_b64encode(packing.compress(text.encode()) + packing.flush()).decode().rstrip("=")
    return packed if len(packed) <= LONGEST else None


def write_start(game: AnyGame, options: Options) -> str:
    """Return the beginning of a game as a text, with its non-default options.

    It is not a position: the person who opens it still chooses an opponent, and chance decides
    anew.
    """
    given = {
        option.name: json.dumps(options[option.name])
        for option in game.options
        if options.get(option.name, option.default) != option.default
    }
    return f"{game.key}?{urlencode(given)}" if given else game.key


def parse(text: str) -> Match:
    """Return a match that begins with the position of a text.

    Raise `BadLink` with the reason as a sentence.
    """
    if len(text) > LONGEST:
        raise BadLink("lab.link.long", limit=LONGEST)
    key, given, position = _unpack(text)
    try:
        match = Match(GAMES[key], given, SECRET)
        match.set_position(position)
        if match.outcome is None:
            match.moves()
    except RulesError as refusal:
        raise BadLink("lab.link.position", why=refusal.sentence) from refusal
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
        raise BadLink("lab.link.broken") from fault
    return match


def _unpack(text: str) -> tuple[str, Mapping[str, object], Any]:
    """Return the game, the options and the position; raise `BadLink` if malformed."""
    try:
        mark, packed = text[: len(MARK)], text[len(MARK) :]
        if mark not in (FIRST, MARK):
            raise ValueError(text)
        unpacking = zlib.decompressobj(zdict=KNOWN) if mark == MARK else zlib.decompressobj()
        raw = unpacking.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), UNPACKED)
        if not unpacking.eof:
            raise ValueError(len(raw))
        said = parse_json(raw.decode())
    except (ValueError, zlib.error) as fault:
        raise BadLink("lab.link.broken") from fault
    match said:
        case [str(key), dict(given), dict(position)] if key in GAMES:
            return key, given, position
        case _:
            raise BadLink("lab.link.broken")
