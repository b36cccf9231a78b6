"""Matches of any game as JSON, for programs and for `/import`.

docs/records.md explains every field.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from rules.game import AnyGame, BadRecord, Seat
from rules.json_text import TooDeepError, parse_json
from rules.match import (
    SECRET,
    VERSION,
    Before,
    Match,
    TextPlace,
    Where,
    attempt_at,
    bad_record,
    check_version,
    end_match,
    move_numbers,
    replay_moves,
    secret_of,
)
from rules.record import Record, clip_name
from words import clip

FORM: Final = re.compile(r"\ufeff?\s*\{\s*(?:\}|\"(?:[^\"\\\n]|\\.)*\"\s*:)")
"""How a record in JSON begins; a comment of PDN begins with a brace too."""

Path = Sequence[str | int]


def write(
    match: Match,
    *,
    whole: bool,
    seat: Seat | None = None,
    names: tuple[str, str] | None = None,
    date: str | None = None,
) -> str:
    """Return a match as JSON.

    With `whole`, it has everything, including the secret; this is for matches that are over.
    Otherwise it has what a seat (`None`: everyone) may know. For a game with hidden hands that is a
    view and the moves, which cannot be read back.
    """
    partial = match.game.hidden and not whole
    # Without the secret a lot cannot be drawn again, so its result is written.
    options = match.options if whole else match.settled_options
    head: dict[str, Any] = {"twotone": int(VERSION), "game": match.game.key, "options": dict(options)}
    if date:
        head["date"] = date
    players = [{"side": str(side)} for side in match.sides]
    for player, name in zip(players, names or (), strict=False):
        player["name"] = name
    head |= {"players": players, "commitment": match.commitment}
    if whole:
        head["secret"] = match.secret.hex()
    if partial:
        head |= {"seen_by": seat, "view": match.show_view(seat)}
    elif match.was_set:
        head["start"] = match.game.dump(match.origin)
    lines = [f"  {_dense(name)}: {_dense(value)}," for name, value in head.items()]
    moves = [
        {"number": number, "seat": ply.seat, "move": ply.spelled}
        for number, ply in zip(move_numbers(match.plies), match.plies, strict=True)
    ]
    rows = ",\n".join(f"    {_dense(move)}" for move in moves)
    ends = [f'  "moves": [\n{rows}\n  ]' if rows else '  "moves": []']
    if match.ending:
        lost = {} if match.ending.winner is None else {"loser": 1 - match.ending.winner}
        ends.append(f'  "ended": {_dense({"how": match.ending.reason, **lost})}')
    if outcome := match.outcome:
        result = {"winner": outcome.winner, "score": outcome.score, "reason": str(outcome.phrase)}
        ends.append(f'  "result": {_dense(result)}')
    return "\n".join(("{", *lines, ",\n".join(ends), "}")) + "\n"


def parse(text: str, games: Mapping[str, AnyGame], before: Before = lambda ply: None) -> Record:
    """Parse a record in JSON; raise `BadRecord` with the line and column.

    Lenient: accepts fields in any order, ignores unknown ones, and takes a plain text as a move.
    Values that follow from the moves (`number`, `seat`, `result`) are not read. If the players went
    on although one of them could have claimed a draw, the match goes on too.
    """
    source = _Source(text)
    if "seen_by" in source.data:
        raise bad_record("record.partial", source.locate("seen_by"))
    match = _begin_match(source, games, text)
    replay_moves(match, _moves(source), before, forgiving=True)
    ended = source.field("ended", dict, {})
    if ended:
        how = " ".join(str(value) for value in (ended.get("how"), ended.get("loser")) if value is not None)
        if not end_match(match, how, source.locate("ended"), forgiving=True):
            raise bad_record("record.field", source.locate("ended"), name="ended")
    return Record(match, _names(source))


def _moves(source: "_Source") -> Iterator[tuple[Where, str]]:
    """Yield each move with its place in the record."""
    for index, given in enumerate(source.field("moves", list, [])):
        path: Path = ("moves", index)
        move = given
        if isinstance(given, dict):
            if "move" not in given:
                raise bad_record("record.missing", source.locate(*path), name="move")
            path, move = (*path, "move"), given["move"]
        if not isinstance(move, str):
            raise bad_record("record.field", source.locate(*path), name="move")
        yield source.locate(*path), source.strip_surrogates(move)


def _begin_match(source: "_Source", games: Mapping[str, AnyGame], text: str) -> Match:
    """Return the match of a record before its first move."""
    if "twotone" in source.data:
        check_version(str(source.data["twotone"]), source.locate("twotone"))
    if "game" not in source.data:
        raise BadRecord("record.no_game", line=1, column=1)
    key = source.strip_surrogates(source.field("game", str, ""))
    if key not in games:
        raise bad_record("record.unknown_game", source.locate("game"), key=clip(key))
    secret = source.field("secret", str, "")
    if secret and not SECRET.fullmatch(secret):
        raise bad_record("record.field", source.locate("secret"), name="secret")
    options = source.field("options", dict, {})
    seed = bytes.fromhex(secret) if secret else secret_of(text)
    at = source.locate("options" if "options" in source.data else "game")
    match = attempt_at(at, partial(Match, games[key], options, seed))
    if "start" in source.data:
        attempt_at(source.locate("start"), partial(match.set_position, source.field("start", dict, {})))
    return match


def _names(source: "_Source") -> tuple[str, str] | None:
    """Return the players' names by seat, `None` unless the record has both."""
    players = source.data.get("players")
    if not isinstance(players, list) or len(players) != 2:
        return None
    first, second = (player.get("name") if isinstance(player, dict) else None for player in players)
    if not isinstance(first, str) or not isinstance(second, str):
        return None
    return clip_name(source.strip_surrogates(first)), clip_name(source.strip_surrogates(second))


