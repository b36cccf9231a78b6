"""A recorded conversation with `python -m rules` about every game.

`fixtures/conversation.jsonl.gz` has requests and their exact answers, on lines in turn. It was
recorded from the first released version, so it shows the answers that the pipe must go on giving.
To record it again after an intended change of the pipe, run `python -m tests.rules.conversation
again` from the checkout whose answers are right: the same requests get their new answers, and those
that differ are printed. Without `again` it makes up the requests anew.

Every request is chosen by a seeded walk. Wrong requests are tried in great number, and one is kept
if its answer says something that no answer about this game has said before.
"""

import gzip
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.__main__ import RulesPipe

FIXTURE = Path(__file__).parent / "fixtures" / "conversation.jsonl.gz"

Request = dict[str, Any]

LONGEST = 400
"""Plies of a match, at most."""
SEEDS = 4
"""Matches of each choice of options, where a match is short."""

# fmt: off
JUNK = (
    "", "?", "a1", "z9", "a1-b2", "a1+a1", "a1+b2+c3", "a1:7", "a1:0", "b2:1", "d4 north", "d4 up", "1-2", "32-28",
    "99-1",
    "a1xb2xc3", "PLAIN 10", "PLAIN 30", "PLAIN 60", "PRINT-h> 10", "PRINT-h> 10 : PLAIN", "SAVE-q 10",
    "DELETE-v< 10", "REM-v 10", "PLAIN> 10", "ELSE 20 : ELSE", "PASTE-h> 20 : PLAIN 30", "x" * 500, "«tom»", "a1 a1",
)
HINTS: dict[str, list[dict[str, Any]]] = {
    "binar": [{"size": 3, "lines": "single"}, {"size": 4, "digits": "choose"}, {"size": 3}],
    "binary": [{}, {"size": 6}],
    "zong-heng": [{"size": 6}, {"size": 8, "layout": "diagonals"}],
    "yin-yang": [{}],
    "incorrect-checkers": [{}],
    "one-zero-one": [{"deck": deck} for deck in ("base", "errors", "remarks", "jumps", "clipboard", "everything")]
    + [{"hands": "open"}, {"deck": "4 PLAIN, 2 DELETE, 2 ENTER, 2 IF, 2 PRINT, 2 SAVE, 2 GOTO 10"}],
}
BAD_OPTIONS: tuple[Any, ...] = (
    {"colour": 1}, {"size": 99}, {"size": "5"}, {"size": None}, {"digits": True}, {"rules": "house"}, [1],
    {"deck": "none"}, {"deck": ["PLAIN"] * 16}, {"deck": 5}, {"deck": "16 PLAIN"}, {"deck": "4 PLAIN, DELETE"},
    {"deck": "15 PLAIN, SAVE"}, {"deck": "8 PLAIN, 8 SAVE-h"},
    {"deck": "6 PLAIN, 2 CUT, 2 SAVE, 2 IF, 2 ENTER, 2 DELETE"},
    {"deck": "PLAIN, REM-v"}, {"deck": "PLAIN, #"}, {"deck": "PLAIN," * 900}, {"deck": [{"command": "NONE"}] * 16},
)
BAD_POSITIONS: tuple[Any, ...] = (
    None, [], {}, {"cells": []}, {"cells": {}}, {"cells": {"z9": "b"}}, {"cells": {"a1": "q"}},
    {"size": 40, "cells": {}}, {"size": "8", "cells": {}}, {"cells": {"a1": "b"}, "turn": 5}, {"cells": {"a1": "w"}},
    {"cells": {f"{file}{rank}": "b" for file in "abcdef" for rank in range(1, 7)}},
    {"cells": {"a1": "b"}, "hands": [99, 0]}, {"cells": {"a1": "b"}, "hands": [-1, 0]},
    {"cells": {"a1": "b"}, "hands": 3},
    {"cells": {"c3": "w", "d4": "b"}, "clock": 5}, {"cells": {"c3": "W", "d4": "B"}, "clock": {"quiet": -1}},
    {"cells": {"c3": "W", "d4": "B"}, "clock": {"quiet": 1, "repeated": 0}}, {"cells": {"a8": "w", "c3": "b"}},
    "W:W31:B1", "W:Wx:B1", "W", "B:W31,31:B1", "W:W1-900:B2", "W:W31-30:B1", "W:Wc3:Bd4", "W:WKc3:BKe5:H3",
    {"lines": 5}, {"lines": {"60": []}}, {"lines": {"10": 5}}, {"lines": {"10": [{"command": "X"}]}},
    {"lines": {"10": [{"command": "PLAIN", "axis": None}]}},
    {"lines": {"10": [{"command": "SAVE", "axis": "h", "digit": 0, "points": "^"}]}},
    {"lines": {"10": [{"command": "SAVE", "axis": "h", "digit": 0, "points": "<", "saved": 1}]}},
    {"lines": {"10": [{"command": "SAVE", "axis": "h", "digit": 0, "points": "<", "pending": True}]}},
    {"lines": {"10": [{"command": "REM", "axis": "h", "digit": 0, "points": "<", "inert": True}]}},
    {"lines": {"10": [{"command": "REM", "axis": "h", "digit": 0, "points": "<"}] * 5}},
    {"lines": {"10": [{"command": "PLAIN", "axis": None, "digit": 0}] * 41}},
    {"lines": {}, "digits": [1, 1]}, {"lines": {}, "hands": 3}, {"lines": {}, "hand_sizes": [4, 0]},
    {"lines": {}, "hands": [[{"command": "NO"}], None]}, {"lines": {}, "decks": [5, 5]},
    {"lines": {}, "decks": [{"top": None, "count": 99}, None]}, {"lines": {}, "cut": [{"command": "PASTE"}]},
    {"lines": {}, "hand_sizes": [3, 3], "decks": [{"count": 16}, {"count": 0}]}, {"lines": {}, "hand_sizes": [0, 3]},
)
BAD_RECORDS = (
    "", "x", "Twotone: 1\n", "Twotone: 1\nnonsense\n", "Twotone: 1\nGame: chess\n",
    "Twotone: 1\nGame: binar\nOptions: {\n",
    "Twotone: 1\nGame: binar\nOptions: [1]\n", 'Twotone: 1\nGame: binar\nOptions: {"size": 2}\n',
    "Twotone: 1\nGame: binar\nSecret: xyz\n", 'Twotone: 1\nGame: binar\nStart: {"cells": {"z9": "0"}}\n',
    "Twotone: 1\nGame: binar\nEnded: maybe\n", "Twotone: 1\nGame: binar\n\n1. a1\n2. a1\n",
    "Twotone: 1\nGame: binar\nEnded: resignation 1\n\n1. a1:1\n",
    "Twotone: 1\nGame: one-zero-one\nSeen-by: 0\nView: {}\n",
    '[GameType "21"]\n1. 11-15 *', '[GameType "21"]\n1. 11-16 22-18 2. 1-2 *', '[GameType "99"]\n1. 11-15 *',
    '[Variant "chess"]\n*', "1. 11-15 *", '[GameType "21"', '[GameType "21"]\n{ never', '[GameType "21"]\n( 11-15',
    '[GameType "21"]\n11-15 )', '[GameType "21"]\n1. hello', '[GameType "21"]\n[Secret "xyz"]\n*',
    '[GameType "20"]\n[Rules "house"]\n*', '[GameType "21"]\n[FEN "W:Wx:B1"]\n*',
    '[GameType "21"]\n[FEN "B:WK1:BK32"]\n*',
    '[GameType "25"]\n[FEN "W:WKa1:BKh8"]\n[Clock "{"]\n*', '[GameType "25,W,8,8,A0,0"]\n1. c3-d4 1-0',
    '[GameType "22"]\n1/2-1/2', '[Variant "malaysian"]\n[First "white"]\n0-2', '[GameType "40,W"]\n1-1',
)
# fmt: on


