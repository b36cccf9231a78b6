"""Rated matches as members use them: the choice on the card, /standings, /profile.

Also what moderators undo.
"""

import pytest

from club.play.match.posts import put_card_update
from club.standing.ratings import load_rated_rows
from data.standing import rated_rows
from tests.bot.matches_over import give_up
from tests.bot.officials import official
from tests.bot.rated_matches import add_rated_match, end_match, stands
from tests.bot.server import Server, buttons, menus, reply_text, texts, walk
from tests.bot.settings_cards import choose, of_server

STRANGERS = range(1001, 1015)


async def test_what_can_never_be_rated_is_refused_in_a_sentence(room: Server) -> None:
    computer = await room.ann.slash(room.channel, "play", game="binar", opponent=room.twotone, rated=True)
    assert reply_text(computer).startswith("Matches against the computer are never rated.")
    await room.run(
        room.bot.club.members.servers.change(room.guild.id, moderator_id=room.ann.id, ratings="none")
    )
    none = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben, rated=True)
    assert reply_text(none) == "This server keeps no ratings. Leave that out."
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    assert "Rated" not in texts(shown.response)
    form = await room.ann.click(shown.response, label="Clock and side")
    assert form.modal is not None
    assert "Rated" not in [part.get("label") for part in walk(form.modal["components"])]
    for command in ("standings", "profile"):
        assert reply_text(await room.ann.slash(room.channel, command)) == "This server keeps no ratings."


@pytest.mark.ci
async def test_the_cards_of_a_fourth_match_within_a_week_say_that_it_is_not_rated(room: Server) -> None:
    for _ in range(3):
        shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
        await room.ben.click(shown.response, label="Accept")
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    unrated = "Not rated: of matches of the same two, three a week are."
    assert unrated in texts(shown.response)
    club = room.bot.club
    await club.store.write(lambda tx: put_card_update(tx, 4, club.now()))
    await room.restart()
    assert unrated in texts(room.channel.history()[-1]), "as an edited card does"
    await room.ben.click(shown.response, label="Accept")
    place = max(room.channel.threads, key=lambda thread: thread.id)
    assert unrated in texts(room.board(place))


async def test_the_table_has_ten_lines_a_page_and_ones_own(room: Server) -> None:
    await stands(room, *STRANGERS, room.ann.id)
    shown = (await room.ann.slash(room.channel, "standings", game="binar")).response
    assert shown.ephemeral
    words = texts(shown)
    assert "### Standings: Binar" in words
    assert f"1. <@{STRANGERS[0]}> **1700** ± 80" in words
    assert f"10. <@{STRANGERS[9]}> **1610** ± 80" in words
    assert f"<@{STRANGERS[10]}>" not in words
    assert "You: 15. **1560** ± 80" in words
    assert {"Above", "Below"} & buttons(shown).keys() == {"Below"}
    below = (await room.ann.click(shown, label="Below")).response
    assert f"15. <@{room.ann.id}> **1560** ± 80" in texts(below)
    assert "You:" not in texts(below)
    above = (await room.ann.click(below, label="Above")).response
    assert f"1. <@{STRANGERS[0]}>" in texts(above)


async def test_a_page_of_the_table_is_shared_without_ones_own_line(room: Server) -> None:
    await stands(room, *STRANGERS, room.ann.id)
    shown = (await room.ann.slash(room.channel, "standings", game="binar")).response
    shared = await room.ann.click(shown, label="Share")
    assert not shared.ephemeral and menus(shared.response) == []
    words = texts(shared.response)
    assert words.startswith("-# Shared by Ann\n### Standings: Binar") and "10. <@" in words
    assert "You:" not in words and "You " not in words
    assert "1560" in str(shown.attachments[0].description)
    assert "1560" not in str(shared.response.attachments[0].description)
    assert list(buttons(shared.response)) == ["Challenge Ann"]
    made = await room.ben.click(shared.response, label="Challenge Ann")
    assert not made.ephemeral and f"{room.ben.mention} challenges {room.ann.mention}." in texts(made.response)
    below = (await room.ann.click(shown, label="Below")).response
    shared = await room.ann.click(below, label="Share")
    assert "11. <@" in texts(shared.response)


