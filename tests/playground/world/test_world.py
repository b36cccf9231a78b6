"""What a member sees, which events reach them and what they can do, without a bot."""

from __future__ import annotations

import pytest

from playground.world.components import assign_ids, fill_in_modal
from playground.world.directory import EPHEMERAL, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Snowflakes
from playground.world.errors import JSON, ActRefusedError
from playground.world.state import (
    ADA_ID,
    ATTACHMENT_LIMIT,
    BEN_ID,
    BOT_ID,
    CLEO_ID,
    GAMES_ID,
    LOUNGE_ID,
    MOST_ATTACHED,
    MOST_GONE,
    Modal,
)
from playground.world.uploads import Upload
from playground.world.user_installs import GROUP_ID
from playground.world.world import World

BUTTON = {"type": 2, "id": 2, "style": 1, "label": "Go", "custom_id": "go"}
DEAD = {**BUTTON, "custom_id": "dead", "disabled": True}
MENU = {
    "type": 3,
    "custom_id": "pick",
    "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}],
}


def channel(world: World, member_id: str, channel_id: str) -> JSON:
    sight = world.member_view(member_id)
    found: JSON = next(
        c for c in [*sight["channels"], *sight["threads"], *sight["dms"]] if c["id"] == channel_id
    )
    return found


def thread(world: World, kind: int) -> Channel:
    state = world.state
    return state.create_thread(state.channels[GAMES_ID], state.new_id(), kind, "match", 1440, BOT_ID)


@pytest.fixture
def world() -> World:
    return World(patience=0.01)


def test_everybody_is_in_one_server_with_two_channels(world: World) -> None:
    sight = world.member_view(CLEO_ID)
    assert [c["name"] for c in sight["channels"]] == ["games", "lounge"]
    assert [u["username"] for u in sight["guild"]["members"]] == [
        *("ada", "ben", "cleo", "dora", "emil", "finn", "greta", "hugo", "Twotone")
    ]
    assert (sight["bot"]["online"], sight["commands"], sight["dms"], sight["modals"]) == (False, [], [], [])


def test_the_clock_is_turned_forward_for_everybody_and_for_the_bot(world: World) -> None:
    told: list[float] = []
    world.turn_bot = told.append
    card = world.say(ADA_ID, GAMES_ID, "hello")
    before, message = world.state.now(), world.state.find_message(card["id"])
    assert message is not None
    age = before - message.sent_at
    world.turn_clock(3600)
    world.turn_clock(86_400)
    assert told == [3600, 90_000]
    assert 0 <= world.state.now() - before - 90_000 < 60
    assert world.state.now() - message.sent_at < 60 + age, "Discord takes its edits as before"
    assert world.member_view(BEN_ID)["ahead"] == 90_000
    assert world.say(BEN_ID, GAMES_ID, "later")["timestamp"] > card["timestamp"]


@pytest.mark.parametrize("seconds", [0, -1, 30 * 86_400 + 1])
def test_the_clock_goes_forward_only_and_not_too_far_at_once(world: World, seconds: float) -> None:
    with pytest.raises(ActRefusedError, match="up to 30 days"):
        world.turn_clock(seconds)
    assert world.state.ahead == 0


def test_a_group_is_for_those_who_are_in_it(world: World) -> None:
    group = world.state.channels[GROUP_ID]
    assert world.state.audience(group) == [ADA_ID, BEN_ID, CLEO_ID]


def test_unread_marks_count_what_others_said_and_who_was_named(world: World) -> None:
    world.say(ADA_ID, LOUNGE_ID, "hello")
    world.say(ADA_ID, LOUNGE_ID, f"<@{BEN_ID}>!")
    marks = {
        m: [channel(world, m, LOUNGE_ID)[k] for k in ("unread", "mentions")]
        for m in (ADA_ID, BEN_ID, CLEO_ID)
    }
    assert marks == {ADA_ID: [0, 0], BEN_ID: [2, 1], CLEO_ID: [2, 0]}
    world.mark_read(BEN_ID, LOUNGE_ID)
    assert channel(world, BEN_ID, LOUNGE_ID)["unread"] == 0


