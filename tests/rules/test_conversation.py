"""The pipe answers as it always has.

A recorded conversation about the games of that time is repeated byte for byte.
"""

import json
import subprocess
from functools import cache
from itertools import zip_longest
from typing import Any

import pytest

from rules.catalogue import GAMES
from tests.rules.conversation import load_recording
from tests.rules.pipe import ROOT, command

LIST = b'{"do": "games"}'


def games_in(answer: bytes) -> list[dict[str, Any]]:
    """Return the games that an answer lists."""
    games: list[dict[str, Any]] = json.loads(answer)["games"]
    return games


@cache
def recorded_games() -> frozenset[str]:
    """Return the games at the time of the recording."""
    return frozenset(
        game["key"] for line, answer in load_recording() if line == LIST for game in games_in(answer)
    )


def of_that_time(answer: bytes) -> bytes:
    """Return an answer without the games that have come since.

    Only a sentence that names every game is changed.
    """
    for key in GAMES.keys() - recorded_games():
        answer = answer.replace(f", {key}".encode(), b"")
    return answer


@pytest.mark.ci
def test_a_recorded_conversation_is_answered_byte_for_byte() -> None:
    requests, answers = zip(*load_recording(), strict=True)
    done = subprocess.run(
        command("rules"), input=b"\n".join(requests), capture_output=True, cwd=ROOT, check=True
    )
    assert done.stderr == b""
    for request, now, then in zip_longest(requests, done.stdout.splitlines(), answers):
        if request == LIST:
            assert [game for game in games_in(then) if game not in games_in(now)] == [], (
                "there may be new ones"
            )
        else:
            assert of_that_time(now) == then, request.decode()


def test_the_conversation_speaks_of_every_game_of_that_time() -> None:
    requests = [json.loads(line) for line, _ in load_recording()]
    begun = {request["game"] for request in requests if request["do"] == "new" and "game" in request}
    assert begun >= recorded_games() <= set(GAMES)
    assert len(recorded_games()) == 21
