"""Blocking a member: by context menu, from an unwanted challenge, in the settings."""

from datetime import timedelta

from data.outbox.post_kinds import PostKind
from tests.bot.limits import pings
from tests.bot.server import Server, buttons, press_behind, reply_text, texts, walk
from tests.bot.settings_cards import own


async def blocked_by_ann(room: Server) -> list[int]:
    return await room.run(room.bot.club.members.blocks.list_blocked(room.ann.id))


async def test_a_member_is_blocked_from_their_menu_and_let_back(room: Server) -> None:
    asked = await room.ann.context_menu(room.channel, "Block…", room.ben)
    assert asked.ephemeral and f"<@{room.ben.id}>" in texts(asked.response)
    blocked = await room.ann.click(asked.response.message, label="Block")
    assert "Blocked" in texts(blocked.response)
    assert await blocked_by_ann(room) == [room.ben.id]
    again = await room.ann.context_menu(room.channel, "Block…", room.ben)
    await room.ann.click(again.response.message, label="Let back")
    assert await blocked_by_ann(room) == []


async def test_an_unwanted_challenge_leads_to_a_block_behind_more(room: Server) -> None:
    card = (await room.ben.slash(room.channel, "play", game="binar", opponent=room.ann)).response
    asked = await press_behind(room.ann, card, "Block")
    assert asked.ephemeral, texts(asked.response)
    assert "Keep" in texts(asked.response)
    await room.ann.click(asked.response.message, label="Block")
    assert await blocked_by_ann(room) == [room.ben.id]
    assert "cannot block yourself" in reply_text(await press_behind(room.ben, card, "Block"))
    again = await room.ben.slash(room.channel, "play", game="russian", opponent=room.ann)
    assert reply_text(again).startswith("Ann takes no more challenges just now.")
    seat = (await room.ben.slash(room.channel, "play", game="binar")).response
    unfolded = await room.ann.click(seat, label="More")
    assert "Block" not in buttons(unfolded.response), "nobody is asked"


async def test_the_settings_show_whom_one_has_blocked_and_change_it(room: Server) -> None:
    await room.run(room.bot.club.members.blocks.block(room.ann.id, room.ben.id))
    shown = await room.ann.click(await own(room, room.ann), label="Whom I blocked")
    [menu] = [part for part in walk(shown.response.components) if part.get("custom_id") == "v1:0:block-set:0"]
    assert [each["id"] for each in menu["default_values"]] == [room.ben.id]
    await room.ann.select(shown.response, [room.cleo], custom_id="v1:0:block-set:0")
    assert await blocked_by_ann(room) == [room.cleo.id]


async def test_a_bot_cannot_be_blocked_and_a_blocked_member_sees_no_profile(room: Server) -> None:
    bot = room.guild.add_member(room.env.create_user("Robo", bot=True))
    refused = await room.ann.context_menu(room.channel, "Block…", bot)
    assert "is a bot" in reply_text(refused)
    await room.run(room.bot.club.members.blocks.block(room.ann.id, room.ben.id))
    hidden = await room.ben.slash(room.channel, "profile", member=room.ann)
    await room.run(room.bot.club.members.preferences.change(room.cleo.id, profile_shown=False))
    truly = await room.ben.slash(room.channel, "profile", member=room.cleo)
    assert texts(hidden.response) == texts(truly.response).replace("Cleo", "Ann")


async def nudge(room: Server, *, is_blocked: bool) -> list[list[int]]:
    """Let Ann nudge Ben, who has blocked her or not.

    Return who is pinged by each request that shows it.
    """
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="a1")
    if is_blocked:
        await room.run(room.bot.club.members.blocks.block(room.ben.id, room.ann.id))
    await room.env.advance_time(timedelta(days=14, hours=1).total_seconds())
    before = len(room.env.http_requests)
    await room.ann.click(room.board(place), label="Nudge")
    await room.env.advance_time(PostKind.BOARD.rule.wait + 5)
    assert "has waited for your move" in texts(room.board(place))
    shown = room.env.http_requests[before:]
    return [pings(each) for each in shown if "has waited for your move" in str(each.json)]