async def test_reading_is_told_to_the_reader_alone(world: World) -> None:
    world.say(ADA_ID, LOUNGE_ID, "hello")
    async with world.watch(BEN_ID) as mine, world.watch(CLEO_ID) as others:
        world.mark_read(BEN_ID, LOUNGE_ID)
        assert mine.get_nowait() == {"type": "unread", "channel_id": LOUNGE_ID, "unread": 0, "mentions": 0}
        assert mine.empty()
        assert others.empty()


async def test_a_private_thread_is_for_those_in_it(world: World) -> None:
    async with world.watch(CLEO_ID) as events:
        private = thread(world, PRIVATE_THREAD)
        world.state.join_thread(private, ADA_ID)
        world.say(ADA_ID, private.id, "psst")
        assert events.empty()
    assert world.member_view(CLEO_ID)["threads"] == []
    assert channel(world, ADA_ID, private.id)["messages"][0]["content"] == "psst"
    with pytest.raises(ActRefusedError, match="not there"):
        world.say(CLEO_ID, private.id, "let me in")


async def test_an_ephemeral_message_is_for_one_and_may_be_dismissed_by_them(world: World) -> None:
    state = world.state
    async with world.watch(BEN_ID) as others:
        fields = {
            "content": "your hand",
            "flags": EPHEMERAL,
            "components": [{"type": 1, "components": [BUTTON]}],
        }
        hand = state.post_message(state.channels[GAMES_ID], state.bot, fields, only_for=ADA_ID)
        assert hand.body in world.messages(ADA_ID, GAMES_ID)
        assert hand.body not in world.messages(BEN_ID, GAMES_ID)
        assert world.messages(BEN_ID, "1") == []
        state.edit_message(hand, {"content": "your other hand"})
        assert others.empty()
        with pytest.raises(ActRefusedError, match="no longer there"):
            await world.click(BEN_ID, hand.id, "go")
        world.dismiss_message(BEN_ID, hand.id)
        assert len(channel(world, ADA_ID, GAMES_ID)["messages"]) == 1
        world.dismiss_message(ADA_ID, hand.id)
        assert channel(world, ADA_ID, GAMES_ID)["messages"] == []
        assert others.empty()


def test_a_member_has_one_dm_with_the_bot(world: World) -> None:
    first = world.open_dm(ADA_ID)
    assert world.open_dm(ADA_ID)["id"] == first["id"]
    assert world.member_view(BEN_ID)["dms"] == []
    world.say(ADA_ID, first["id"], "mine")
    assert [len(world.messages(who, first["id"])) for who in (ADA_ID, BEN_ID)] == [1, 0]
    with pytest.raises(ActRefusedError, match="not there"):
        world.say(BEN_ID, first["id"], "not mine")


def test_a_locked_thread_takes_no_words_and_an_idle_one_wakes(world: World) -> None:
    public = thread(world, PUBLIC_THREAD)
    world.faults.archive(public.id)
    world.say(BEN_ID, public.id, "still there?")
    assert channel(world, BEN_ID, public.id)["joined"]
    assert not public.archived
    world.faults.archive(public.id, locked=True)
    with pytest.raises(ActRefusedError, match="locked"):
        world.say(BEN_ID, public.id, "hello?")


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_words_are_1_to_2000_characters(world: World, text: str) -> None:
    with pytest.raises(ActRefusedError, match="1 to 2000"):
        world.say(ADA_ID, GAMES_ID, text)


async def test_what_a_message_does_not_offer_cannot_be_done(world: World) -> None:
    state = world.state
    rows = [{"type": 1, "components": [BUTTON, DEAD]}, {"type": 1, "components": [MENU]}]
    message = state.post_message(state.channels[GAMES_ID], state.bot, {"components": rows})
    with pytest.raises(ActRefusedError, match="disabled"):
        await world.click(ADA_ID, message.id, "dead")
    with pytest.raises(ActRefusedError, match="no longer there"):
        await world.click(ADA_ID, message.id, "pick")
    for values, sentence in ((["c"], "does not offer"), ([], "Choose 1"), (["a", "b"], "Choose 1")):
        with pytest.raises(ActRefusedError, match=sentence):
            await world.select(ADA_ID, message.id, "pick", values)


