"""Discord's limits are exact: a value at a limit passes, one beyond it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from playground.checks.body_errors import BodyErrors
from playground.checks.command_rules import check_commands, check_completions
from playground.checks.component_rules import check_components, check_modal
from playground.world.command_options import INTEGER, STRING
from playground.world.errors import JSON, DiscordError
from playground.world.languages import PSEUDO


def errors_of(commands: list[JSON]) -> JSON:
    """Return the tree of errors that these commands meet, {} if they are accepted."""
    try:
        check_commands(commands)
    except DiscordError as error:
        assert error.code == 50035
        return error.errors or {}
    return {}


def command(**fields: Any) -> JSON:
    return {"name": "play", "description": "Play", **fields}


def with_option(**fields: Any) -> list[JSON]:
    return [command(options=[{"name": "size", "description": "How much", "type": INTEGER, **fields}])]


@pytest.mark.parametrize(
    ("bound", "kind", "taken", "beyond"),
    [
        ("min_length", STRING, (0, 6000), (-1, 6001)),
        ("max_length", STRING, (1, 6000), (0, 6001)),
        ("min_value", INTEGER, (0, -5, 2**53), ("5", True)),
        ("max_value", INTEGER, (0, -5, 2**53), ("5", True)),
    ],
)
def test_the_bounds_of_an_option_are_within_discords(
    bound: str, kind: int, taken: tuple[Any, ...], beyond: tuple[Any, ...]
) -> None:
    for value in taken:
        assert errors_of(with_option(type=kind, **{bound: value})) == {}, value
    for value in beyond:
        tree = errors_of(with_option(type=kind, **{bound: value}))
        assert list(tree["0"]["options"]["0"]) == [bound], value


@pytest.mark.parametrize(
    ("at_limit", "beyond"),
    [
        pytest.param(command(name="x" * 32), command(name="x" * 33), id="name"),
        pytest.param(command(description="x" * 100), command(description="x" * 101), id="description"),
        pytest.param(
            command(options=[{"name": f"o{n}", "description": "x", "type": STRING} for n in range(25)]),
            command(options=[{"name": f"o{n}", "description": "x", "type": STRING} for n in range(26)]),
            id="options",
        ),
        pytest.param(
            with_option(choices=[{"name": str(n), "value": n} for n in range(25)])[0],
            with_option(choices=[{"name": str(n), "value": n} for n in range(26)])[0],
            id="choices",
        ),
        pytest.param(
            with_option(choices=[{"name": "x" * 100, "value": 1}])[0],
            with_option(choices=[{"name": "x" * 101, "value": 1}])[0],
            id="choice name",
        ),
    ],
)
def test_a_command_may_reach_its_limits(at_limit: JSON, beyond: JSON) -> None:
    assert errors_of([at_limit]) == {}
    assert errors_of([beyond]) != {}


def test_words_in_other_languages_have_the_same_limits() -> None:
    def words(locale: str, name: str, description: str) -> JSON:
        return command(
            name_localizations={locale: name},
            description_localizations={locale: description},
            options=[
                {
                    "name": "size",
                    "type": INTEGER,
                    "description": "x",
                    "description_localizations": {locale: "x"},
                }
            ],
        )

    assert errors_of([words("pt-BR", "x" * 32, "x" * 100)]) == {}
    assert list(errors_of([words("pt-BR", "x" * 33, "x")])["0"]["name_localizations"]) == ["pt-BR"]
    assert list(errors_of([words("pt-BR", "x", "x" * 101)])["0"]["description_localizations"]) == ["pt-BR"]
    assert list(errors_of([words("pt-BR", "Jogar", "x")])["0"]["name_localizations"]) == ["pt-BR"]
    for unknown in (PSEUDO, "pt"):
        tree = errors_of([words(unknown, "x", "x")])["0"]
        assert sorted(tree) == ["description_localizations", "name_localizations", "options"]


def test_of_a_text_in_many_languages_the_longest_counts() -> None:
    locales = ("de", "fr", "it", "pt-BR")
    long = dict.fromkeys(locales, "x" * 100)
    options = [
        {"name": f"o{n}", "type": STRING, "description": "x", "description_localizations": long}
        for n in range(25)
    ]
    assert errors_of([command(options=options)]) == {}
    choices = [{"name": "x", "value": "x" * 100, "name_localizations": long}] * 25
    assert errors_of([command(options=[{**options[0], "choices": choices}])]) == {}
    heavy = [{**option, "choices": choices} for option in options[:2]]
    assert errors_of([command(options=heavy)])["0"]["_errors"][0]["code"] == "APPLICATION_COMMAND_TOO_LARGE"


def test_there_are_a_hundred_commands_at_most() -> None:
    assert errors_of([command(name=f"c{n}") for n in range(100)]) == {}
    assert errors_of([command(name=f"c{n}") for n in range(101)]) != {}


def test_a_command_has_8000_characters_at_most() -> None:
    """Names, descriptions and values count, of the command and of all within it."""
    full = {"name": "x" * 100, "value": "x" * 100}
    options = [
        {"name": f"o{n}", "description": "x" * 98, "type": STRING, "choices": [full] * 12} for n in range(3)
    ]
    used = len("playPlay") + sum(100 + 12 * 200 for _ in options)
    while used + 100 < 8000:
        options.append({"name": f"o{len(options)}", "description": "x" * 98, "type": STRING})
        used += 100
    last = {"name": "end", "type": STRING}
    for size, wrong in ((8000, False), (8001, True)):
        description = "x" * (size - used - len("end"))
        commands = [command(options=[*options, {**last, "description": description}])]
        assert bool(errors_of(commands)) is wrong


def test_completions_are_25_at_most() -> None:
    choices = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert check_completions(choices[:25], STRING) == choices[:25]
    with pytest.raises(DiscordError):
        check_completions(choices, STRING)


def row(*buttons: JSON) -> JSON:
    return {"type": 1, "components": list(buttons)}


def button(n: int = 0, label: str = "Go") -> JSON:
    return {"type": 2, "style": 1, "label": label, "custom_id": f"go:{n}"}


def display(characters: int) -> JSON:
    return {"type": 10, "content": "x" * characters}


@pytest.mark.parametrize(
    ("v2", "at_limit", "beyond"),
    [
        pytest.param(False, [row(button(label="x" * 80))], [row(button(label="x" * 81))], id="label"),
        pytest.param(
            False,
            [row(*(button(n) for n in range(5)))],
            [row(*(button(n) for n in range(6)))],
            id="buttons of a row",
        ),
        pytest.param(
            False, [row(button(n)) for n in range(5)], [row(button(n)) for n in range(6)], id="rows"
        ),
        pytest.param(True, [display(4000)], [display(4001)], id="text of one"),
        pytest.param(True, [display(2000)] * 2, [display(2000), display(2001)], id="text of all"),
        pytest.param(True, [display(1)] * 40, [display(1)] * 41, id="components"),
        pytest.param(
            True,
            [{"type": 17, "components": [display(1)] * 39}],
            [{"type": 17, "components": [display(1)] * 40}],
            id="components in a container",
        ),
    ],
)
def test_components_may_reach_their_limits(v2: bool, at_limit: list[JSON], beyond: list[JSON]) -> None:
    for components, wrong in ((at_limit, False), (beyond, True)):
        form = BodyErrors()
        check_components(form, components, v2, ())
        assert bool(form.errors) is wrong


RADIO, CHECKBOXES, CHECKBOX = 21, 22, 23


def group(kind: int, count: int, *, defaults: int = 0, **more: Any) -> JSON:
    """A field of a form with so many choices, the first of them chosen."""
    options = [{"label": str(n), "value": str(n), "default": n < defaults} for n in range(count)]
    inner = {"type": kind, "custom_id": "choice", "options": options, **more}
    return {"type": 18, "label": "Choose", "component": inner}


def box(number: int, **more: Any) -> JSON:
    """A field of a form with a box to tick."""
    return {
        "type": 18,
        "label": "Tick",
        "component": {"type": CHECKBOX, "custom_id": f"box-{number}", **more},
    }


@pytest.mark.parametrize(
    ("fields", "beyond"),
    [
        pytest.param([group(RADIO, 10)], [group(RADIO, 11)], id="radios"),
        pytest.param([group(RADIO, 2)], [group(RADIO, 1)], id="one radio"),
        pytest.param([group(RADIO, 3, defaults=1)], [group(RADIO, 3, defaults=2)], id="chosen radios"),
        pytest.param([group(CHECKBOXES, 10)], [group(CHECKBOXES, 11)], id="checkboxes"),
        pytest.param([group(CHECKBOXES, 1)], [group(CHECKBOXES, 0)], id="no checkbox"),
        pytest.param(
            [group(CHECKBOXES, 9, max_values=10)], [group(CHECKBOXES, 9, max_values=11)], id="most ticks"
        ),
        pytest.param([box(0, default=True)], [box(0, default="yes")], id="a ticked box"),
        pytest.param([box(n) for n in range(5)], [box(n) for n in range(6)], id="fields"),
    ],
)
def test_groups_and_boxes_of_a_form_may_reach_their_limits(fields: list[JSON], beyond: list[JSON]) -> None:
    for components, wrong in ((fields, False), (beyond, True)):
        form = BodyErrors()
        check_modal(form, {"title": "Choose", "custom_id": "m", "components": components})
        assert bool(form.errors) is wrong


@pytest.mark.parametrize(("field", "most"), [("title", 45), ("custom_id", 100)])
def test_a_modal_may_reach_its_limits(field: str, most: int) -> None:
    body: JSON = {"title": "Move", "custom_id": "m", "components": [display(1)]}
    for length, wrong in ((most, False), (most + 1, True), (1, False), (0, True)):
        form = BodyErrors()
        check_modal(form, {**body, field: "x" * length})
        assert bool(form.errors) is wrong, length
