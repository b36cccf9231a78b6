"""Seeks: a member with a seek hears of open challenges by direct message.

The member may take the seat there.
"""

from typing import Any

from data.outbox.post_kinds import PostKind
from data.play.seek_alerts import SeekAlertRow
from tests.bot.closed_places import overwrite
from tests.bot.server import Server, buttons, menus, reply_text, texts, walk
from tests.bot.settings_cards import own, told_directly


async def looks(room: Server, member: Any, *games: str, **settings: Any) -> SeekAlertRow:
    """A member wants to hear of challenges to these games."""
    return await room.run(
        room.bot.club.play.seek_alerts.change_settings(
            member.id, room.guild.id, games=games or ("binar",), **settings
        )
    )


async def challenge(room: Server, who: Any = None, game: str = "binar", place: Any = None) -> Any:
    """Challenge anyone as a member (Ann by default), and return the card.

    Members with a seek have been told by then.
    """
    where = place or room.channel
    shown = (await (who or room.ann).slash(where, "play", game=game)).response
    await room.env.advance_time(PostKind.SEAT.rule.wait + 5)
    return next(message for message in where.history() if message.id == shown.id)


async def test_who_looks_for_a_game_is_told_and_takes_the_seat_there(room: Server) -> None:
    await looks(room, room.ben)
    await looks(room, room.ann)
    await looks(room, room.cleo, "russian")
    card = await challenge(room)
    [word] = told_directly(room.ben)
    assert texts(word).startswith("### Binar\nAnn waits for somebody to play.")
    assert {part["url"] for part in walk(word.components) if part.get("url")} == {card.jump_url}
    assert told_directly(room.ann) == [], "it is hers"
    assert told_directly(room.cleo) == [], "it is no game that she wants"
    assert "-# Told to 1 member who looks for a game" in texts(card)
    assert "Ben" not in texts(card) and str(room.ben.id) not in texts(card)
    taken = await room.ben.user.click(word, label="Accept")
    assert "discord.com/channels" in reply_text(taken)
    assert {seat.name for seat in (await room.bot.club.play.matches.load(1)).row.seats} == {"Ann", "Ben"}


async def test_the_word_says_what_one_would_agree_to(room: Server) -> None:
    await looks(room, room.ben, "russian")
    await room.ann.slash(room.channel, "play", game="russian", clock="3d", side="both")
    await room.ann.slash(room.channel, "play", game="russian", clock="1d", side="giving a man")
    await room.env.advance_time(PostKind.SEAT.rule.wait + 5)
    words = [texts(word) for word in told_directly(room.ben)]
    [both] = [word for word in words if "**Mini-match:**" in word]
    [odds] = [word for word in words if word != both]
    assert "3 days a move" in both and "Rated" in both
    assert "**Odds:** Ann begins with a man less" in odds and "Rated" not in odds


async def test_only_who_may_see_the_place_is_told_or_takes_the_seat(room: Server) -> None:
    await looks(room, room.ben)
    await looks(room, room.cleo)
    secret = room.guild.create_text_channel("secret")
    overwrite(room, secret, room.guild.default_role, view_channel=False)
    for member in (room.ann, room.ben, room.twotone):
        overwrite(room, secret, member, view_channel=True)
    card = await challenge(room, place=secret)
    assert told_directly(room.cleo) == []
    [word] = told_directly(room.ben)
    assert "Told to 1 member" in texts(card)
    overwrite(room, secret, room.ben, view_channel=False)
    refused = await room.ben.user.click(word, label="Accept")
    assert reply_text(refused) == "You cannot see the place of this challenge any more."
    overwrite(room, secret, room.ben, view_channel=True)
    await room.ben.user.click(word, label="Accept")
    assert (await room.bot.club.play.matches.load(1)).is_running


async def test_closed_direct_messages_are_counted_for_nobody(room: Server) -> None:
    await looks(room, room.ben)
    path = f"/channels/{room.ben.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, times=None)
    assert "Told to" not in texts(await challenge(room))


async def test_the_card_under_settings_says_and_changes_what_somebody_wants(room: Server) -> None:
    card = (await room.ben.click(await own(room, room.ben), label="Looking for a game")).response
    assert "### Looking for a game" in texts(card)
    games, since, most = menus(card)
    assert (games["min_values"], games["max_values"]) == (0, len(games["options"]))
    card = (await room.ben.select(card, ["binar", "russian"], custom_id=games["custom_id"])).response
    assert "Saved" in texts(card)
    card = (await room.ben.select(card, ["18"], custom_id=since["custom_id"])).response
    until = menus(card)[2]
    assert [each["value"] for each in until["options"] if each.get("default")] == ["22"]
    card = (await room.ben.select(card, ["23"], custom_id=until["custom_id"])).response
    card = (await room.ben.select(card, ["5"], custom_id=most["custom_id"])).response
    kept = await room.bot.club.play.seek_alerts.get(room.ben.id, room.guild.id)
    assert (kept.games, kept.since, kept.until, kept.most) == ('["binar", "russian"]', 18, 23, 5)
    await room.ben.select(card, ["auto"], custom_id=since["custom_id"])
    await room.ben.select(card, [], custom_id=games["custom_id"])
    kept = await room.bot.club.play.seek_alerts.get(room.ben.id, room.guild.id)
    assert (kept.games, kept.since, kept.until) == ("[]", None, None)
    alone = (await room.ben.user.slash("settings me")).response
    refused = await room.ben.user.click(alone, label="Looking for a game")
    assert "You can look for a game on a server that Twotone was invited to." in reply_text(refused)
    assert "Boards and language" in buttons(card)
