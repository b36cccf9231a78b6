"""Pattern worths are learnt from games that follow from their numbers.

They predict results.
"""

from pathlib import Path

import pytest

from engines.checkers.patterns import FINE, load_worths, pattern_regions
from workshop.tools.patterns import __main__ as script
from workshop.tools.patterns import self_play
from workshop.tools.patterns.fit import ASKED, SCALES, Fit


def test_games_follow_from_their_numbers_and_are_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "STRIDE", 2)
    monkeypatch.setattr(self_play, "NODES", 20)
    found = self_play.samples("russian", 4, tmp_path)
    assert found == [each for number in range(4) for each in self_play.game("russian", number)]
    monkeypatch.setattr(self_play, "game", None)
    assert self_play.samples("russian", 4, tmp_path) == found
    assert len({each.result for each in found}) > 1


def test_games_again_are_played_by_what_was_found_before_and_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "STRIDE", 1)
    monkeypatch.setattr(self_play, "NODES", 20)
    monkeypatch.setattr(self_play, "NODES_AGAIN", 20)
    first = self_play.samples("russian", 1, tmp_path)
    again = self_play.samples("russian", 1, tmp_path, again=True)
    assert (
        again
        == self_play.game("russian", 0, again=True)
        != first
        == self_play.samples("russian", 1, tmp_path)
    )
    monkeypatch.setattr(script, "WEIGHTS", tmp_path)
    kept = []
    for mode in ("", "again"):
        script.main("russian", "1", str(tmp_path), mode)
        kept.append((tmp_path / "russian.gz").read_bytes())
    assert kept[0] != kept[1]


def test_training_foretells_results_better_than_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(self_play, "STRIDE", 10)
    monkeypatch.setattr(self_play, "NODES", 20)
    monkeypatch.setattr(script, "WEIGHTS", tmp_path)
    script.main("american", "10", str(tmp_path))
    found = self_play.samples("american", 10, tmp_path)
    assert f"10 games, {len(found)} positions" in capsys.readouterr().out
    fit = Fit("american", found)
    asked = found[::ASKED]
    assert fit.scale in SCALES
    assert all(fit.loss_by_hand(fit.scale, asked) <= fit.loss_by_hand(scale, asked) for scale in SCALES)
    assert fit.loss_by_hand(60, asked) > 1.01 * fit.loss_by_hand(fit.scale, asked)
    before = fit.losses(found)
    fit.run()
    after = fit.losses(found)
    assert before[0] == before[1] == after[0] > after[1]
    kept, learnt = max(zip(fit.round_worths(), fit._worths, strict=True), key=lambda each: each[1])
    assert kept == round(FINE * fit.scale * learnt) > 0
    monkeypatch.setattr("engines.checkers.patterns.WEIGHTS", tmp_path)
    assert load_worths("american") != [0] * pattern_regions("american").size
