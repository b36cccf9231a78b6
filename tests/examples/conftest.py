import pytest

from tests.examples.three_in_a_row.entries import ENTRIES, EXAMPLE
from tests.examples.three_in_a_row.game import ThreeInARow


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> ThreeInARow:
    """Three in a row, in the catalogues while the test runs."""
    for catalogue, name, entry in ENTRIES:
        monkeypatch.setitem(catalogue, name, entry)
    return EXAMPLE
