"""Seeks: a member with a seek hears of open challenges by direct message.

The member may take the seat there.
"""

from datetime import timedelta
from typing import Any

import pytest

from club.play.seek.seek_alerts import TOLD_AT_MOST
from data.outbox.post_kinds import PostKind
from data.play.seek_alerts import SeekAlertRow
from tests.bot.cogs.members.test_settings import own, told_directly
from tests.bot.server import Server, buttons, menus, reply_text, texts, walk
from tests.bot.test_doors import overwrite

DAY = 24 * 3600.0


async def looks(room: Server, member: Any, *games: str, **settings: Any) -> SeekAlertRow:
    """A member wants to hear of challenges to these games."""
    return await room.run(
        room.bot.club.seek_alerts.change(member.id, room.guild.id, games=games or ("binar",), **settings)
    )


async def challenge(room: Server, who: Any = None, game: str = "binar", place: Any = None) -> Any:
    """Challenge anyone as a member (Ann by default), and return the card.

    Members with a seek have been told by then.
    """
    where = place or room.channel
    shown = (await (who or room.ann).slash(where, "play", game=game)).response
    await room.env.advance_time(PostKind.SEAT.rule.wait + 5)
    return next(message for message in where.history() if message.id == shown.id)


async def test_by_default_nobody_hears_of_anything(room: Server) -> None:
    card = await challenge(room)
    for member in (room.ann, room.ben, room.cleo):
        assert told_directly(member) == []
    assert "Told to" not in texts(card)


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
    assert {seat.name for seat in (await room.bot.club.matches.load(1)).row.seats} == {"Ann", "Ben"}


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


async def test_what_is_taken_or_called_off_by_then_is_told_to_nobody(room: Server) -> None:
    await looks(room, room.cleo)
    for label, member in (("Accept", room.ben), ("Cancel", room.ann)):
        shown = (await room.ann.slash(room.channel, "play", game="binar")).response
        await member.click(shown, label=label)
    await room.env.advance_time(PostKind.SEAT.rule.wait + 5)
    assert told_directly(room.cleo) == []


async def test_a_challenge_to_somebody_is_told_to_nobody_else(room: Server) -> None:
    await looks(room, room.cleo)
    await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    await room.env.advance_time(PostKind.SEAT.rule.wait + 5)
    assert told_directly(room.cleo) == []


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
    assert (await room.bot.club.matches.load(1)).running


async def test_who_has_left_the_server_is_not_told_and_takes_no_seat(room: Server) -> None:
    await looks(room, room.ben)
    await challenge(room)
    [word] = told_directly(room.ben)
    room.env.backend.remove_member(room.guild.id, room.ben.id)
    await challenge(room, who=room.cleo)
    assert len(told_directly(room.ben)) == 1
    refused = await room.ben.user.click(word, label="Accept")
    assert reply_text(refused) == "You cannot see the place of this challenge any more."


async def test_of_no_more_a_day_than_somebody_wants(room: Server) -> None:
    await looks(room, room.ben, "binar", "russian", "binary", most=2)
    for game in ("binar", "russian", "binary"):
        await challenge(room, game=game)
    assert len(told_directly(room.ben)) == 2
    await room.env.advance_time(DAY)
    await challenge(room, who=room.cleo)
    assert len(told_directly(room.ben)) == 3


@pytest.mark.parametrize(
    ("from_now", "hours", "heard"), [(0, 1, True), (1, 23, False), (-2, 2, False), (-2, 3, True)]
)
async def test_at_no_hour_but_those_that_somebody_wants(
    room: Server, from_now: int, hours: int, heard: bool
) -> None:
    await room.env.advance_time((60 - room.env.now().minute) * 60)
    begins = room.env.now() + timedelta(hours=from_now)
    await looks(room, room.ben, since=begins.hour, until=(begins.hour + hours) % 24)
    await challenge(room)
    assert bool(told_directly(room.ben)) is heard


async def test_hours_are_those_of_their_own_day_and_quiet_hours_stay_quiet(room: Server) -> None:
    await room.env.advance_time((60 - room.env.now().minute) * 60)
    hour = room.env.now().hour
    await looks(room, room.ben, since=(hour + 5) % 24, until=(hour + 6) % 24)
    await room.run(room.bot.club.preferences.change(room.ben.id, rest='{"zone": "Etc/GMT-5"}'))
    await looks(room, room.cleo)
    quiet = f'{{"hours": [{hour * 60}, {(hour + 1) % 24 * 60}]}}'
    await room.run(room.bot.club.preferences.change(room.cleo.id, rest=quiet))
    await challenge(room)
    assert len(told_directly(room.ben)) == 1
    assert told_directly(room.cleo) == []


async def test_a_challenge_is_told_to_few_those_first_who_have_waited_longest(room: Server) -> None:
    crowd = [room.guild.add_member(room.env.create_user(f"M{n}")) for n in range(TOLD_AT_MOST + 1)]
    for member in crowd:
        await looks(room, member, most=1)
    await room.run(
        room.bot.club.store.write(
            lambda tx: tx.run("UPDATE looking SET told_at = 5.0 WHERE user_id = ?", crowd[0].id)
        )
    )
    await challenge(room)
    await room.env.advance_time(300)
    assert [len(told_directly(member)) for member in crowd] == [0] + [1] * TOLD_AT_MOST


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
    kept = await room.bot.club.seek_alerts.get(room.ben.id, room.guild.id)
    assert (kept.games, kept.since, kept.until, kept.most) == ('["binar", "russian"]', 18, 23, 5)
    await room.ben.select(card, ["auto"], custom_id=since["custom_id"])
    await room.ben.select(card, [], custom_id=games["custom_id"])
    kept = await room.bot.club.seek_alerts.get(room.ben.id, room.guild.id)
    assert (kept.games, kept.since, kept.until) == ("[]", None, None)
    alone = (await room.ben.user.slash("settings me")).response
    refused = await room.ben.user.click(alone, label="Looking for a game")
    assert "You can look for a game on a server that Twotone was invited to." in reply_text(refused)
    assert "Boards and language" in buttons(card)


async def test_who_is_forgotten_hears_of_nothing_and_leaves_nothing(room: Server) -> None:
    await looks(room, room.ben)
    await room.ann.slash(room.channel, "play", game="binar")
    leaving = await room.ben.slash(room.channel, "privacy delete")
    await room.ben.click(leaving.response, label="Forget me")
    posts = await room.run(
        room.bot.club.store.read(lambda tx: tx.all("SELECT payload FROM outbox WHERE kind = 'seat'"))
    )
    kept = await room.run(room.bot.club.store.read(lambda tx: tx.all("SELECT * FROM looking")))
    assert (posts, kept) == ([], [])
    await room.env.advance_time(PostKind.SEAT.rule.wait + 5)
    assert not any("waits for somebody" in texts(message) for message in told_directly(room.ben))