class _Source:
    """The text of a record, its parsed values, and their places in the text."""

    def __init__(self, text: str) -> None:
        self._text = text.removeprefix("\ufeff")
        try:
            self.data = parse_json(self._text)
        except json.JSONDecodeError as fault:
            raise BadRecord("record.json", line=fault.lineno, column=fault.colno) from None
        except TooDeepError:
            raise BadRecord("record.deep", line=1, column=1) from None
        except ValueError:
            raise BadRecord("record.json", line=1, column=1) from None

    def field(self, name: str, kind: type, default: Any) -> Any:
        """Return the value of a field, or `default` if it is missing.

        Raise `BadRecord` if the value is not a `kind`.
        """
        value = self.data.get(name, default)
        if not isinstance(value, kind):
            raise bad_record("record.field", self.locate(name), name=name)
        return value

    def locate(self, *path: str | int) -> Where:
        """Return a function that finds the value at the end of a path.

        Everything on the path exists.
        """
        return partial(self._at, path)

    def _at(self, path: Path) -> TextPlace:
        offset = self._past_space(0)
        for step in path:
            offset = self._inside(offset, step)
        return self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)

    def _inside(self, offset: int, step: str | int) -> int:
        """Return the start of a value in the object or list at `offset`.

        If a name occurs twice, the last one counts.
        """
        decode, found, index = json.JSONDecoder().raw_decode, offset, 0
        closing = "}" if self._text[offset] == "{" else "]"
        offset = self._past_space(offset + 1)
        while self._text[offset] != closing:
            name: str | int = index
            if closing == "}":
                name, offset = decode(self._text, offset)
                offset = self._past_space(self._past_space(offset) + 1)
            if name == step:
                found = offset
            _, offset = decode(self._text, offset)
            offset = self._past_space(offset)
            if self._text[offset] == ",":
                offset = self._past_space(offset + 1)
            index += 1
        return found

    def _past_space(self, offset: int) -> int:
        while self._text[offset : offset + 1] in (" ", "\t", "\n", "\r"):
            offset += 1
        return offset

    @staticmethod
    def strip_surrogates(value: str) -> str:
        """Return a text without lone surrogates.

        JSON can name these halves of characters, but they cannot be printed.
        """
        return value.encode(errors="replace").decode()


def _dense(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
