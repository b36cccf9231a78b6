"""What damage has left in a row is found by its type."""

from dataclasses import replace
from typing import Any

import pytest

from data.database.columns import check_field_types
from data.play.clocks import ClockRow

ROW = ClockRow(match_id=1, control="1d", state="{}", number=2, deadline_at=None, next_at=3.5, away_id=0)


def test_a_row_of_what_its_columns_hold_is_sound() -> None:
    check_field_types(ROW)
    check_field_types(replace(ROW, deadline_at=4, next_at=None))  # SQLite keeps whole numbers so


@pytest.mark.parametrize(
    "changed", [{"match_id": "1"}, {"match_id": None}, {"state": b"{}"}, {"next_at": "x"}, {"number": 2.5}]
)
def test_any_other_kind_of_value_is_not(changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(changed))):
        check_field_types(replace(ROW, **changed))
