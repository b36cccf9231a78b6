"""A position as a link: short, and the same when it is read again.

A link that holds no position is refused in a sentence.
"""

import base64
import json
import random
import zlib

import pytest

from rules.catalogue import GAMES
from rules.links import FIRST, KNOWN, LONGEST, MARK, UNPACKED, BadLink, parse, write, write_start
from rules.match import Match


def pack_link(said: object) -> str:
    """Return a text packed as links have it."""
    raw = said if isinstance(said, bytes) else json.dumps(said).encode()
    packing = zlib.compressobj(zdict=KNOWN)
    return MARK + base64.urlsafe_b64encode(packing.compress(raw) + packing.flush()).decode().rstrip("=")


def test_any_position_of_a_match_is_a_short_link(key: str) -> None:
    match, chance = Match(GAMES[key], {}, bytes(32)), random.Random(key)
    for _ in range(80):
        text = write(match)
        assert text and len(text) < 400
        again = parse(text)
        assert again.turn == match.turn
        assert again.moves() == match.moves()
        assert (again.game.key, again.sides) == (match.game.key, match.sides)
        if match.turn is None:
            break
        match.play(chance.choice(match.moves()))


def test_a_link_keeps_the_options() -> None:
    match = parse(write(Match(GAMES["binar"], {"size": 3}, bytes(32))) or "")
    assert match.options["size"] == 3


def test_a_link_of_the_first_form_is_still_read() -> None:
    given = ["binar", {"size": 3}, GOOD]
    text = FIRST + base64.urlsafe_b64encode(zlib.compress(json.dumps(given).encode())).decode().rstrip("=")
    assert text.startswith("1.") and parse(text).game.key == "binar"


def test_what_links_need_not_repeat_is_what_it_was() -> None:
    assert zlib.crc32(KNOWN) == 1_500_625_523, "links that people have would say nothing any more"


def test_the_beginning_of_a_game_says_the_options_that_are_not_the_usual_ones() -> None:
    game = GAMES["binar"]
    assert write_start(game, Match(game, {}, bytes(32)).settled_options) == write_start(game, {}) == "binar"
    assert write_start(game, Match(game, {"size": 3}, bytes(32)).settled_options) == "binar?size=3"
    hidden = GAMES["one-zero-one"]
    assert write_start(hidden, {"deck": "everything"}) == "one-zero-one?deck=%22everything%22"


def test_a_position_too_large_for_a_message_has_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.links.LONGEST", 10)
    assert write(Match(GAMES["binar"], {}, bytes(32))) is None


GOOD = {"size": 3, "cells": {"b2": "0"}, "turn": 1}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * (LONGEST + 1), "This link is too long: a position has at most 1800 characters here."),
        ("", "This link says no position."),
        ("3.abc", "This link says no position."),
        (MARK + "%%%", "This link says no position."),
        (MARK + "YWJj", "This link says no position."),
        (pack_link(["binar", {"size": 3}, GOOD])[:-6], "This link says no position."),
        (pack_link(b"\xff\xfe"), "This link says no position."),
        (pack_link(b"[" * 1000), "This link says no position."),
        (pack_link(b" " * (UNPACKED + 1)), "This link says no position."),
        (pack_link(["chess", {}, {}]), "This link says no position."),
        (pack_link(["binar", {}, [1]]), "This link says no position."),
        (pack_link({"binar": 1}), "This link says no position."),
        (pack_link(["binar", {"size": 99}, GOOD]), "The position of this link cannot be set up."),
        (
            pack_link(["binar", {"size": 3}, {**GOOD, "cells": {"z9": "0"}}]),
            "The position of this link cannot be set up.",
        ),
        (pack_link(["russian", {}, {"cells": {}, "turn": 0}]), "The position of this link cannot be set up."),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadLink) as refused:
        parse(text)
    assert str(refused.value).startswith(sentence)


def test_no_junk_ends_in_anything_but_a_refusal(key: str) -> None:
    chance = random.Random(key)
    position = GAMES[key].dump(Match(GAMES[key], {}, bytes(32)).position)
    for _ in range(60):
        spoilt = json.loads(json.dumps(position))
        parts = [spoilt]
        parts += [value for value in spoilt.values() if isinstance(value, dict) and value]
        part = chance.choice(parts)
        part[chance.choice(list(part))] = chance.choice([None, -1, 10**40, "x", [], {}, [[1]], True, 0.5])
        try:
            parse(pack_link([key, {}, spoilt]))
        except BadLink:
            continue