class Recorder:
    """A session that keeps what is said."""

    def __init__(self, seed: str) -> None:
        self.session = RulesPipe()
        self.chance = random.Random(seed)
        self.kept: list[tuple[bytes, bytes]] = []
        self.heard: set[str] = set()

    def try_(self, request: Request) -> tuple[bytes, dict[str, Any]]:
        """Send a request without keeping it."""
        line = json.dumps(request, ensure_ascii=False).encode()
        return line, self.session.answer(line)

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """Send a request and keep it with its answer."""
        line, answer = self.try_({"do": do, **fields})
        self.kept.append((line, json.dumps(answer).encode()))
        return answer

    def is_new(self, answer: dict[str, Any]) -> bool:
        """Whether an answer is a refusal in words that have not come before.

        Names and numbers do not count.
        """
        if answer["ok"]:
            return False
        shape = re.sub(r"“.*?”|\b[a-l]\d+\b|\d+|: .*? is possible|[x:-]#", "#", answer["error"])
        shape = re.sub(r"(#[x:+-]?)+", "#", shape)
        if shape in self.heard:
            return False
        self.heard.add(shape)
        return True

    def wrong_moves(self, texts: list[str]) -> list[tuple[bytes, bytes]]:
        """Return the texts that are refused in new words, with their refusals.

        The match is not changed.
        """
        found = []
        for text in texts:
            line, answer = self.try_({"do": "play", "move": text})
            if answer["ok"]:
                self.try_({"do": "undo"})
            elif self.is_new(answer):
                found.append((line, json.dumps(answer).encode()))
        return found


