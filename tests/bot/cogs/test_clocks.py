"""Clocks as people meet them: chosen on a challenge, seen on the board, claimed or lengthened when time is up."""

from typing import Any

import pytest

from tests.bot.server import Server, texts

HOUR = 3600
DAY = 24 * HOUR


async def challenged(room: Server, **options: Any) -> Any:
    """Ann challenges Ben; returns the card."""
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben, **options)
    return shown.response


async def test_a_clock_is_chosen_in_words_and_stands_on_the_challenge(room: Server) -> None:
    for written, words in (
        ("1d", "1 day a move"),
        ("3 days a move", "3 days a move"),
        ("36 hours", "1 day 12 hours a move"),
        ("7 days + 1 day", "7 days, and 1 day more with each turn"),
    ):
        card = await challenged(room, clock=written)
        assert f"-# Clock: {words}\n" in texts(card)
        assert "asleep" not in texts(card)
    assert "Clock:" not in texts(await challenged(room, clock="none"))


async def test_a_clock_completes_in_words(room: Server) -> None:
    offered = await room.ann.autocomplete(room.channel, "play", "clock", "3", game="binar")
    assert [choice["name"] for choice in offered][:2] == ["3 days a move", "3 hours a move"]


@pytest.mark.parametrize(("clock", "short"), [("7 hours", True), ("8 hours", False), ("4h + 1d", True)])
async def test_one_shorter_than_a_night_s_sleep_is_pointed_out(room: Server, clock: str, short: bool) -> None:
    card = await challenged(room, clock=clock)
    assert ("-# Under 8 hours: somebody may be asleep when their time is up." in texts(card)) == short


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("quickly", "“quickly” is no clock"),
        ("5 minutes", "A clock gives 1 hour to 14 days for each move; 5 minutes is not within that."),
        ("90 days + 1 day", "A clock's bank holds 1 hour to 60 days; 90 days is not within that."),
        (
            "7 days + 30 days",
            "Each turn adds 1 minute to 14 days to a clock's bank; 30 days is not within that.",
        ),
    ],
)
async def test_what_is_no_clock_is_refused_in_a_sentence(room: Server, clock: str, words: str) -> None:
    refused = await room.ann.slash(room.channel, "play", game="binar", clock=clock)
    assert refused.ephemeral
    assert words in texts(refused.response)
    assert room.channel.history() == []


@pytest.mark.parametrize("game", ["binar", "yin-yang"])
async def test_the_challenger_changes_the_clock_by_options_until_somebody_accepts(
    room: Server, game: str
) -> None:
    shown = await room.ann.slash(room.channel, "play", game=game, opponent=room.ben, clock="5h")
    form = await room.ann.click(shown.response, label="Options")
    fields = [label["component"] for label in form.modal["components"]]
    offered = next(field for field in fields if field["custom_id"] == "clock")
    assert [option["value"] for option in offered["options"] if option.get("default")] == ["5h"]
    await room.ann.submit_modal(form, {"clock": ["1d"]})
    assert "Clock: 1 day a move" in texts(room.channel.history()[0])
    form = await room.ann.click(room.channel.history()[0], label="Options")
    await room.ann.submit_modal(form, {"clock": []})
    assert "Clock: 1 day a move" in texts(room.channel.history()[0])
    form = await room.ann.click(room.channel.history()[0], label="Options")
    await room.ann.submit_modal(form, {"clock": ["none"]})
    assert "Clock" not in texts(room.channel.history()[0])
