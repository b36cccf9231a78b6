"""The playground refuses every request that Discord refuses.

It does so with the same status and code, and says where the request is wrong.
"""

from __future__ import annotations

from typing import Any

import pytest

from playground.api.rest_api import PREFIX
from playground.world.errors import JSON
from playground.world.state import ADA_ID, BOT_ID, GAMES_ID, GUILD_ID
from tests.playground.conftest import Server
from tests.playground.plain_api import Api

V2 = 1 << 15
MESSAGES = f"/channels/{GAMES_ID}/messages"
COMMANDS = f"/applications/{BOT_ID}/commands"
FILE = (("board.png", b"x"),)
BIG = (("board.png", bytes(10 * 1024 * 1024 + 1)),)


def button(**fields: Any) -> JSON:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **fields}


def menu(**fields: Any) -> JSON:
    return {"type": 3, "custom_id": "pick", "options": [{"label": "A", "value": "a"}], **fields}


def row(*items: JSON) -> JSON:
    return {"type": 1, "components": list(items)}


def rows(*items: JSON) -> JSON:
    return {"content": "x", "components": [row(*items)]}


def text(content: str) -> JSON:
    return {"type": 10, "content": content}


def gallery(url: str, **fields: Any) -> JSON:
    return {"type": 12, "items": [{"media": {"url": url}, **fields}]}


def v2(*components: JSON, **fields: Any) -> JSON:
    return {"flags": V2, "components": list(components), **fields}


def embed(**fields: Any) -> JSON:
    return {"embeds": [fields]}


def command(**fields: Any) -> list[JSON]:
    return [{"name": "play", "description": "Play", **fields}]


def option(**fields: Any) -> JSON:
    return {"name": "game", "description": "Which", "type": 3, **fields}


MESSAGES_REFUSED: dict[str, tuple[Any, ...]] = {
    "content of 2001": ({"content": "x" * 2001}, "content"),
    "content that is no text": ({"content": 5}, "content"),
    "nonce of 26": ({"content": "x", "nonce": "n" * 26}, "nonce"),
    "11 embeds": ({"embeds": [{"title": "t"}] * 11}, "embeds"),
    "embed title of 257": (embed(title="x" * 257), "embeds.0.title"),
    "embed description of 4097": (embed(description="x" * 4097), "embeds.0.description"),
    "embed field of 1025": (embed(fields=[{"name": "n", "value": "x" * 1025}]), "embeds.0.fields.0.value"),
    "26 embed fields": (embed(fields=[{"name": "n", "value": "v"}] * 26), "embeds.0.fields"),
    "embed footer of 2049": (embed(title="t", footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    "6001 characters in two embeds": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds",
    ),
    "embed picture of no file": (embed(image={"url": "attachment://none.png"}), "embeds.0.image.url"),
    "embed picture of another scheme": (embed(image={"url": "ftp://a/b.png"}), "embeds.0.image.url"),
    "an empty row": (rows(), "components.0.components"),
    "a button beside a menu": (rows(button(), menu()), "components.0"),
    "a button outside a row": ({"content": "x", "components": [button()]}, "components.0.type"),
    "a text input in a message": (
        rows({"type": 4, "custom_id": "t", "style": 1, "label": "To"}),
        "components.0.components.0.type",
    ),
    "custom_id of 101": (rows(button(custom_id="x" * 101)), "components.0.components.0.custom_id"),
    "no custom_id": (rows(button(custom_id=None)), "components.0.components.0.custom_id"),
    "the same custom_id twice": (rows(button(), button()), "components"),
    "neither label nor emoji": (rows(button(label=None)), "components.0.components.0"),
    "a link without address": (rows(button(style=5, custom_id=None)), "components.0.components.0.url"),
    "style 9": (rows(button(style=9)), "components.0.components.0.style"),
    "26 menu options": (
        rows(menu(options=[{"label": str(i), "value": str(i)} for i in range(26)])),
        "components.0.components.0.options",
    ),
    "no menu options": (rows(menu(options=[])), "components.0.components.0.options"),
    "menu option label of 101": (
        rows(menu(options=[{"label": "x" * 101, "value": "a"}])),
        "components.0.components.0.options.0.label",
    ),
    "the same menu value twice": (
        rows(menu(options=[{"label": "A", "value": "a"}] * 2)),
        "components.0.components.0.options.1.value",
    ),
    "placeholder of 151": (rows(menu(placeholder="x" * 151)), "components.0.components.0.placeholder"),
    "more to choose than options": (rows(menu(max_values=2)), "components.0.components.0.max_values"),
    "more at least than at most": (
        rows(menu(min_values=2, max_values=1)),
        "components.0.components.0.min_values",
    ),
    "a V2 component without the flag": ({"components": [text("x")]}, "components.0.type"),
    "V2 with content": (v2(text("x"), content="x"), ""),
    "V2 with an embed": (v2(text("x"), embeds=[{"title": "t"}]), ""),
    "an empty text": (v2(text("")), "components.0.content"),
    "a container in a container": (
        v2({"type": 17, "components": [{"type": 17, "components": [text("x")]}]}),
        "components.0.components.0.type",
    ),
    "gallery of no file": (v2(gallery("attachment://none.png")), "components.0.items.0.media.url", *FILE),
    "gallery of 11": (
        v2({"type": 12, "items": [{"media": {"url": "https://a.example/b.png"}}] * 11}),
        "components.0.items",
    ),
    "alt text of 1025 in a gallery": (
        v2(gallery("attachment://board.png", description="x" * 1025)),
        "components.0.items.0.description",
        *FILE,
    ),
    "a file that no component shows": (v2(text("x")), "attachments", *FILE),
    "a section without accessory": (v2({"type": 9, "components": [text("x")]}), "components.0.accessory"),
    "the same component id twice": (v2({**text("x"), "id": 7}, {**text("y"), "id": 7}), "components"),
    "alt text of 1025 of a file": (
        {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
        "attachments.0.description",
        *FILE,
    ),
    "an attachment that was not sent": (
        {"content": "x", "attachments": [{"id": 3}]},
        "attachments.0.id",
        *FILE,
    ),
    "11 files": ({"content": "x"}, "attachments", *FILE * 11),
    "an unknown kind of mention": (
        {"content": "x", "allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions.parse.0",
    ),
    "mentions both parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": [ADA_ID]}},
        "allowed_mentions",
    ),
    "a reply to nothing": ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
}
"""Refused messages (400, 50035): the body, where its error is, and files."""

