"""Show this match: a player's choice on a final card.

It stays on their profile until the match is gone or the player withdraws the choice.
"""

from typing import Any

import pytest

from bot.cards.kit.card_lines import place_link
from data.standing import profile_match
from tests.bot.closed_places import overwrite
from tests.bot.rated_matches import end_match, play_cleo
from tests.bot.server import Server, button, buttons, menus, reply_text, select, texts

HIDE = "Show it no more"


async def profile(member: Any, room: Server, whose: Any) -> Any:
    return (await member.slash(room.channel, "profile", member=whose)).response


async def choose_match(member: Any, room: Server, number: int) -> Any:
    """Choose a match in the menu of one's own profile."""
    own = await profile(member, room, member)
    return await member.select(own, [str(number)], custom_id="v1:0:show-match:0")


async def load_choice(room: Server, member: Any) -> int | None:
    """Load the number of the match that a member shows."""
    return await room.run(
        room.bot.club.store.read(lambda tx: profile_match.get(tx, member.id, room.guild.id))
    )


async def picture_bytes(message: Any) -> bytes:
    [file] = message.attachments
    return bytes(await file.read())


@pytest.mark.ci
async def test_a_player_shows_a_match_on_their_profile_and_others_see_it_there(room: Server) -> None:
    await play_cleo(room)
    await end_match(room)
    before = await profile(room.cleo, room, room.ann)
    said = await choose_match(room.ann, room, 1)
    assert said.ephemeral and "Your profile on this server shows this match from now on" in reply_text(said)
    row = (await room.bot.club.play.matches.load(1)).row
    seen = await profile(room.cleo, room, room.ann)
    line = "**A match to show**: Binar. Ann (Even) wins: Ben resigned. [Match 1]"
    assert f"{line}({place_link(row)})" in texts(seen)
    assert seen.attachments[0].description.endswith("A match to show: Binar, Ann – Ben. Ann wins.")
    assert await picture_bytes(seen) != await picture_bytes(before)
    assert HIDE not in buttons(seen), "it is not theirs"
    assert "A match to show" not in texts(await profile(room.cleo, room, room.ben)), "Ben has chosen none"


async def test_matches_of_one_pair_are_told_apart_in_the_menu(room: Server) -> None:
    for number in (1, 2):
        await end_match(room, number)
        await room.env.advance_time(60.0)
    own = await profile(room.ann, room, room.ann)
    [menu] = [each for each in menus(own) if "show-match" in each["custom_id"]]
    labels = {option["label"] for option in menu["options"]}
    assert len(labels) == 2 and all(label.startswith("Binar against Ben · ") for label in labels)


async def test_only_players_choose_and_only_what_has_ended_with_a_result(room: Server) -> None:
    place = await end_match(room)
    old = room.plant(place, [button("v1:1:show-match:0")])
    watching = await room.cleo.click(old, label="forged")
    assert "watching" in reply_text(watching) and await load_choice(room, room.cleo) is None
    own = await profile(room.ann, room, room.ann)
    [menu] = menus(own)
    assert [(each["label"], each["value"]) for each in menu["options"]] == [("Binar against Ben", "1")]
    assert menus(await profile(room.cleo, room, room.ann)) == [], "it is not theirs"
    for choice in ("77", "x"):
        planted = room.plant(place, [select("v1:0:show-match:0", [choice])])
        await room.ann.select(planted, [choice], custom_id="v1:0:show-match:0")
    assert await load_choice(room, room.ann) is None


async def test_a_match_without_a_result_is_not_offered(room: Server) -> None:
    await end_match(room)
    undecided = "UPDATE match SET winner = NULL, reason = 'ended.moderator'"
    await room.run(room.bot.club.store.write(lambda tx: tx.run(undecided)))
    assert menus(await profile(room.ann, room, room.ann)) == []


@pytest.mark.ci
async def test_a_match_of_another_server_is_not_offered(room: Server) -> None:
    await end_match(room)
    await room.run(room.bot.club.store.write(lambda tx: tx.run("UPDATE match SET guild_id = 5")))
    assert menus(await profile(room.ann, room, room.ann)) == []