async def test_an_act_without_a_bot_fails_and_is_told(world: World) -> None:
    state = world.state
    message = state.post_message(
        state.channels[GAMES_ID], state.bot, {"components": [{"type": 1, "components": [BUTTON]}]}
    )
    async with world.watch(ADA_ID) as events, world.watch(BEN_ID) as others:
        with pytest.raises(ActRefusedError, match="This interaction failed"):
            await world.click(ADA_ID, message.id, "go")
        states = [(e["state"], e["text"]) for e in (events.get_nowait(), events.get_nowait())]
        assert states == [("sent", ""), ("failed", "This interaction failed")]
        assert others.empty()


async def test_a_modal_is_on_one_screen_and_closes_unsent(world: World) -> None:
    modal = Modal("1", ADA_ID, {"custom_id": "m", "title": "Move", "components": []}, GAMES_ID, None)
    world.state.modals[modal.id] = modal
    assert [m["title"] for m in world.member_view(ADA_ID)["modals"]] == ["Move"]
    assert world.member_view(BEN_ID)["modals"] == []
    world.dismiss_modal(BEN_ID, modal.id)
    with pytest.raises(ActRefusedError, match="no longer open"):
        await world.submit(BEN_ID, modal.id, {})
    with pytest.raises(ActRefusedError, match="This interaction failed"):
        await world.submit(ADA_ID, modal.id, {})
    assert modal.id in world.state.modals
    world.dismiss_modal(ADA_ID, modal.id)
    assert world.member_view(ADA_ID)["modals"] == []


FIELDS: list[JSON] = [
    {"type": 10, "id": 1, "content": "Your move"},
    {
        "type": 18,
        "id": 2,
        "label": "To",
        "component": {"type": 4, "id": 3, "custom_id": "to", "max_length": 3},
    },
    {"type": 18, "id": 4, "label": "How", "component": {**MENU, "id": 5, "required": False}},
    {
        "type": 18,
        "id": 6,
        "label": "Side",
        "component": {"type": 21, "id": 7, "custom_id": "side", "options": MENU["options"]},
    },
    {
        "type": 18,
        "id": 8,
        "label": "Sure",
        "component": {"type": 23, "id": 9, "custom_id": "sure", "default": True},
    },
    {
        "type": 18,
        "id": 10,
        "label": "File",
        "component": {"type": 19, "id": 11, "custom_id": "file", "required": False, "file_types": [".pdn"]},
    },
]
HELD: JSON = {"1": {"filename": "game.PDN"}, "2": {"filename": "photo.png"}}


def test_a_modal_is_filled_in_as_discord_writes_it() -> None:
    filled = fill_in_modal(FIELDS, {"to": "c3", "side": "b", "file": ["1"]}, {}, HELD)
    assert filled == [
        {"type": 10, "id": 1},
        {"type": 18, "id": 2, "component": {"type": 4, "id": 3, "custom_id": "to", "value": "c3"}},
        {"type": 18, "id": 4, "component": {"type": 3, "id": 5, "custom_id": "pick", "values": []}},
        {"type": 18, "id": 6, "component": {"type": 21, "id": 7, "custom_id": "side", "value": "b"}},
        {"type": 18, "id": 8, "component": {"type": 23, "id": 9, "custom_id": "sure", "value": True}},
        {"type": 18, "id": 10, "component": {"type": 19, "id": 11, "custom_id": "file", "values": ["1"]}},
    ]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"side": "b"}, "required"),
        ({"to": "c3xd4", "side": "b"}, "wrong length"),
        ({"to": "c3", "side": "z"}, "offer"),
        ({"to": "c3", "side": "b", "file": ["2"]}, "takes .pdn only"),
        ({"to": "c3", "side": "b", "file": ["3"]}, "no longer there"),
        ({"to": "c3", "side": "b", "file": ["1", "2"]}, "up to 1 files"),
    ],
)
def test_a_modal_filled_in_wrongly_is_not_sent(values: JSON, sentence: str) -> None:
    with pytest.raises(ActRefusedError, match=sentence):
        fill_in_modal(FIELDS, values, {}, HELD)


