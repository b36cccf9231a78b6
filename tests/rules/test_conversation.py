"""The pipe says what it has always said: a recorded conversation about all games, byte for byte."""

import json
import subprocess
from itertools import zip_longest

from rules.catalogue import GAMES
from tests.rules.conversation import kept
from tests.rules.pipe import ROOT, command


def test_a_recorded_conversation_is_answered_byte_for_byte() -> None:
    requests, answers = zip(*kept(), strict=True)
    done = subprocess.run(
        command("rules"), input=b"\n".join(requests), capture_output=True, cwd=ROOT, check=True
    )
    assert done.stderr == b""
    for request, now, then in zip_longest(requests, done.stdout.splitlines(), answers):
        assert now == then, request.decode()


def test_the_conversation_speaks_of_every_game() -> None:
    requests = [json.loads(line) for line, _ in kept()]
    begun = {request["game"] for request in requests if request["do"] == "new" and "game" in request}
    listed = {
        game["key"]
        for line, answer in kept()
        if line == b'{"do": "games"}'
        for game in json.loads(answer)["games"]
    }
    assert begun >= listed == set(GAMES)
