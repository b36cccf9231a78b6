"""The verb `read` of the pipe, and what `load` takes of a file."""

import json
from base64 import b64encode
from typing import Any

import pytest

from rules.__main__ import RulesPipe

FILE = '[White "Иванов"]\n1. c3-d4 d6-c5 oops 2:0\n\n[GameType "20"]\n1. 32-28 19-24 2. 28-99 *\n'


def ask(pipe: RulesPipe, **request: object) -> dict[str, Any]:
    """Return the answer to a request."""
    return pipe.answer(json.dumps(request).encode())


def test_read_gives_the_games_of_a_file_and_loads_nothing() -> None:
    pipe = RulesPipe()
    answer = ask(pipe, do="read", id=7, text=FILE)
    first, second = answer["games"]
    assert (answer["ok"], answer["id"], set(answer)) == (True, 7, {"ok", "id", "games"})
    assert first == {
        "number": 1,
        "tags": {"White": "Иванов"},
        "kinds": [{"game": key, "options": {}} for key in ("russian", "brazilian", "czech")]
        + [{"game": "armenian", "options": {"rules": "federation"}}],
        "plies": 2,
        "result": "2:0",
        "winner": 0,
        "how": None,
        "unread": [{"line": 2, "column": 16, "text": "oops"}],
        "error": None,
    }
    assert (second["number"], second["kinds"]) == (
        2,
        [{"game": "international", "options": {"rules": "federation"}}],
    )
    assert second["plies"] == 2
    assert second["error"].startswith("Line 5, column 19: 99 is no square")
    assert second["unread"] == [{"line": 5, "column": 19, "text": "28-99"}]
    assert not ask(pipe, do="moves")["ok"]


def test_read_takes_bytes_and_says_their_letters() -> None:
    pipe = RulesPipe()
    data = b64encode(FILE.encode("windows-1251")).decode()
    answer = ask(pipe, do="read", bytes=data, language="ru")
    assert (answer["encoding"], answer["games"][0]["tags"]) == ("windows-1251", {"White": "Иванов"})


