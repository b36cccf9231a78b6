"""A bot inside the playground's process that has one act for each button.

It tests, without games, the content that the page must show and send.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

from playground.api import answers
from playground.api.composing import compose_message
from playground.world.directory import Channel
from playground.world.errors import JSON
from playground.world.state import ADA_ID, GAMES_ID, WorldState
from playground.world.uploads import Upload
from playground.world.world import World

V2, ONLY_YOU = 1 << 15, 1 << 6
GAMES = ("Binar", "Binary", "Zong-Heng", "Incorrect Checkers", "Yin Yang", "One Zero One", "Italian checkers")

COMMANDS: list[JSON] = [
    {
        "name": "play",
        "description": "Challenge somebody, or anybody",
        "options": [
            {"name": "game", "type": 3, "description": "Which game", "required": True, "autocomplete": True},
            {"name": "opponent", "type": 6, "description": "Whom to challenge"},
            {
                "name": "side",
                "type": 3,
                "description": "Which side is yours",
                "choices": [{"name": "Light", "value": "light"}, {"name": "Dark", "value": "dark"}],
            },
            {"name": "size", "type": 4, "description": "Squares a side", "min_value": 5, "max_value": 9},
        ],
    },
    {"name": "show", "description": "One message of every component", "options": []},
    {"name": "mute", "description": "Never answer", "options": []},
    {
        "name": "privacy",
        "description": "What is kept about you",
        "options": [
            {"name": "export", "type": 1, "description": "Everything as JSON", "options": []},
            {"name": "delete", "type": 1, "description": "Forget me", "options": []},
        ],
    },
    {
        "name": "help",
        "description": "What this is",
        "description_localizations": dict.fromkeys(("da", "he", "ja", "pt-BR"), "…"),
        "options": [],
    },
    {"name": "Challenge to a game…", "type": 2, "description": ""},
]


def picture(width: int, height: int) -> bytes:
    """A PNG of a two-tone board."""
    rows = b"".join(
        b"\0"
        + b"".join(
            bytes((240, 217, 181)) if (x * 8 // width + y * 8 // height) % 2 == 0 else bytes((181, 136, 99))
            for x in range(width)
        )
        for y in range(height)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def button(label: str, custom_id: str = "", style: int = 2, **more: Any) -> JSON:
    return {
        "type": 2,
        "style": style,
        "label": label,
        **({"custom_id": custom_id} if custom_id else {}),
        **more,
    }


def row(*components: JSON) -> JSON:
    return {"type": 1, "components": list(components)}


def text(content: str) -> JSON:
    return {"type": 10, "content": content}


def menu(custom_id: str, placeholder: str, values: tuple[str, ...], **more: Any) -> JSON:
    options = [{"label": v, "value": v.lower(), "description": f"About {v}"} for v in values]
    return {"type": 3, "custom_id": custom_id, "placeholder": placeholder, "options": options, **more}


MODAL: JSON = {
    "custom_id": "a-modal",
    "title": "Type a move",
    "components": [
        text("Your move in **any notation** the game reads."),
        {
            "type": 18,
            "label": "Move",
            "description": "As in c3-d4",
            "component": {"type": 4, "custom_id": "move", "style": 1, "min_length": 2, "max_length": 8},
        },
        {
            "type": 18,
            "label": "And then",
            "component": menu("then", "What then", ("Wait", "Offer a draw"), required=False),
        },
        {
            "type": 18,
            "label": "Why",
            "component": {
                "type": 4,
                "custom_id": "why",
                "style": 2,
                "required": False,
                "placeholder": "If you like",
            },
        },
    ],
}


class ScriptedBot:
    """Answers everything a member does.

    `seen` keeps the data of every interaction, in order.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.seen: list[JSON] = []
        self.locales: list[tuple[str, str | None]] = []
        state = world.state
        state.commands = {
            str(n): {"id": str(n), "type": 1, **command} for n, command in enumerate(COMMANDS, 1)
        }
        state.set_online(True)
        state.on_dispatch = self._hear

    def post(self, channel: Channel, body: JSON, uploads: tuple[Upload, ...] = ()) -> JSON:
        """Say something of its own accord."""
        state = self.world.state
        fields = compose_message(state, channel, body, uploads, ("users",), False)
        return state.post_message(channel, state.bot, fields).body

    def _hear(self, event: str, body: JSON, channel: Channel | None) -> None:
        if event != "INTERACTION_CREATE" or channel is None:
            return
        data = body["data"]
        self.seen.append(data)
        self.locales.append((body["locale"], body.get("guild_locale")))
        act = ACTS.get(data.get("custom_id") or data["name"])
        if act is not None:
            act(self, body, data, channel)

    def answer(
        self, body: JSON, kind: int, data: JSON | None = None, uploads: tuple[Upload, ...] = ()
    ) -> None:
        """Give the first answer to an interaction."""
        answers.accept_answer(
            self.world, body["id"], body["token"], {"type": kind, "data": data or {}}, uploads
        )


