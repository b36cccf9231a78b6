"""Junk in any part of a request breaks nothing.

It is accepted, or refused in Discord's form.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from playground.api import answers
from playground.api.composing import compose_edit, compose_message
from playground.checks.body_errors import BodyErrors
from playground.checks.command_rules import check_commands, check_completions
from playground.checks.component_rules import check_modal
from playground.checks.message_rules import check_thread
from playground.world.directory import COMPONENTS_V2
from playground.world.errors import JSON, DiscordError
from playground.world.state import GAMES_ID, WorldState
from playground.world.uploads import Upload
from tests.playground.sample_bot import png

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    7,
    1.5,
    "",
    "junk",
    [],
    ["junk"],
    [None],
    {},
    {"junk": 1},
    [{"type": 17}],
)
FILE = Upload("0", "board.png", "image/png", png())
EMOJI = {"name": "⚫"}
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "emoji": EMOJI, "disabled": False}
LINK = {"type": 2, "style": 5, "label": "See", "url": "https://a.example"}
OPTIONS = [{"label": "A", "value": "a", "description": "x", "default": True}, {"label": "B", "value": "b"}]
MENU = {
    "type": 3,
    "custom_id": "pick",
    "options": OPTIONS,
    "min_values": 1,
    "max_values": 1,
    "placeholder": "p",
}
PICTURE = {"media": {"url": "attachment://board.png"}, "description": "alt", "spoiler": False}
ATTACHMENTS = [{"id": 0, "filename": "board.png", "description": "alt"}]

PLAIN: JSON = {
    "content": "x",
    "nonce": "n",
    "flags": 0,
    "embeds": [
        {
            "title": "t",
            "description": "d",
            "color": 5,
            "footer": {"text": "f"},
            "author": {"name": "a"},
            "fields": [{"name": "n", "value": "v"}],
            "image": {"url": "attachment://board.png"},
        }
    ],
    "components": [{"type": 1, "components": [BUTTON, LINK]}, {"type": 1, "components": [MENU]}],
    "attachments": ATTACHMENTS,
    "allowed_mentions": {"parse": ["roles"], "users": ["1"]},
}
CARD: JSON = {
    "flags": COMPONENTS_V2,
    "attachments": ATTACHMENTS,
    "components": [
        {
            "type": 17,
            "accent_color": 5,
            "components": [
                {"type": 10, "content": "x"},
                {"type": 12, "items": [PICTURE]},
                {"type": 14, "spacing": 1, "divider": True},
                {
                    "type": 9,
                    "components": [{"type": 10, "content": "y"}],
                    "accessory": {"type": 11, **PICTURE},
                },
                {"type": 13, "file": {"url": "attachment://board.png"}},
                {"type": 1, "components": [BUTTON]},
            ],
        }
    ],
}
MODAL: JSON = {
    "title": "t",
    "custom_id": "m",
    "components": [
        {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "a", "style": 1, "min_length": 1}},
        {"type": 18, "label": "l", "description": "d", "component": {**MENU, "required": False}},
        {"type": 1, "components": [{"type": 4, "custom_id": "b", "style": 2, "label": "l"}]},
    ],
}
CHOICES = [{"name": "n", "value": "v", "name_localizations": {"de": "n"}}]
COMMANDS: list[JSON] = [
    {
        "name": "play",
        "name_localizations": {"de": "spielen"},
        "description": "d",
        "description_localizations": {"de": "d"},
        "options": [
            {"name": "game", "description": "d", "type": 3, "required": True, "choices": CHOICES},
            {
                "name": "size",
                "description": "d",
                "type": 4,
                "min_value": 3,
                "choices": [{"name": "n", "value": 3}],
            },
        ],
    },
    {"name": "Challenge", "type": 2},
    {
        "name": "settings",
        "description": "d",
        "options": [{"name": "me", "description": "d", "type": 1, "options": []}],
    },
]
THREAD: JSON = {"name": "n", "type": 11, "auto_archive_duration": 60, "archived": False, "locked": False}


def spoilt(body: Any) -> Iterator[Any]:
    """The body with each of its parts replaced by each kind of junk, or left out."""
    for path in list(paths(body, ())):
        for junk in JUNK:
            copied = copy.deepcopy(body)
            parent = copied
            for step in path[:-1]:
                parent = parent[step]
            parent[path[-1]] = junk
            yield copied


def paths(node: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    steps = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, inner in steps:
        yield (*path, step)
        yield from paths(inner, (*path, step))


def send(body: Any) -> object:
    state = WorldState()
    return compose_message(state, state.channels[GAMES_ID], body, [FILE], answers.PARSE, ephemeral=False)


def edit(body: Any) -> object:
    state = WorldState()
    message = state.post_message(state.channels[GAMES_ID], state.bot, send(PLAIN))  # pyrefly: ignore[bad-argument-type]  # send gives JSON
    return compose_edit(state, message, body, [FILE], answers.PARSE)


def open_modal(body: Any) -> None:
    form = BodyErrors()
    check_modal(form, body)
    form.raise_errors()


CHECKS: dict[str, tuple[Callable[[Any], object], Any]] = {
    "a message": (send, PLAIN),
    "a card": (send, CARD),
    "an edit": (edit, PLAIN),
    "a modal": (open_modal, MODAL),
    "commands": (check_commands, COMMANDS),
    "a thread": (check_thread, THREAD),
    "completions": (lambda body: check_completions(body, 3), CHOICES),
}


@pytest.mark.parametrize("name", CHECKS)
def test_junk_is_refused_in_form(name: str) -> None:
    check, body = CHECKS[name]
    check(copy.deepcopy(body))
    refused = 0
    for wrong in spoilt(body):
        try:
            check(wrong)
        except DiscordError as error:
            assert error.code in (50035, 50006)
            refused += 1
        except Exception as fault:
            raise AssertionError(f"{wrong!r} breaks it") from fault
    assert refused