def texts(recorder: Recorder, moves: list[str], size: int) -> list[str]:
    """Texts that are moves, or look like them."""
    chance = recorder.chance
    squares = [f"{file}{rank}" for file in "abcdefghijkl"[:size] for rank in range(1, size + 1)]
    found = [chance.choice(("", " ")).join(chance.sample(JUNK, 1)) for _ in range(3)]
    for _ in range(30):
        some = chance.sample(squares, 3)
        found += [
            "-".join(some[:2]),
            "+".join(some[:2]),
            "x".join(some),
            f"{some[0]} {chance.choice(('up', 'left'))}",
        ]
    for move in chance.sample(moves, min(12, len(moves))):
        found += [
            move + "-" + chance.choice(squares),
            re.sub(r"\d", chance.choice("123456789"), move, count=1),
        ]
        if len(move) > 8:
            found += [
                move.split(":")[0],
                f"{move} : {chance.choice(moves)}",
                re.sub(r"[<>^]", chance.choice("<>^v"), move),
            ]
    return found


def endgame(recorder: Recorder, key: str, size: int) -> Request:
    """Return a position with few pieces, of checkers or another board game.

    In checkers many of them are kings.
    """
    chance = recorder.chance
    symbols = "01" if key == "binar" else "bw" if key in HINTS else "bwBWBW"
    squares = [f"{file}{rank}" for file in "abcdefghijkl"[:size] for rank in range(2, size)]
    if chance.random() < 0.7:
        squares = [name for name in squares if ("abcdefghijkl".index(name[0]) + int(name[1:])) % 2]
    some = chance.sample(squares, min(len(squares), chance.randint(3, 12)))
    cells = {square: chance.choice(symbols) for square in some}
    return {"do": "set", "position": {"cells": cells, "turn": chance.randint(0, 1)}}