async def test_who_is_equal_shares_a_rank_and_who_is_hardly_known_has_none(room: Server) -> None:
    await stands(room, *STRANGERS[:2])
    await room.run(
        room.bot.club.store.write(
            lambda tx: tx.run("UPDATE rating SET points = 1700.2 WHERE user_id = ?", STRANGERS[1])
        )
    )
    await stands(room, room.ann.id, deviation=111.0)
    await stands(room, room.ben.id, opponents=3)
    words = texts((await room.ann.slash(room.channel, "standings")).response)
    assert f"1. <@{STRANGERS[0]}>" in words
    assert f"1. <@{STRANGERS[1]}>" in words
    assert f"-# <@{room.ben.id}> 1700 · provisional, needs 1 more opponent" in words
    assert f"-# <@{room.ann.id}> 1700 · provisional, needs more matches" in words
    assert "You:" not in words, "one's own line is there"
    assert "You have no rating in this game here." in texts(
        (await room.cleo.slash(room.channel, "standings")).response
    )


async def test_twotone_s_levels_are_named_apart_from_the_table(room: Server) -> None:
    await stands(room, *STRANGERS[:3])
    shown = (await room.ann.slash(room.channel, "standings", game="binar")).response
    levels = "1★ 1250, 2★ 1350, 3★ 1500, 4★ 1650, 5★ 1800, 6★ 2100"
    line = f"-# Twotone's levels, only estimated and in no table: {levels}"
    assert texts(shown).splitlines()[-1].replace("\u00a0", " ") == line
    await room.run(
        room.bot.club.members.servers.change(room.guild.id, moderator_id=room.ann.id, computers=False)
    )
    shown = (await room.ann.slash(room.channel, "standings", game="binar")).response
    assert "Twotone's levels" not in texts(shown)


async def test_other_games_are_one_choice_away(room: Server) -> None:
    await stands(room, *STRANGERS[:3])
    await stands(room, *STRANGERS[:1], game="russian")
    shown = (await room.ann.slash(room.channel, "standings")).response
    assert "Standings: Binar" in texts(shown)
    [menu] = menus(shown)
    assert [option["value"] for option in menu["options"]] == ["binar", "russian"]
    other = (await room.ann.select(shown, ["russian"])).response
    assert "Standings: Russian checkers" in texts(other)


async def test_giveaway_has_a_table_and_a_line_in_profiles_of_its_own(room: Server) -> None:
    ann, ben, cleo = room.ann, room.ben, room.cleo
    await stands(room, ann.id, *STRANGERS, game="russian:lose")
    for match_id, pair in enumerate(((ann, ben), (ben, cleo), (cleo, ann)), 1):
        await add_rated_match(room, pair, game="russian:lose", match_id=match_id)
    shown = (await ann.slash(room.channel, "standings", game="поддавки")).response
    assert "### Standings: Russian checkers, giveaway" in texts(shown)
    below = (await ann.click(shown, label="Below")).response
    assert "### Standings: Russian checkers, giveaway" in texts(below)
    profile = (await ann.slash(room.channel, "profile")).response
    assert "Russian checkers, giveaway" in texts(profile)
    [file] = profile.attachments
    assert "Russian checkers, giveaway" in file.description
    assert f"<@{STRANGERS[0]}>" not in texts(
        (await ann.slash(room.channel, "standings", game="russian")).response
    )


async def test_where_nobody_is_rated_the_table_says_how_it_begins(room: Server) -> None:
    assert "Nobody has played a rated match here yet" in texts(
        (await room.ann.slash(room.channel, "standings")).response
    )
    await stands(room, *STRANGERS[:2], opponents=1)
    shown = (await room.ann.slash(room.channel, "standings")).response
    assert "· provisional, needs 3 more opponents" in texts(shown)
    [file] = shown.attachments
    assert "Member 2, without a place: 3 more opponents." in file.description


async def test_the_card_of_a_first_rated_match_says_what_it_waits_for_and_so_does_the_table(
    room: Server,
) -> None:
    place = await end_match(room)
    for card in (room.board(place), room.board(room.channel)):
        assert "-# Changes ratings once both have also played somebody else." in texts(card)
    shown = (await room.cleo.slash(room.channel, "standings")).response
    assert f"-# <@{room.ann.id}> · has to meet others" in texts(shown)
    assert "You have no rating" in texts(shown)
    assert "1500" not in texts(shown).partition("levels")[0] + shown.attachments[0].description


