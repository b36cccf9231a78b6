"""The sheet shows readers what messages say when they are put together."""

from pathlib import Path

import pytest

from tests.words.test_po import translate_file
from words.__main__ import english_composer, main
from words.english import MESSAGES
from words.message import MessagePlace
from words.sheet import LOT, halves, write_sheet


def test_both_halves_have_every_message_that_people_read() -> None:
    (_, first), (_, rest) = halves()
    codes = [message.code for message in (*first, *rest)]
    assert {"card.result.won", "checkers.did.moved", "button.play"} <= {message.code for message in first}
    assert {"card.league.rule", "web.start"} <= {message.code for message in rest}
    hidden = (MessagePlace.SIGN, MessagePlace.CONSOLE)
    assert sorted(codes) == sorted(code for code, each in MESSAGES.items() if each.place not in hidden)


def test_a_lot_is_drawn_by_its_seed(tmp_path: Path) -> None:
    english = english_composer()
    once, again, other = (
        write_sheet(english, english, tmp_path / f"{number}.html", seed).read_text()
        for number, seed in enumerate((1, 1, 2))
    )
    assert once == again != other
    assert once.count("<h3>") == 2 * LOT


@pytest.mark.ci
def test_a_sheet_has_each_message_with_its_english(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translate_file(tmp_path / "uk.po")
    assert main(["--folder", str(tmp_path), "sheet", "uk", "--to", str(tmp_path / "out")]) == 0
    path = Path(capsys.readouterr().out.strip())
    assert path == tmp_path / "out" / "uk.html"
    told = path.read_text(encoding="utf-8")
    assert "<p>[[Fórmér pláýér~~~~~] (" in told and "<p><i>Former player (" in told
    assert main(["--folder", str(tmp_path), "sheet", "xx"]) == 2
    assert "There is no xx.po" in capsys.readouterr().err