def match_of(key: str, options: dict[str, Any], seed: str, tries: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the requests and answers of one match.

    It is begun, walked, asked about, taken back, ended, written and read again.
    """
    recorder = Recorder(f"{key} {options} {seed}")
    chance, size = recorder.chance, 8
    recorder.ask("new", game=key, options=options, seed=seed)
    for ply in range(LONGEST):
        moves = recorder.try_({"do": "moves"})[1]["moves"]
        if not moves:
            break
        if ply % 9 == 0:
            recorder.ask("moves")
            size = recorder.ask("position", seat=(None, 0, 1)[ply // 9 % 3])["position"].get("size", 8)
        recorder.kept += recorder.wrong_moves(texts(recorder, moves, size))
        recorder.ask("play", move=chance.choice(moves))
    for seat in (None, 0, 1):
        recorder.ask("position", seat=seat)
        record = recorder.ask("record", seat=seat).get("record", "")
    recorder.ask("outcome")
    recorder.ask("turn")
    recorder.ask("undo")
    recorder.ask(
        "end",
        how=chance.choice(("resign", "resign", "draw")),
        **({} if chance.random() < 0.3 else {"seat": 1}),
    )
    recorder.ask("outcome")
    recorder.ask("play", move="a1")
    recorder.ask("load", record=recorder.ask("record").get("record", record))
    recorder.ask("turn")
    for _ in range(0 if key == "one-zero-one" else tries):
        line, answer = recorder.try_(endgame(recorder, key, size))
        if not answer["ok"] and recorder.is_new(answer):
            recorder.kept.append((line, json.dumps(answer).encode()))
        if answer["ok"]:
            moves = recorder.try_({"do": "moves"})[1]["moves"]
            wrong = recorder.wrong_moves(texts(recorder, moves, size))
            if wrong:
                recorder.kept += [(line, json.dumps(answer).encode()), *wrong]
                recorder.ask("moves")
                recorder.ask("outcome")
    yield from recorder.kept


def junk(keys: list[str]) -> Iterator[tuple[bytes, bytes]]:
    """What is wrong in the first place: requests, options, positions, records."""
    for key in keys:
        recorder = Recorder(key)
        for options in BAD_OPTIONS:
            line, answer = recorder.try_({"do": "new", "game": key, "options": options, "seed": "s"})
            if recorder.is_new(answer):
                recorder.kept.append((line, json.dumps(answer).encode()))
        recorder.ask("new", game=key, seed="junk")
        recorder.ask("perft", depth=2)
        recorder.ask("perft", depth=2, counting="keep")
        for position in BAD_POSITIONS:
            answer = recorder.ask("set", position=position)
            if answer["ok"]:
                recorder.ask("position")
                recorder.ask("outcome")
        recorder.ask("set", position={"cells": {}}, turn=7)
        yield from recorder.kept


def records() -> Iterator[tuple[bytes, bytes]]:
    """Before there is any match; then records, good and bad."""
    recorder = Recorder("records")
    for verb in ("moves", "play", "undo", "record", "dance", "games"):
        recorder.ask(verb)
    recorder.ask("new", game="chess")
    recorder.ask("new", game="binar", seed=5)
    for record in BAD_RECORDS:
        if recorder.ask("load", record=record)["ok"]:
            recorder.ask("outcome")
            recorder.ask("position")
    recorder.ask("end", how="resign")
    recorder.ask("end", how="draw", seat=1)
    recorder.ask("end")
    recorder.ask("position", seat=7)
    yield from recorder.kept


def whole() -> Iterator[tuple[bytes, bytes]]:
    """The whole conversation: what comes first needs a process that has no match yet."""
    yield from records()
    games = RulesPipe().answer(b'{"do": "games"}')["games"]
    for game in games:
        key, named = game["key"], [option for option in game["options"] if isinstance(option["default"], str)]
        chosen: list[dict[str, Any]] = HINTS.get(key) or [
            {},
            *({o["name"]: value} for o in named for value in o["choices"][1:]),
        ]
        for options in chosen:
            for seed in range(SEEDS if key in HINTS else 1):
                yield from match_of(key, options, f"seed {seed}", 150 if seed == 0 else 0)
    yield from junk([game["key"] for game in games])


def load_recording() -> list[tuple[bytes, bytes]]:
    """Return the requests and answers as recorded."""
    lines = gzip.decompress(FIXTURE.read_bytes()).splitlines()
    return list(zip(lines[::2], lines[1::2], strict=True))


def again() -> Iterator[tuple[bytes, bytes]]:
    """Yield the recorded requests with the present answers.

    Answers that have changed are printed, the old one first.
    """
    session = RulesPipe()
    for line, then in load_recording():
        now = json.dumps(session.answer(line)).encode()
        if now != then:
            print(line.decode()[:200], f"  - {then.decode()}", f"  + {now.decode()}", sep="\n")
        yield line, now


if __name__ == "__main__":
    said = [line for exchange in (again() if sys.argv[1:] == ["again"] else whole()) for line in exchange]
    FIXTURE.write_bytes(gzip.compress(b"\n".join(said) + b"\n", mtime=0))
