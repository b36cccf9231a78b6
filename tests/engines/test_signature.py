"""One node count an engine: it changes with the search, and with nothing else."""

import subprocess
from collections import Counter

import pytest

from engines.choose import PLAYERS
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
    first = {key: player.count_bench_nodes() for key, player in PLAYERS.items()}
    again = {key: player.count_bench_nodes() for key, player in [*PLAYERS.items()][::-1]}
    assert again == first
    counted: Counter[str] = Counter()
    for key, nodes in first.items():
        counted[PLAYERS[key].engine] += nodes
    assert counted == KEPT


@pytest.mark.ci
def test_the_command_prints_a_line_an_engine() -> None:
    done = subprocess.run(
        [*command("engines"), "signature"], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == "".join(f"{name} {nodes}\n" for name, nodes in KEPT.items())


def test_other_arguments_are_refused_in_a_sentence() -> None:
    done = subprocess.run(
        [*command("engines"), "sign"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "signature" in done.stderr