def test_ids_hold_their_time_and_grow() -> None:
    snowflakes = Snowflakes()
    first, second, earlier = (
        snowflakes.next(1_800_000_000.5),
        snowflakes.next(1_800_000_000.5),
        snowflakes.next(0),
    )
    assert (int(first) >> 22) + 1_420_070_400_000 == 1_800_000_000_500
    assert int(first) < int(second) < int(earlier)


def test_nobody_else_looks_in(world: World) -> None:
    for stranger in ("1", BOT_ID):
        with pytest.raises(ActRefusedError, match="no such member"):
            world.member_view(stranger)
        with pytest.raises(ActRefusedError, match="no such member"):
            world.watch(stranger)


COMMAND = {
    "id": "1",
    "name": "bring",
    "description": "A file",
    "options": [{"name": "record", "type": 11, "description": "Which"}],
}


async def test_a_file_of_a_command_is_resolved_for_its_owner_alone(world: World) -> None:
    heard: list[JSON] = []
    state = world.state
    state.commands = {"1": COMMAND}
    state.on_dispatch = lambda event, body, channel: heard.append(body["data"])
    held = world.attach_file(ADA_ID, GAMES_ID, Upload("0", "a.pdn", "text/plain", b"1. c3-d4"))
    assert held == {"id": held["id"], "filename": "a.pdn", "size": 8}
    with pytest.raises(ActRefusedError, match="did not respond"):
        await world.slash(ADA_ID, GAMES_ID, "bring", {"record": held["id"]})
    assert heard[0]["options"] == [{"name": "record", "type": 11, "value": held["id"]}]
    [sent] = heard[0]["resolved"]["attachments"].values()
    assert (sent["filename"], sent["size"], sent["ephemeral"]) == ("a.pdn", 8, True)
    assert sent["url"].startswith(f"{state.address}/attachments/{GAMES_ID}/{held['id']}/a.pdn?hm=")
    with pytest.raises(ActRefusedError, match="no file that you have attached"):
        await world.slash(BEN_ID, GAMES_ID, "bring", {"record": held["id"]})
    assert len(heard) == 1


def test_only_so_many_files_are_held_and_none_that_is_too_large(world: World) -> None:
    files = [Upload("0", f"{number}.pdn", "text/plain", b"1") for number in range(MOST_ATTACHED + 1)]
    held = [world.attach_file(ADA_ID, GAMES_ID, file)["id"] for file in files]
    assert list(world.state.attached[ADA_ID]) == list(world.state.files) == held[1:]
    assert world.state.find_file(held[0]) is not None  # a page that has just heard of it may be loading it
    for _ in range(MOST_GONE):
        world.attach_file(ADA_ID, GAMES_ID, files[0])
    assert world.state.find_file(held[0]) is None
    large = Upload("0", "large", "text/plain", bytes(ATTACHMENT_LIMIT + 1))
    with pytest.raises(ActRefusedError, match="larger than 10 MB"):
        world.attach_file(ADA_ID, GAMES_ID, large)
    with pytest.raises(ActRefusedError, match="not there"):
        world.attach_file(ADA_ID, thread(world, PRIVATE_THREAD).id, files[0])


def test_what_a_menu_has_chosen_already_is_told_by_ids_as_text() -> None:
    chosen: JSON = {
        "type": 8,
        "custom_id": "where",
        "default_values": [{"id": int(GAMES_ID), "type": "channel"}],
    }
    assign_ids([{"type": 1, "components": [chosen]}])
    assert chosen["default_values"] == [{"id": GAMES_ID, "type": "channel"}]
