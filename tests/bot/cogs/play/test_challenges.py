"""A challenge from its card to the match, or to its end without one."""

from typing import Any

import pytest

from bot.custom_ids import CustomId
from club.members.people import Act
from tests.bot.challenge_cards import card
from tests.bot.server import Server, button, buttons, reply_text, select, texts
from tests.bot.simulator import interactions_changed

DAY = 24 * 3600


async def test_a_challenge_names_both_the_game_and_the_options_and_pings_only_the_challenged(
    room: Server,
) -> None:
    shown = await room.ann.slash(
        room.channel, "play", game="binar", opponent=room.ben, options="size=7 lines=single"
    )
    words = texts(shown.response)
    assert not shown.ephemeral
    assert f"{room.ann.mention} challenges {room.ben.mention}" in words
    assert "### Binar" in words
    assert "7×7 board" in words
    assert "single lines" in words
    in_sight = ["Accept", "Decline", "Withdraw", "Clock and side"]
    assert list(buttons(shown.response)) == [*in_sight, "More"]
    sent = next(request for request in room.env.http_requests if request.path.endswith("/callback"))
    assert sent.json["data"]["allowed_mentions"] == {"parse": [], "users": [room.ben.id]}


async def test_more_unfolds_in_the_card_itself_until_it_is_answered(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    words = texts(shown.response)
    unfolded = await room.cleo.click(shown.response, label="More")
    assert not unfolded.ephemeral and unfolded.response.id == shown.response.id
    in_sight = ["Accept", "Decline", "Withdraw", "Clock and side"]
    assert list(buttons(card(room))) == [*in_sight, "Options", "How to play", "Try it", "Block"]
    assert texts(card(room)) == words and len(card(room).attachments) == 1
    form = await room.ann.click(card(room), label="Options")
    await room.ann.submit_modal(form, {"size": ["4"]})
    assert list(buttons(card(room))) == [*in_sight, "More"], "a change folds it again"
    await room.ben.click(card(room), label="Decline")
    await room.cleo.click(room.plant(room.channel, [button("v1:c1:ask-more:0")]), label="forged")
    assert buttons(room.channel.history()[-1]) == {}, "there is nothing left to press"


async def test_a_card_that_is_answered_while_it_unfolds_stays_answered(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    challenges = room.bot.club.play.challenges
    plain, met = challenges.get, []

    async def get(number: int) -> Any:
        met.append(number)
        if len(met) == 3:  # the door, the card, and what has become of it
            await challenges.decline(number, Act(room.ben.id, 77, room.bot.club.now()))
        return await plain(number)

    monkeypatch.setattr(challenges, "get", get)
    await room.cleo.click(shown.response, label="More")
    assert buttons(card(room)) == {} and "declined" in texts(card(room))


async def test_an_open_challenge_has_the_computer_behind_more(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar")
    assert list(buttons(shown.response)) == ["Accept", "Withdraw", "Clock and side", "More"]
    unfolded = await room.ann.click(shown.response, label="More")
    behind = ["Options", "How to play", "Try it", "Play Twotone meanwhile"]
    assert list(buttons(unfolded.response))[3:] == behind


async def test_somebody_who_is_no_member_of_the_server_is_not_challenged(room: Server) -> None:
    def drop_member(payload: Any) -> Any:
        payload["data"]["resolved"].pop("members", None)
        return payload

    with interactions_changed(drop_member):
        refused = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    assert "This person is not on this server." in reply_text(refused)
    assert await room.run(room.bot.club.play.lists.list_challenges_to(room.ben.id)) == []


@pytest.mark.ci
async def test_accepting_makes_a_thread_with_both_in_it_and_leaves_one_line_in_the_channel(
    room: Server,
) -> None:
    place = await room.begin("binar")
    assert place.is_thread
    assert {room.ann.id, room.ben.id} <= set(place._channel.thread_members)
    assert place._channel.thread_metadata.auto_archive_duration == 7 * 24 * 60
    assert f"play {place.mention}" in texts(card(room))
    assert buttons(card(room)) == {}
    assert list(buttons(room.board(place))) == ["Play", "My view", "More"]


async def test_a_side_that_the_game_does_not_have_is_refused_with_those_it_has(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben, side="blue")
    assert shown.ephemeral
    assert "Even, Odd, random" in texts(shown.response)


async def test_only_the_challenged_may_accept_or_decline(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    for label in ("Accept", "Decline"):
        refused = await room.cleo.click(shown.response, label=label)
        assert refused.ephemeral
        assert "Ben" in texts(refused.response)
    assert "Accept" in buttons(card(room))


async def test_only_the_challenger_cancels(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    refused = await room.ben.click(shown.response, label="Withdraw")
    assert "Only Ann can cancel" in texts(refused.response)
    await room.ann.click(shown.response, label="Withdraw")
    assert "Cancelled." in texts(card(room))
    assert buttons(card(room)) == {}


async def test_an_open_challenge_is_taken_by_anyone_but_its_maker(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar")
    assert "Decline" not in buttons(shown.response)
    own = await room.ann.click(shown.response, label="Accept")
    assert "your own challenge" in texts(own.response)
    await room.cleo.click(shown.response, label="Accept")
    assert {member.id for member in await room.players()} == {room.ann.id, room.cleo.id}


async def test_nobody_challenges_himself_or_a_bot(room: Server) -> None:
    robot = room.guild.add_member(room.env.create_user("Robot", bot=True))
    for opponent, words in ((room.ann, "yourself"), (robot, "is a bot")):
        shown = await room.ann.slash(room.channel, "play", game="binar", opponent=opponent)
        assert shown.ephemeral
        assert words in texts(shown.response)
    assert room.channel.history(viewer=room.ben) == []


async def test_a_challenge_expires_after_seven_days_for_all_to_see(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    screen = shown.response.components
    await room.env.advance_time(7 * DAY - 60)
    assert "Accept" in buttons(card(room))
    await room.env.advance_time(61)
    assert "Expired: nobody took it within 7 days." in texts(card(room))
    assert buttons(card(room)) == {}
    room.forge(card(room), screen)
    late = await room.ben.click(card(room), label="Accept")
    assert "it has expired" in texts(late.response)
    assert room.channel.threads == []


async def test_a_member_is_challenged_from_their_menu(room: Server) -> None:
    shown = await room.ann.context_menu(room.channel, "Challenge to a game…", room.ben)
    assert shown.ephemeral
    await room.restart()
    posted = await room.ann.select(shown.response.message, ["binar"])
    assert not posted.response.ephemeral
    await room.ben.click(posted.response, label="Accept")
    assert (await room.match()).game.key == "binar"


async def test_a_challenge_in_a_thread_is_played_there(room: Server) -> None:
    await room.begin("binar")
    thread = room.channel.threads[0]
    shown = await room.ann.slash(thread, "play", game="yin-yang", opponent=room.cleo)
    await room.cleo.click(shown.response, label="Accept")
    assert "### Yin Yang" in texts(room.board(thread))


async def test_on_a_server_of_the_bot_s_nobody_s_menu_says_what_a_member_is_called(room: Server) -> None:
    menu = room.plant(room.channel, [select(str(CustomId("dare", room.ben.id, rest="Somebody")), ["binar"])])
    asked = await room.ann.select(menu, ["binar"])
    assert asked.acknowledged
    challenge = await room.bot.club.play.challenges.get(1)
    assert (challenge.opponent_id, challenge.opponent_name) == (room.ben.id, "Ben")