def test_read_says_how_a_board_was_turned() -> None:
    text = '[GameType "23,W,8,8,A0,0"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5'
    (game,) = ask(RulesPipe(), do="read", text=text)["games"]
    assert game["turned"] == {"board": "rotated", "colours": True}


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ({"do": "read"}, "“text” is a text, and it is needed here."),
        ({"do": "read", "text": ""}, "Line 1, column 1: there is no game in this text."),
        ({"do": "read", "text": "1" * 10_000_001}, "A file may have at most 10 MB."),
        ({"do": "read", "bytes": b64encode(b"*" * 10_000_001).decode()}, "A file may have at most 10 MB."),
        ({"do": "read", "bytes": "é"}, "“bytes” is not Base64."),
        ({"do": "read", "bytes": "KioqKg==", "language": 1}, "“language” is a text, and it is needed here."),
        ({"do": "load", "record": FILE, "number": 0}, "“number” is a whole number from 1 up"),
        ({"do": "load", "record": FILE, "number": 3}, "there is no game number 3 in this text; it has 2."),
        ({"do": "load", "record": FILE}, "Line 2, column 16: “oops” is not part of a game in PDN."),
        (
            {"do": "load", "record": "1. 11-15"},
            "names no kind of checkers, and its moves are legal in several",
        ),
        (
            {"do": "load", "record": '[GameType "20"]', "game": "german"},
            "this record is of International draughts, not",
        ),
        (
            {
                "do": "load",
                "record": '[GameType "20,W"]',
                "game": "international",
                "options": {"rules": "rulebook"},
            },
            "Line 1, column 1: by this record “rules” is federation, not rulebook.",
        ),
        (
            {"do": "load", "record": "1. 11-15", "game": "binar"},
            "A text in PDN holds games of checkers, not of Binar.",
        ),
        ({"do": "load", "record": "1. 11-15", "game": "chess"}, "There is no game “chess”"),
        ({"do": "load", "record": "1. 11-15", "game": "pool", "options": {"x": 1}}, "has no option “x”"),
        (
            {"do": "load", "record": "Twotone: 1\nGame: binar\n", "game": "pool"},
            "this record is of Binar, not of Pool",
        ),
        (
            {"do": "load", "record": "Twotone: 1\nGame: binar\n", "number": 2},
            "no game number 2 in this text; it has 1",
        ),
        (
            {"do": "load", "record": "Twotone: 1\nGame: binar\n", "game": "binar", "options": {"size": 3}},
            "by this record “size” is 5, not 3.",
        ),
        (
            {"do": "load", "record": '[GameType "25"]*', "options": {"aim": "lose"}},
            "“game” is a text, and it is needed here.",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(request_: dict[str, object], told: str) -> None:
    answer = ask(RulesPipe(), **request_)
    assert not answer["ok"]
    assert told in answer["error"]


def test_load_takes_the_kind_and_the_number_of_a_game() -> None:
    pipe = RulesPipe()
    assert ask(pipe, do="load", record="1. 11-15 1-0\n1. 11-16 22-18", game="german", number=2) == {
        "ok": True,
        "turn": 0,
    }
    assert '[Variant "german"]' in ask(pipe, do="record")["record"]
    assert ask(pipe, do="load", record="1. 43-37", game="malaysian", options={"first": "lot"})["ok"]
    assert ask(pipe, do="load", record='[Variant "gothic"]', game="gothic")["ok"]
    options = {"opening": "IDF basic 1-I"}
    assert ask(pipe, do="load", record="*", game="russian", options=options)["ok"]


@pytest.mark.parametrize(
    ("game", "chosen", "other"),
    [
        ("frisian", {"men": 5}, {"rules": "rulebook"}),
        ("one-zero-one", {"deck": "jumps"}, {"hands": "hidden"}),
    ],
    ids=["frisian", "one-zero-one"],
)
def test_the_kind_that_a_record_is_read_as_can_be_begun_and_loaded(
    game: str, chosen: dict[str, object], other: dict[str, object]
) -> None:
    pipe = RulesPipe()
    ask(pipe, do="new", game=game, options=chosen)
    record = ask(pipe, do="record")["record"]
    kind = ask(pipe, do="read", text=record)["games"][0]["kinds"][0]
    assert kind == {"game": game, "options": {**chosen, **other}}
    assert ask(pipe, do="load", record=record, **kind)["ok"]
    assert ask(pipe, do="new", **kind)["ok"]


@pytest.mark.parametrize(
    ("record", "game", "options", "tag"),
    [
        ('[GameType "20"]*', "international", {"rules": "rulebook"}, '[Rules "rulebook"]'),
        ('[Variant "gothic"]*', "gothic", {"kings": "flying"}, '[Kings "flying"]'),
        ('[GameType "25"]1. c3-d4 *', "russian", {"aim": "lose"}, '[Aim "lose"]'),
        ('[GameType "25"]*', "russian", {"opening": "IDF basic 1-I"}, '[Opening "IDF basic 1-I"]'),
        ("*", "frisian", {"men": 5}, '[Men "5"]'),
    ],
    ids=str,
)
def test_options_say_what_a_record_leaves_open(
    record: str, game: str, options: dict[str, object], tag: str
) -> None:
    pipe = RulesPipe()
    assert ask(pipe, do="load", record=record, game=game, options=options)["ok"]
    assert tag in ask(pipe, do="record")["record"]


@pytest.mark.parametrize(
    ("name", "told", "other"),
    [
        ("men", 5, 20),
        ("aim", "lose", "capture"),
        ("aim", "capture", "lose"),
        ("men", 20, 5),
        ("opening", "none", "own 001"),
        ("rules", "federation", "rulebook"),
        ("opening", "own 001", "none"),
    ],
)
@pytest.mark.parametrize("own", [False, True], ids=["pdn", "own"])
def test_options_other_than_the_record_says_are_refused(
    name: str, told: object, other: object, own: bool
) -> None:
    pipe = RulesPipe()
    ask(pipe, do="new", game="frisian", options={name: told})
    record = pipe.match.save() if own else pipe.match.record()
    assert ask(pipe, do="load", record=record, game="frisian", options={name: told})["ok"]
    answer = ask(pipe, do="load", record=record, game="frisian", options={name: other})
    assert answer["error"].endswith(f"by this record “{name}” is {told}, not {other}.")
