"""Two forms change the terms of a challenge until a player accepts it.

One holds clock, side and rating, the other the options.
"""

import pytest

from rules.catalogue import GAMES
from tests.bot.challenge_cards import SINGLE, card, chosen_values, fields
from tests.bot.server import Server, button, buttons, press_behind, reply_text, texts
from tests.examples.every_game import A_FEW_GAMES


async def test_the_options_button_edits_what_is_agreed_before_anyone_accepts(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    refused = await press_behind(room.ben, shown.response, "Options")
    assert "Only Ann can change this challenge" in texts(refused.response)
    form = await press_behind(room.ann, shown.response, "Options")
    assert form.modal is not None
    assert [part["label"] for part in form.modal["components"]] == ["Size", "Digits", "Lines"]
    assert {field["type"] for field in fields(form).values()} == {3, 21}
    await room.restart()
    await room.ann.submit_modal(form, {"size": ["4"], "digits": "choose", "lines": "single"})
    words = texts(card(room))
    assert f"4×4 board, either digit, {SINGLE}" in words
    assert "odd" in words.lower()
    await room.ben.click(card(room), label="Accept")
    assert (await room.match()).options == {"size": 4, "digits": "choose", "lines": "single"}


@pytest.mark.ci
@pytest.mark.parametrize("key", A_FEW_GAMES, indirect=True)
async def test_every_game_s_options_fit_into_a_form_and_an_empty_one_changes_nothing(
    room: Server, key: str
) -> None:
    await room.ann.slash(room.channel, "play", game=key, opponent=room.ben)
    before = texts(card(room))
    asked = any(len(option.choices) > 1 for option in GAMES[key].options)
    for label in ("Options", "Clock and side") if asked else ("Clock and side",):
        form = await press_behind(room.ann, card(room), label)
        await room.ann.submit_modal(form, {})
    assert texts(card(room)) == before
    unfolded = await room.cleo.click(card(room), label="More")
    assert ("Options" in buttons(unfolded.response)) is asked


async def test_clock_side_and_rating_are_one_form(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    refused = await room.ben.click(shown.response, label="Clock and side")
    assert "Only Ann can change this challenge" in texts(refused.response)
    form = await room.ann.click(shown.response, label="Clock and side")
    asked = fields(form)
    assert {name: field["type"] for name, field in asked.items()} == {"side": 21, "clock": 3, "rated": 23}
    assert [option["label"] for option in asked["side"]["options"]] == [
        "Drawn by lot",
        "Even",
        "Odd",
        "Both: a mini-match of two games",
    ]
    assert (chosen_values(asked["side"]), chosen_values(asked["clock"])) == (["random"], ["none"])
    assert asked["rated"]["default"]
    await room.restart()
    await room.ann.submit_modal(form, {"side": "side.odd", "clock": ["3d"], "rated": False})
    words = texts(card(room))
    assert "Ann plays **Odd**" in words and "Clock: 3 days a move" in words and "Rated" not in words
    asked = fields(await room.ann.click(card(room), label="Clock and side"))
    assert (chosen_values(asked["side"]), chosen_values(asked["clock"])) == (["side.odd"], ["3d"])
    assert not asked["rated"].get("default")


@pytest.mark.ci
async def test_what_a_form_does_not_ask_stays_as_it_is(room: Server) -> None:
    await room.ann.slash(
        room.channel, "play", game="binar", opponent=room.ben, side="Odd", clock="3d", rated=False
    )
    form = await press_behind(room.ann, card(room), "Options")
    await room.ann.submit_modal(form, {"size": ["4"]})
    words = texts(card(room))
    assert "4×4" in words and "Ann plays **Odd**" in words and "3 days" in words and "Rated" not in words
    form = await room.ann.click(card(room), label="Clock and side")
    await room.ann.submit_modal(form, {"side": "random"})
    assert "4×4" in texts(card(room)) and "Odd**" not in texts(card(room))
    form = await room.ann.click(card(room), label="Clock and side")
    await room.ann.submit_modal(form, {"side": "side.odd"})
    await room.ben.click(card(room), label="Accept")
    assert [member.name for member in await room.players()] == ["Ben", "Ann"]
    assert (await room.match()).options["size"] == 4


async def test_against_the_computer_the_form_asks_the_side_alone(room: Server) -> None:
    await room.ann.slash(room.channel, "play", game="yin-yang", opponent=room.twotone)
    assert "Options" not in buttons(card(room))
    form = await room.ann.click(card(room), label="Side")
    assert list(fields(form)) == ["side"]
    await room.ann.submit_modal(form, {"side": "side.second"})
    assert "Ann plays **Second**" in texts(card(room))


async def test_of_a_vote_match_the_form_asks_nothing_that_it_refuses(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "vote", game="russian")
    asked = fields(await room.ann.click(shown.response, label="Clock and side"))
    offered = {name: [option["value"] for option in asked[name]["options"]] for name in ("clock", "side")}
    assert "3d" in offered["clock"] and not any("m+" in clock for clock in offered["clock"])
    assert offered["side"] == ["random", "side.white", "side.black"]


async def test_where_no_match_is_rated_the_form_does_not_ask_it(room: Server) -> None:
    await room.run(
        room.bot.club.members.servers.change(room.guild.id, moderator_id=room.ann.id, ratings="none")
    )
    await room.ann.slash(room.channel, "play", game="yin-yang", opponent=room.ben)
    assert list(fields(await room.ann.click(card(room), label="Clock and side"))) == ["side", "clock"]


async def test_an_older_card_of_a_game_without_options_opens_the_form_of_its_clock(room: Server) -> None:
    await room.ann.slash(room.channel, "play", game="yin-yang", opponent=room.ben)
    planted = room.plant(room.channel, [button("v1:c1:options:0")])
    assert list(fields(await room.ann.click(planted, label="forged"))) == ["side", "clock", "rated"]


@pytest.mark.ci
async def test_an_opening_is_chosen_or_written_and_what_is_written_counts(room: Server) -> None:
    await room.ann.slash(room.channel, "play", game="american", opponent=room.ben)
    form = await press_behind(room.ann, card(room), "Options")
    asked = fields(form)
    assert [option["value"] for option in asked["opening"]["options"]] == ["none", "lot"]
    assert asked["opening-written"]["placeholder"] == "Such as 2-move 01"
    await room.ann.submit_modal(form, {"opening": "lot", "opening-written": "3-move 017"})
    assert "opening 3-move 017" in texts(card(room))
    form = await press_behind(room.ann, card(room), "Options")
    assert chosen_values(fields(form)["opening"]) == ["3-move 017"]
    refused = await room.ann.submit_modal(form, {"opening": "3-move 017", "opening-written": "3-mvoe 018"})
    assert "is no opening of American checkers" in reply_text(refused)
    assert "opening 3-move 017" in texts(card(room))
    form = await press_behind(room.ann, card(room), "Options")
    await room.ann.submit_modal(form, {"opening": "none"})
    assert "opening" not in texts(card(room))
