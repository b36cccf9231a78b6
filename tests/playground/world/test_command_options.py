"""Option values that a member gives are held to their bounds.

The bounds are those of Discord's client, and no tighter.
"""

from __future__ import annotations

from typing import Any

import pytest

from playground.world.command_options import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    USER,
    find_command,
    write_options,
)
from playground.world.components import check_selection, fill_in_modal
from playground.world.directory import FOUNDED, TEXT, Channel, WorldPerson
from playground.world.errors import JSON, ActRefusedError
from playground.world.state import GUILD_ID

ADA = WorldPerson("201", "ada", "Ada")
HALL = Channel("11", TEXT, FOUNDED, GUILD_ID, "hall")
NAMED: dict[int, dict[str, Any]] = {
    USER: {ADA.id: ADA},
    CHANNEL: {HALL.id: HALL},
    ROLE: {"31": "Players"},
    MENTIONABLE: {ADA.id: ADA, "31": "Players"},
    ATTACHMENT: {"7": {}},
}


def option(kind: int, **bounds: Any) -> JSON:
    return {"name": "size", "type": kind, "description": "How much", **bounds}


def write_value(one: JSON, value: Any) -> Any:
    """Return the value that is sent for `value`."""
    [sent] = write_options([], [one], {one["name"]: value}, NAMED)
    assert (sent["name"], sent["type"]) == (one["name"], one["type"])
    return sent["value"]


@pytest.mark.parametrize("value", [5, 9, 7, "5", "9"])
def test_a_whole_number_may_be_either_bound(value: Any) -> None:
    assert write_value(option(INTEGER, min_value=5, max_value=9), value) == int(value)


@pytest.mark.parametrize("value", [4, 10, "4", "10", -5])
def test_a_whole_number_beyond_a_bound_is_refused(value: Any) -> None:
    with pytest.raises(ActRefusedError, match="“size” must be between 5 and 9"):
        write_value(option(INTEGER, min_value=5, max_value=9), value)


@pytest.mark.parametrize("value", [0.5, 1.5, "0.5", "1.5"])
def test_a_number_may_be_either_bound(value: Any) -> None:
    assert write_value(option(NUMBER, min_value=0.5, max_value=1.5), value) == float(value)


@pytest.mark.parametrize("value", [0.49, 1.51])
def test_a_number_beyond_a_bound_is_refused(value: float) -> None:
    with pytest.raises(ActRefusedError, match=r"between 0\.5 and 1\.5"):
        write_value(option(NUMBER, min_value=0.5, max_value=1.5), value)


@pytest.mark.parametrize(
    ("bounds", "taken", "refused"),
    [({"min_value": 3}, (3, 10**12), 2), ({"max_value": 3}, (3, -(10**12)), 4)],
)
def test_a_bound_of_one_side_leaves_the_other_open(
    bounds: JSON, taken: tuple[int, ...], refused: int
) -> None:
    assert [write_value(option(INTEGER, **bounds), value) for value in taken] == list(taken)
    with pytest.raises(ActRefusedError, match="between"):
        write_value(option(INTEGER, **bounds), refused)


def test_a_bound_of_zero_is_a_bound() -> None:
    assert write_value(option(INTEGER, min_value=0, max_value=0), 0) == 0
    for value in (-1, 1):
        with pytest.raises(ActRefusedError, match="between 0 and 0"):
            write_value(option(INTEGER, min_value=0, max_value=0), value)


@pytest.mark.parametrize("text", ["ab", "abc", "abcd"])
def test_a_text_may_be_as_long_and_as_short_as_its_bounds(text: str) -> None:
    assert write_value(option(STRING, min_length=2, max_length=4), text) == text


@pytest.mark.parametrize("text", ["a", "abcde"])
def test_a_text_beyond_its_bounds_is_refused(text: str) -> None:
    with pytest.raises(ActRefusedError, match="“size” has the wrong length"):
        write_value(option(STRING, min_length=2, max_length=4), text)


def test_a_text_without_bounds_has_discords() -> None:
    assert write_value(option(STRING), "x" * 6000) == "x" * 6000
    with pytest.raises(ActRefusedError, match="wrong length"):
        write_value(option(STRING), "x" * 6001)


def test_a_text_that_is_being_completed_knows_no_bounds_yet() -> None:
    bounded = option(STRING, min_length=2, max_length=4, autocomplete=True)
    for text in ("", "a", "abcde"):
        [sent] = write_options([], [bounded], {"size": text}, {}, focused="size")
        assert sent == {"name": "size", "type": STRING, "value": text, "focused": True}