def _play(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    options = {option["name"]: option for option in data["options"]}
    if body["type"] == 4:
        typed = str(options["game"]["value"]).lower()
        found = [{"name": game, "value": game.lower()} for game in GAMES if typed in game.lower()]
        bot.answer(body, 8, {"choices": found})
        return
    said = " ".join(f"{name}={option['value']}" for name, option in options.items())
    card = {
        "type": 17,
        "accent_color": 0xD9A441,
        "components": [
            text(f"### A challenge\n<@{body['member']['user']['id']}> plays {said}"),
            row(button("Accept", "count", 3), button("Decline", "mute", 4), button("Options", "modal")),
        ],
    }
    bot.answer(body, 4, {"flags": V2, "components": [card]})


def _show(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    components = everything(bot.world.state)
    uploads = (
        Upload("0", "board.png", "image/png", picture(360, 360)),
        Upload("1", "thumb.png", "image/png", picture(80, 80)),
        Upload("2", "game.pdn", "text/plain", b'[Event "?"]\n'),
    )
    bot.answer(body, 4, {"flags": V2, "components": components}, uploads)


def everything(state: WorldState) -> list[JSON]:
    """Every component a message may hold."""
    rich = (
        "# One\n## Two\n### Three\n-# small words\n**bold** *italic* __under__ ~~struck~~ `code` ||hidden||\n"
        f"> quoted\n- first\n- second\n  - inner\n1. one\n2. two\n[a link](https://example.org/) <@{ADA_ID}> "
        f"<#{GAMES_ID}> <t:{int(state.now()) - 180}:R>\n```py\nx = 1 < 2\n```\n<script>alert(1)</script>"
    )
    return [
        text("**Twotone** shows everything."),
        {
            "type": 17,
            "accent_color": 0x5865F2,
            "components": [
                {
                    "type": 9,
                    "components": [text(rich)],
                    "accessory": {"type": 11, "media": _file("thumb.png"), "description": "A small board"},
                },
                {"type": 14, "divider": True, "spacing": 2},
                {
                    "type": 12,
                    "items": [{"media": _file("board.png"), "description": "An empty board of 8 by 8"}],
                },
                {
                    "type": 9,
                    "components": [text("A section with a button")],
                    "accessory": button("Count", "count", 1),
                },
                {"type": 14, "divider": False},
                {"type": 13, "file": _file("game.pdn")},
                row(menu("one", "Choose a piece", ("Man", "King", "Stone"))),
                row(menu("many", "Choose squares", ("A1", "B2", "C3", "D4"), min_values=2, max_values=3)),
                row(
                    button("Primary", "primary", 1),
                    button("Secondary", "secondary", 2),
                    button("Success", "success", 3),
                    button("Danger", "danger", 4),
                    button("Rules", style=5, url="https://example.org/rules"),
                ),
                row(
                    button("Disabled", "never", 1, disabled=True),
                    {"type": 2, "style": 2, "custom_id": "emoji", "emoji": {"name": "♟"}},
                    button("Think", "think"),
                    button("Only me", "only"),
                    button("Type a move", "modal"),
                ),
            ],
        },
        row(button("No answer", "mute", 4), button("To my DMs", "dm"), button("A thread", "thread")),
    ]


def _file(name: str) -> JSON:
    return {"url": f"attachment://{name}"}


def _count(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    pressed = sum(1 for one in bot.seen if one.get("custom_id") == "count")
    bot.answer(body, 7, {"components": [text(f"Counted {pressed}"), row(button("Count", "count", 1))]})


def _only(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    bot.answer(body, 4, {"content": "A secret for one: 7 of hearts", "flags": ONLY_YOU})


def _think(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    bot.answer(body, 5)


def _answer_menu(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    bot.answer(body, 4, {"content": f"Chosen: {', '.join(data['values'])}"})


def _modal(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    bot.answer(body, 9, MODAL)


def _answer_form(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    move = data["components"][1]["component"]["value"]
    bot.answer(body, 4, {"content": f"You typed {move}", "flags": ONLY_YOU})


def _dm(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    dm = bot.world.state.open_dm(body["member"]["user"]["id"])
    bot.post(dm, {"content": "Your hand: 7 of hearts"})
    bot.answer(body, 6)


def _thread(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    state = bot.world.state
    started = bot.post(channel, {"content": "Binar: Ada against Ben"})
    thread = state.create_thread(channel, started["id"], 11, "Ada – Ben, Binar", 1440, state.bot.id)
    bot.post(thread, {"content": f"<@{ADA_ID}> to move"})
    bot.answer(body, 6)


def _acknowledge(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    bot.answer(body, 6)


def _answer_user_command(bot: ScriptedBot, body: JSON, data: JSON, channel: Channel) -> None:
    bot.answer(body, 4, {"content": f"Used on <@{data['target_id']}>", "flags": ONLY_YOU})


ACTS: dict[str, Any] = {
    "play": _play,
    "show": _show,
    "help": _show,
    "count": _count,
    "only": _only,
    "think": _think,
    "one": _answer_menu,
    "many": _answer_menu,
    "modal": _modal,
    "a-modal": _answer_form,
    "dm": _dm,
    "thread": _thread,
    "primary": _acknowledge,
    "emoji": _acknowledge,
    "Challenge to a game…": _answer_user_command,
}