async def test_a_profile_has_a_line_for_each_game_and_says_what_waits(room: Server) -> None:
    assert "No rating here yet." in texts((await room.ann.slash(room.channel, "profile")).response)
    await stands(room, room.ben.id)
    await stands(room, room.ben.id, game="russian", opponents=2)
    await add_rated_match(room, (room.ann, room.ben))
    pair = min(room.ann.id, room.ben.id), max(room.ann.id, room.ben.id)
    put = "INSERT INTO rating_wait (guild_id, low_id, high_id) VALUES (?, ?, ?)"
    await room.run(room.bot.club.store.write(lambda tx: tx.run(put, room.guild.id, *pair)))
    words = texts((await room.ann.slash(room.channel, "profile", member=room.ben)).response)
    assert "Binar: **1700** ± 80" in words
    assert "Russian checkers: **1700** ± 80, provisional" in words
    assert "1 rated match waits" in words
    bot = await room.ann.slash(room.channel, "profile", member=room.twotone)
    assert reply_text(bot).endswith("is a bot, and has no rating.")


async def test_moderators_let_a_match_count_for_nothing_and_take_that_back(room: Server) -> None:
    mo = official(room, manage_messages=True, manage_guild=True)
    await room.begin("binar", side="Even")
    place = room.place
    early = await mo.slash(place, "admin void", match="1", why="no")
    assert reply_text(early) == "Match 1 has not ended as a rated match: there is nothing to take back."
    await add_rated_match(room, (room.ann, room.ben))
    done = await mo.slash(place, "admin void", match="1", why="they agreed on it")
    assert reply_text(done) == "Match 1 counts for nothing from now on. The ratings follow in a moment."
    again = await mo.slash(place, "admin void", match="1", why="again")
    assert reply_text(again) == "Match 1 counts for nothing already."
    log = texts((await mo.slash(room.channel, "admin log")).response)
    assert "Let a match of Binar between Ann and Ben count for nothing: they agreed on it" in log
    undone = await mo.slash(place, "admin void", match="1", why="a mistake", undo=True)
    assert reply_text(undone) == "Match 1 counts again. The ratings follow in a moment."
    assert (
        reply_text(await mo.slash(place, "admin void", match="1", why="x", undo=True))
        == "Match 1 counts already."
    )
    log = texts((await mo.slash(room.channel, "admin log")).response)
    assert "Let a match of Binar between Ann and Ben count again: a mistake" in log
    [row] = await room.run(load_rated_rows(room.bot.club.store, room.guild.id))
    assert row.void is None
    await room.run(
        room.bot.club.store.write(
            lambda tx: rated_rows.set_void(tx, 1, rated_rows.ABSENCE, by=None, why=None, at=None)
        )
    )
    ruled = await mo.slash(place, "admin void", match="1", why="x", undo=True)
    assert "because its loser had lost another on time in the same absence" in reply_text(ruled)


async def test_a_void_match_is_chosen_from_a_list_and_its_card_and_players_are_told(room: Server) -> None:
    mo = official(room, manage_messages=True, manage_guild=True)
    place = await room.begin("binar", side="Even", rated=True)
    for who, move in zip((room.ann, room.ben) * 3, ("a1", "b1", "c1", "a2", "b2", "a3"), strict=True):
        await who.slash(place, "move", move=move)
    await give_up(room.ann, place)
    assert await mo.autocomplete(room.channel, "admin void", "match", "", undo=True) == []
    [offered] = await mo.autocomplete(room.channel, "admin void", "match", "")
    assert offered["name"].startswith("Binar: Ann – Ben")
    form = await mo.slash(room.channel, "admin void", match=offered["value"])
    done = await mo.submit_modal(form, {"why": "one of them helped"})
    assert "counts for nothing from now on" in reply_text(done)
    assert "Counts for nothing**: a moderator decided so. Why: one of them helped" in texts(room.board(place))
    assert texts(place.history()[-1]) == (
        f"<@{room.ann.id}>, <@{room.ben.id}>: a moderator let this match count for nothing."
        " Why: one of them helped"
    )
    assert await mo.autocomplete(room.channel, "admin void", "match", "") == []
    [offered] = await mo.autocomplete(room.channel, "admin void", "match", "", undo=True)
    form = await mo.click(done.response, label="Let it count again")
    undone = await mo.submit_modal(form, {"why": "a mistake"})
    assert "Match 1 counts again" in reply_text(undone)
    assert "let this match count again. Why: a mistake" in texts(place.history()[-1])
    assert "Counts for nothing" not in texts(room.board(place))