MALFORMED: dict[str, tuple[str, str, Any]] = {
    "history before what is no id": ("GET", f"{MESSAGES}?before=x", None),
    "a thread name of 101": ("POST", f"/channels/{GAMES_ID}/threads", {"name": "x" * 101, "type": 11}),
    "a thread that idles 5 minutes": (
        "POST",
        f"/channels/{GAMES_ID}/threads",
        {"name": "x", "type": 11, "auto_archive_duration": 5},
    ),
    "a command name in capitals": ("PUT", COMMANDS, command(name="Play")),
    "a command without description": ("PUT", COMMANDS, command(description="")),
    "the same command twice": ("PUT", COMMANDS, command() * 2),
    "a required option after another": (
        "PUT",
        COMMANDS,
        command(options=[option(), option(name="side", required=True)]),
    ),
    "choices and completion": (
        "PUT",
        COMMANDS,
        command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]),
    ),
    "a description of a context menu": (
        "PUT",
        COMMANDS,
        [{"name": "Challenge", "type": 2, "description": "x"}],
    ),
}
"""Other refused requests (400, 50035): the method, the path and the body."""

REFUSED: dict[str, tuple[Any, ...]] = {
    "an empty message": (400, 50006, "POST", MESSAGES, {"content": ""}),
    "a file of more than 10 MiB": (413, 40005, "POST", MESSAGES, {"content": "x"}, *BIG),
    "an unknown channel": (404, 10003, "POST", "/channels/1/messages", {"content": "x"}),
    "an unknown message": (404, 10008, "PATCH", f"{MESSAGES}/1", {"content": "x"}),
    "an unknown user": (404, 10013, "GET", "/users/1", None),
    "an unknown member": (404, 10007, "GET", f"/guilds/{GUILD_ID}/members/1", None),
    "an unknown guild": (404, 10004, "GET", f"/guilds/1/members/{ADA_ID}", None),
    "a DM to nobody": (400, 50033, "POST", "/users/@me/channels", {"recipient_id": "1"}),
    "an unknown webhook": (404, 10015, "POST", f"/webhooks/{BOT_ID}/nothing", {"content": "x"}),
    "commands of another application": (404, 10002, "PUT", "/applications/1/commands", []),
    "a body that is a list": (400, 50109, "POST", MESSAGES, ["x"]),
    "an unknown route": (404, 0, "GET", "/nothing", None),
    "a member for a channel that is no thread": (
        403,
        50024,
        "PUT",
        f"/channels/{GAMES_ID}/thread-members/{ADA_ID}",
        None,
    ),
    **{name: (400, 50035, *given) for name, given in MALFORMED.items()},
}
"""All other requests: status, code, method, path, body, and files."""