async def test_a_shared_profile_hides_a_match_of_a_place_that_others_may_not_see(room: Server) -> None:
    await end_match(room)
    await choose_match(room.ann, room, 1)
    overwrite(room, room.channel, room.guild.default_role, view_channel=False)
    other = room.guild.create_text_channel("other")
    own = (await room.ann.slash(other, "profile")).response
    assert "A match to show" in texts(own)
    shared = await room.ann.click(own, label="Share")
    assert not shared.ephemeral and "A match to show" not in texts(shared.response)


@pytest.mark.ci
async def test_a_profile_is_shared_and_brings_a_challenge(room: Server) -> None:
    await play_cleo(room)
    await end_match(room)
    await choose_match(room.ann, room, 1)
    own = await profile(room.ann, room, room.ann)
    shared = await room.ann.click(own, label="Share")
    assert not shared.ephemeral
    assert texts(shared.response).startswith("### Ann\n") and "A match to show" in texts(shared.response)
    assert list(buttons(shared.response)) == ["Challenge Ann"] and menus(shared.response) == []
    games = await room.ben.click(shared.response, label="Challenge Ann")
    assert games.ephemeral
    made = await room.ben.select(games.response.message, ["yin-yang"])
    assert f"{room.ben.mention} challenges {room.ann.mention}." in texts(made.response)
    assert "Share" not in buttons(await profile(room.cleo, room, room.ann))


@pytest.mark.parametrize("number", [1, 2])
async def test_a_forged_press_on_a_match_that_goes_on_or_had_no_result_is_refused(
    room: Server, number: int
) -> None:
    for _ in range(number):
        place = await room.begin("binar")
    if number == 2:
        await room.ann.slash(place, "cancel")
    forged = room.plant(place, [button(f"v1:{number}:show-match:0")])
    said = reply_text(await room.ann.click(forged, label="forged"))
    assert "Only a match on a server that has ended with a result" in said
    assert await load_choice(room, room.ann) is None


async def test_who_may_not_see_the_place_of_a_match_does_not_see_it_on_a_profile(room: Server) -> None:
    await end_match(room)
    await choose_match(room.ann, room, 1)
    overwrite(room, room.channel, room.guild.default_role, view_channel=False)
    other = room.guild.create_text_channel("other")
    for member, sees in ((room.cleo, False), (room.ben, True), (room.ann, True)):
        words = texts((await member.slash(other, "profile", member=room.ann)).response)
        assert ("A match to show" in words) is sees
        assert words.startswith("### Ann\n")


@pytest.mark.ci
async def test_where_no_match_counts_yet_the_picture_is_the_match_itself(room: Server) -> None:
    await end_match(room)
    assert (await profile(room.cleo, room, room.ann)).attachments == []
    await choose_match(room.ann, room, 1)
    seen = await profile(room.cleo, room, room.ann)
    [file] = seen.attachments
    assert file.filename == "board.png" and "Odd resigned" in file.description


@pytest.mark.ci
async def test_it_is_gone_with_the_match_and_with_whoever_is_forgotten(room: Server) -> None:
    place = await end_match(room)
    for member in (room.ann, room.ben):
        await room.run(
            room.bot.club.standing.shown_matches.show_on_profile(
                await room.bot.club.play.matches.load(1), member.id
            )
        )
    asked = await room.ann.slash(room.channel, "privacy delete")
    await room.ann.click(asked.response, label="Forget me")
    assert await load_choice(room, room.ann) is None and await load_choice(room, room.ben) == 1
    seen = await profile(room.cleo, room, room.ben)
    assert "Ann" not in texts(seen) + seen.attachments[0].description
    assert place is not None
    await room.run(room.bot.club.store.write(lambda tx: tx.run("DELETE FROM match")))
    assert await load_choice(room, room.ben) is None
    assert "A match to show" not in texts(await profile(room.cleo, room, room.ben))
