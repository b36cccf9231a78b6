"""What a damaged file says can be printed on a line, whatever is in it."""

import pytest

from data.database.errors import (
    DAMAGE,
    StoreError,
    Unreadable,
    Violation,
    is_commit_unknown,
    one_line,
    translate_row_errors,
)


def test_words_of_an_error_become_one_line_that_can_be_printed() -> None:
    assert (
        one_line(ValueError("two\n lines, \x1b[31mred\x07,\u202e turned \x00 round"))
        == "two lines, [31mred , turned round"
    )
    assert one_line("as it is") == "as it is"
    assert one_line("x" * 300) == "x" * 200


@pytest.mark.parametrize(
    ("error", "unknown"),
    [
        (StoreError("store.unknown"), True),
        (StoreError("store.closed"), False),
        (ValueError("store.unknown"), False),
    ],
)
def test_only_one_error_leaves_open_if_the_data_was_stored(error: Exception, unknown: bool) -> None:
    assert is_commit_unknown(error) is unknown


def test_what_is_damaged_is_not_tried_again() -> None:
    assert [StoreError(code).is_damage for code in (*DAMAGE, "store.unknown")] == [True] * len(DAMAGE) + [
        False
    ]


@pytest.mark.parametrize("error", [ValueError(), Violation()])
def test_a_row_that_is_not_valid_makes_its_match_unreadable(error: Exception) -> None:
    with pytest.raises(Unreadable) as told, translate_row_errors(7):
        raise error
    assert told.value.match_id == 7


def test_what_is_to_be_written_makes_no_match_unreadable() -> None:
    with pytest.raises(UnicodeEncodeError), translate_row_errors(7):
        "\ud800".encode()