@pytest.mark.parametrize("name", MESSAGES_REFUSED)
async def test_a_malformed_message_is_refused_where_it_is_wrong(api: Api, name: str) -> None:
    body, where, *files = MESSAGES_REFUSED[name]
    status, reply = await api("POST", MESSAGES, body, tuple(files))
    assert (status, reply["code"]) == (400, 50035), reply
    node = reply["errors"]
    for step in filter(None, where.split(".")):
        node = node[step]
    assert node["_errors"][0]["message"]
    assert (await api("GET", MESSAGES))[1] == []


@pytest.mark.parametrize("name", REFUSED)
async def test_a_malformed_request_is_refused(api: Api, name: str) -> None:
    status, code, method, path, body, *files = REFUSED[name]
    answered, reply = await api(method, path, body, tuple(files))
    assert (answered, reply["code"]) == (status, code), reply


@pytest.mark.parametrize("data", [b"{", b"\xff", b'{"content": '])
async def test_what_is_no_json_is_50109(server: Server, api: Api, data: bytes) -> None:
    headers = {"Authorization": "Bot playground", "Content-Type": "application/json"}
    async with api.session.post(server.address + PREFIX + MESSAGES, data=data, headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_no_token_is_401(api: Api) -> None:
    for token in (None, "Bot of-another-place", "Bearer playground"):
        assert (await api("GET", "/users/@me", token=token))[0] == 401


async def test_only_ones_own_messages_are_edited(server: Server, api: Api) -> None:
    said = server.world.say(ADA_ID, GAMES_ID, "mine")
    status, reply = await api("PATCH", f"{MESSAGES}/{said['id']}", {"content": "ours"})
    assert (status, reply["code"]) == (403, 50005)


async def test_a_message_carries_one_thread(api: Api) -> None:
    message = await api.post(GAMES_ID, {"content": "x"})
    path = f"{MESSAGES}/{message['id']}/threads"
    assert (await api("POST", path, {"name": "match"}))[0] == 201
    assert (await api("POST", path, {"name": "match"}))[1]["code"] == 160004


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({"title": "x" * 46}, "title"),
        ({"custom_id": ""}, "custom_id"),
        ({"components": []}, "components"),
        ({"components": [{"type": 18, "label": "x" * 46, "component": menu()}]}, "components.0.label"),
        ({"components": [{"type": 18, "label": "x", "component": button()}]}, "components.0.component.type"),
        (
            {
                "components": [
                    {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "t", "style": 3}}
                ]
            },
            "components.0.component.style",
        ),
    ],
)
async def test_a_malformed_modal_is_refused_and_may_be_sent_again(
    server: Server, api: Api, data: JSON, where: str
) -> None:
    await api.sync()
    whole = {
        "title": "Move",
        "custom_id": "m",
        "components": [{"type": 18, "label": "x", "component": {"type": 4, "custom_id": "t", "style": 1}}],
    }
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, _):
        status, reply = await api("POST", callback, {"type": 9, "data": {**whole, **data}})
        assert (status, reply["code"]) == (400, 50035)
        node = reply["errors"]
        for step in where.split("."):
            node = node[step]
        assert node["_errors"]
        assert (await api("POST", callback, {"type": 9, "data": whole}))[0] == 204
