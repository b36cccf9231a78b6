import pytest

from rules.catalogue import GAMES
from tests.examples.three_in_a_row import english
from tests.examples.three_in_a_row.game import ThreeInARow
from words.english import MESSAGES


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> ThreeInARow:
    """Three in a row, in the catalogues of games and of words while the test runs."""
    three = ThreeInARow()
    for message in english.MESSAGES:
        monkeypatch.setitem(MESSAGES, message.code, message)
    monkeypatch.setitem(GAMES, three.key, three)
    return three
