"""One node count an engine: it changes with the search, and with nothing else."""

import subprocess

import pytest

from engines.__main__ import main
from engines.choose import PLAYERS
from engines.signature import engine_signatures
from tests.rules.pipe import ROOT, command

KEPT = {
    "binar": 1661,
    "deep.zong-heng": 1616,
    "deep.binary": 3951,
    "deep.yin-yang": 179,
    "deep.incorrect-checkers": 479,
    "one-zero-one": 1472,
    "checkers": 32944,
}
"""Node counts by search.

A change that alters a search on purpose puts the new count here, and its commit says so.
"""


@pytest.mark.ci
def test_the_signature_is_the_kept_one_and_that_of_every_player_again_after_a_reset() -> None:
    assert engine_signatures(PLAYERS) == KEPT
    assert engine_signatures(dict([*PLAYERS.items()][::-1])) == KEPT


@pytest.mark.ci
def test_the_command_prints_a_line_an_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engines.__main__.engine_signatures", lambda players: KEPT if players else {})
    assert main(["signature"]) == 0
    assert capsys.readouterr().out == "".join(f"{name} {nodes}\n" for name, nodes in KEPT.items())


@pytest.mark.ci
def test_other_arguments_are_refused_in_a_sentence() -> None:
    done = subprocess.run(
        [*command("engines"), "sign"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "signature" in done.stderr
