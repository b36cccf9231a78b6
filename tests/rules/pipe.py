"""One running process of the rules, spoken to over its pipe."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rules.__main__ import RulesPipe

ROOT = Path(__file__).parents[2]


class Pipe:
    """One running process of the rules, or of a room that speaks their protocol too."""

    def __init__(self, room: str = "rules") -> None:
        self.process = subprocess.Popen(
            command(room), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        )

    def exchange(self, line: bytes) -> bytes:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def send(self, line: bytes) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.exchange(line))
        return answer

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """The answer to a request that must be carried out, without its `ok`."""
        answer = self.send(json.dumps({"do": do, **fields}).encode())
        assert answer.pop("ok") is True, answer
        return answer

    def expect_refusal(self, do: str, **fields: object) -> str:
        """Return the sentence with which a request is refused; nothing may have changed."""
        before = self.state()
        answer = self.send(json.dumps({"do": do, **fields}).encode())
        assert answer.pop("ok") is False, answer
        assert self.state() == before
        return sentence(answer)

    def state(self) -> dict[str, Any]:
        return self.send(b'{"do": "record"}')


class Spoken(Pipe):
    """A session in this process.

    It knows the games that a test has put into the catalogue.
    """

    def __init__(self) -> None:
        self.session = RulesPipe()

    def exchange(self, line: bytes) -> bytes:
        return json.dumps(self.session.answer(line)).encode()


@contextmanager
def open_pipe(room: str = "rules") -> Iterator[Pipe]:
    """Run a process, which must exit with 0 once it gets no more requests."""
    pipe = Pipe(room)
    yield pipe
    assert pipe.process.stdin
    assert pipe.process.stdout
    pipe.process.stdin.close()
    assert pipe.process.wait(timeout=20) == 0
    pipe.process.stdout.close()


def sentence(answer: dict[str, Any]) -> str:
    """The error of an answer that holds nothing else."""
    told = answer.pop("error")
    assert answer == {}
    assert isinstance(told, str)
    assert told[-1] in ".)"
    assert "\n" not in told
    assert len(told) < 700
    return told


def command(room: str) -> list[str]:
    """The command that starts a room."""
    return [sys.executable, "-m", room]


def run(*lines: bytes, room: str = "rules") -> list[dict[str, Any]]:
    """Return the answers of a process of its own.

    It must exit with 0 and write nothing else.
    """
    done = subprocess.run(
        command(room), input=b"".join(lines), capture_output=True, cwd=ROOT, check=True, timeout=60
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]
