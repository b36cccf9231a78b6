"""What a damaged file says can be printed on a line, whatever is in it."""

from data.database.errors import StoreError, is_commit_unknown, one_line


def test_words_of_an_error_become_one_line_that_can_be_printed() -> None:
    assert (
        one_line(ValueError("two\n lines, \x1b[31mred\x07,\u202e turned \x00 round"))
        == "two lines, [31mred , turned round"
    )
    assert one_line("as it is") == "as it is"
    assert one_line("x" * 300) == "x" * 200


def test_only_a_commit_without_an_answer_leaves_open_what_is_stored() -> None:
    assert is_commit_unknown(StoreError("store.unknown"))
    assert not is_commit_unknown(StoreError("store.damaged"))
    assert not is_commit_unknown(ValueError("store.unknown"))