async def test_a_picture_has_the_handle_of_who_has_a_name_that_it_cannot_draw(room: Server) -> None:
    neko = room.guild.add_member(room.env.create_user("neko.san"), nick="井上")
    await stands(room, neko.id, room.ann.id)
    for match_id, pair in enumerate([(neko, room.ann), (room.ann, room.ben), (room.ben, neko)], 1):
        await add_rated_match(room, pair, game="binar", match_id=match_id)
    [file] = (await neko.slash(room.channel, "profile")).response.attachments
    assert file.description.startswith("@neko.san: 2 rated matches.")
    [file] = (await room.ann.slash(room.channel, "standings", game="binar")).response.attachments
    assert "1. @neko.san: 1700" in file.description
    assert (await room.bot.club.members.preferences.get(room.ann.id)).handle is None, "not needed, not kept"
    await room.run(room.bot.club.members.preferences.change(neko.id, handle=None))
    [file] = (await room.ann.slash(room.channel, "standings", game="binar")).response.attachments
    assert "1. Member: 1700" in file.description


async def test_a_profile_is_a_picture_of_the_matches_that_count(room: Server) -> None:
    ann, ben, cleo = room.ann, room.ben, room.cleo
    await stands(room, ann.id)
    assert (await ann.slash(room.channel, "profile")).response.attachments == []
    await stands(room, ann.id, game="russian")
    for match_id, (pair, game) in enumerate(
        [((ann, ben), "binar"), ((ben, cleo), "binar"), ((cleo, ann), "russian"), ((ann, cleo), "russian")], 1
    ):
        await add_rated_match(room, pair, game=game, match_id=match_id)
    [file] = (await room.ben.slash(room.channel, "profile", member=ann)).response.attachments
    assert file.description.startswith("Ann: 3 rated matches. Favourite game: Russian checkers.")
    assert "from 1338 on " in file.description, "the first match of that game was lost"
    assert "the newest last: won, lost, won." in file.description
    assert "Russian checkers: 1700 ± 80; 1 won, 0 drawn, 1 lost." in file.description
    assert file.description.endswith("Binar: 1700 ± 80; 1 won, 0 drawn, 0 lost.")


async def test_who_may_see_a_profile_is_up_to_its_owner(room: Server) -> None:
    await stands(room, room.ann.id)
    seen = (await room.ben.slash(room.channel, "profile", member=room.ann)).response
    assert "Binar: **1700** ± 80" in texts(seen)
    card = (await room.ann.slash(room.channel, "settings me")).response
    off = (await room.ann.click(card, label="Others may see my profile: yes")).response
    assert reply_text(await room.ben.slash(room.channel, "profile", member=room.ann)) == (
        "Ann keeps their profile to themselves."
    )
    own = (await room.ann.slash(room.channel, "profile", member=room.ann)).response
    assert "Binar: **1700** ± 80" in texts(own)
    await room.ann.click(off, label="Others may see my profile: no")
    seen = (await room.ben.slash(room.channel, "profile", member=room.ann)).response
    assert "Binar: **1700** ± 80" in texts(seen)


@pytest.mark.parametrize("command", ["standings", "profile"])
async def test_in_direct_messages_there_is_no_table(room: Server, command: str) -> None:
    person = room.ann.user
    answer = await person.slash(command)
    assert reply_text(answer).startswith("Ratings are kept on servers that Twotone was invited to.")


async def test_a_server_chooses_whether_challenges_are_rated(room: Server) -> None:
    mo = official(room, manage_guild=True)
    await choose(mo, await of_server(room, mo), "ratings", "unrated")
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    assert "Rated" not in texts(shown.response)