@pytest.mark.parametrize(("kind", "value"), [(INTEGER, "five"), (INTEGER, "5.5"), (NUMBER, "many")])
def test_what_is_no_number_is_refused(kind: int, value: str) -> None:
    with pytest.raises(ActRefusedError, match="must be a number"):
        write_value(option(kind), value)


def test_only_a_choice_of_the_option_is_sent() -> None:
    choices = [{"name": "Small", "value": 5}, {"name": "Large", "value": 9}]
    assert write_value(option(INTEGER, choices=choices), "9") == 9
    with pytest.raises(ActRefusedError, match="one of: Small, Large"):
        write_value(option(INTEGER, choices=choices), 7)


@pytest.mark.parametrize(("value", "sent"), [(True, True), ("true", True), ("false", False), (False, False)])
def test_a_switch_is_true_or_false(value: Any, sent: bool) -> None:
    assert write_value(option(BOOLEAN), value) is sent


def test_a_person_is_somebody_of_this_server() -> None:
    assert write_value(option(USER), ADA.id) == ADA.id
    with pytest.raises(ActRefusedError, match="nobody of this server"):
        write_value(option(USER), "999")


def test_a_channel_is_of_a_kind_that_the_option_takes() -> None:
    assert write_value(option(CHANNEL), HALL.id) == write_value(
        option(CHANNEL, channel_types=[TEXT]), HALL.id
    )
    for bounds, value in (({}, "12"), ({"channel_types": [11]}, HALL.id)):
        with pytest.raises(ActRefusedError, match="no channel that it takes"):
            write_value(option(CHANNEL, **bounds), value)


def test_a_role_is_one_of_this_server_and_a_mention_either() -> None:
    assert write_value(option(ROLE), "31") == write_value(option(MENTIONABLE), "31") == "31"
    assert write_value(option(MENTIONABLE), ADA.id) == ADA.id
    for kind, sentence in ((ROLE, "no role of this server"), (MENTIONABLE, "nobody and no role")):
        with pytest.raises(ActRefusedError, match=sentence):
            write_value(option(kind), "32")


def test_what_is_required_must_be_there_and_nothing_else_may() -> None:
    with pytest.raises(ActRefusedError, match="“size” is required"):
        write_options([], [option(STRING, required=True)], {}, {})
    assert write_options([], [option(STRING)], {"size": ""}, {}) == []
    with pytest.raises(ActRefusedError, match="no option “colour”"):
        write_options([], [option(STRING)], {"colour": "red"}, {})


def test_a_command_is_found_by_its_words() -> None:
    export = {"name": "export", "type": 1, "options": [option(STRING)]}
    commands = {"1": {"id": "1", "name": "privacy", "options": [export]}}
    assert find_command(commands, "/privacy export") == (commands["1"], [export], [option(STRING)])
    for path, sentence in (
        ("privacy", "needs one of: export"),
        ("privacy all", "no command"),
        ("", "no command"),
    ):
        with pytest.raises(ActRefusedError, match=sentence):
            find_command(commands, path)


def test_a_menu_takes_from_its_fewest_to_its_most_choices() -> None:
    options = [{"label": value, "value": value} for value in "abcd"]
    menu = {"type": 3, "custom_id": "many", "min_values": 2, "max_values": 3, "options": options}
    check_selection(menu, ["a", "b"], {})
    check_selection(menu, ["a", "b", "c"], {})
    for values in (["a"], ["a", "b", "c", "d"], ["a", "a"]):
        with pytest.raises(ActRefusedError, match="Choose 2 to 3"):
            check_selection(menu, values, {})


def test_a_menu_of_channels_offers_channels_and_nothing_else() -> None:
    menu = {"type": 8, "custom_id": "where", "min_values": 0, "max_values": 2}
    check_selection(menu, [], {}, ["7"])
    check_selection(menu, ["7"], {}, ["7", "8"])
    with pytest.raises(ActRefusedError, match="does not offer"):
        check_selection(menu, ["9"], {}, ["7", "8"])


def test_a_form_s_text_may_be_as_long_and_as_short_as_its_bounds() -> None:
    field = {"type": 4, "id": 1, "custom_id": "to", "min_length": 2, "max_length": 4}
    for text in ("ab", "abcd"):
        assert fill_in_modal([field], {"to": text}, {})[0]["value"] == text
    for text in ("a", "abcde"):
        with pytest.raises(ActRefusedError, match="wrong length"):
            fill_in_modal([field], {"to": text}, {})


def test_a_file_is_one_that_was_attached() -> None:
    assert write_value(option(ATTACHMENT), "7") == "7"
    with pytest.raises(ActRefusedError, match="“size” is no file that you have attached"):
        write_value(option(ATTACHMENT), "8")
