"""Lookups: matches, boards in words, rules and help.

Everything stays within one message.
"""

from dataclasses import replace

import pytest

from data.database.transaction import Transaction
from data.play import challenges, matches
from rules.catalogue import GAMES
from rules.editions import RULES_VERSION
from rules.match import Match
from tests.bot.server import Server, button, buttons, press_play, reply_text, texts
from tests.data.samples import NEW_CHALLENGE, as_new

HOME = ["Play Twotone", "Find an opponent", "Today's puzzle", "Learn a game"]


async def test_games_lists_matches_whose_turn_it_is_and_challenges(room: Server) -> None:
    empty = await room.cleo.slash(room.channel, "games")
    assert "None in progress." in texts(empty.response)
    assert list(buttons(empty.response)) == HOME
    assert [file.filename for file in empty.response.attachments] == ["games.png"], "what there is to play"
    place = await room.begin("binar", side="Even")
    await room.cleo.slash(room.channel, "play", game="yin-yang", opponent=room.ann)
    await room.ann.slash(room.channel, "play", game="turkish")
    shown = await room.ann.slash(place, "games")
    words = texts(shown.response)
    assert shown.ephemeral
    assert "[Binar](https://discord.com/channels/" in words
    assert "as Even against Ben: **your turn** · <t:" in words
    assert "Cleo waits for your answer" in words
    assert "yours, to anyone" in words
    assert [file.filename for file in shown.response.attachments] == ["board.png"]
    bens = await room.ben.slash(room.channel, "games")
    assert [file.filename for file in bens.response.attachments] == ["games.png"], "nothing waits for them"
    seen = await room.cleo.slash(room.channel, "games", user=room.ben.user)
    assert seen.response.attachments == []
    others = texts(seen.response)
    assert "as Odd against Ann: Ann to move · <t:" in others
    assert "Challenges" not in others


async def test_matches_of_another_server_are_for_their_players_alone(room: Server) -> None:
    await room.begin("binar", side="Even")
    other = room.env.create_guild("Elsewhere")
    channel = other.create_text_channel("games")
    ann, cleo = other.add_member(room.ann.user), other.add_member(room.cleo.user)
    own = await ann.slash(channel, "games")
    assert "[Binar](https" in texts(own.response)
    watched = await cleo.slash(channel, "games", user=room.ann.user)
    assert "None in progress." in texts(watched.response)
    assert buttons(watched.response) == {}
    refused = await cleo.slash(channel, "board", match="1")
    assert "not known" in texts(refused.response)
    seen = await ann.slash(channel, "board", match="1")
    assert "Ann (Even) is to move" in texts(seen.response)


async def change_rows(room: Server, sql: str) -> None:
    """Change the database as a newer version of the bot, or damage, might have."""
    await room.bot.club.store.write(lambda tx: tx.run(sql))


async def test_a_challenge_to_a_game_that_is_not_known_is_listed_among_the_others(room: Server) -> None:
    for game in ("binar", "yin-yang", "turkish"):
        await room.cleo.slash(room.channel, "play", game=game, opponent=room.ann)
    await room.cleo.slash(room.channel, "play", game="russian")
    await change_rows(room, "UPDATE challenge SET game = 'go*moku' WHERE id IN (2, 4)")
    for person in (room.ann, room.cleo):
        shown = (await person.slash(room.channel, "games")).response
        assert "Binar" in texts(shown)
        assert "Turkish" in texts(shown)
        lines = [line for line in texts(shown).splitlines() if "go\\*moku" in line]
        assert len(lines) == (1 if person is room.ann else 2)
        assert all("does not know this game" in line and "https://" in line for line in lines)
    shown = (await room.ann.slash(room.channel, "games")).response
    accepted = [custom_id for label, custom_id in buttons(shown).items() if label.startswith("Accept")]
    assert accepted == ["v1:c1:accept:0:list", "v1:c3:accept:0:list"]


@pytest.mark.parametrize("action", ["accept", "options", "level", "meanwhile"])
async def test_whoever_answers_such_a_challenge_is_told_why_nobody_can(room: Server, action: str) -> None:
    await room.cleo.slash(room.channel, "play", game="binar")
    await change_rows(room, "UPDATE challenge SET game = 'gomoku'")
    if action == "level":
        await change_rows(room, "UPDATE challenge SET opponent_id = -1")
    pressed = room.plant(room.channel, [button(f"v1:c1:{action}:0:1")])
    who = room.ann if action == "accept" else room.cleo
    assert "does not know the game" in reply_text(await who.click(pressed, label="forged"))


@pytest.mark.parametrize(("action", "outcome"), [("decline", "Ann declined"), ("cancel", "Cancelled")])
async def test_it_can_be_closed(room: Server, action: str, outcome: str) -> None:
    posted = await room.cleo.slash(room.channel, "play", game="binar", opponent=room.ann)
    await change_rows(room, "UPDATE challenge SET game = 'gomoku'")
    who = room.ann if action == "decline" else room.cleo
    await who.click(posted.response, label=action.capitalize())
    card = room.env.backend.get_message(room.channel.id, posted.response.id)
    assert "gomoku" in texts(card)
    assert outcome in texts(card)
    assert buttons(card) == {}


async def test_it_expires_like_any_other_and_its_card_says_so(room: Server) -> None:
    posted = await room.cleo.slash(room.channel, "play", game="binar", opponent=room.ann)
    await change_rows(room, "UPDATE challenge SET game = 'gomoku'")
    await room.env.advance_time(8 * 24 * 3600)
    assert "Expired" in texts(room.env.backend.get_message(room.channel.id, posted.response.id))


async def test_long_lists_say_how_many_are_left_out(room: Server) -> None:
    rival, ann = (77, "*" * 60), (room.ann.id, "Ann")
    match, now = Match(GAMES["incorrect-checkers"], {}, bytes(32)), room.bot.club.now()

    new = as_new(match, rules_version=RULES_VERSION, guild_id=room.guild.id, channel_id=room.channel.id)

    async def many(tx: Transaction) -> None:
        for number in range(26):
            asked = replace(
                NEW_CHALLENGE,
                game=match.game.key,
                challenger_id=77,
                challenger_name=rival[1],
                opponent_id=ann[0],
                opponent_name=ann[1],
                guild_id=room.guild.id,
                channel_id=room.channel.id,
            )
            await challenges.create(tx, asked, at=now, expires_at=now + 86400, interaction_id=900 + number)
            await matches.create(tx, new, [rival, ann], at=now)

    await room.run(room.bot.club.store.write(many))
    words = texts((await room.ann.slash(room.channel, "games")).response)
    assert words.count("… and ") == 2
    assert words.count("](https") == words.count("[Incorrect Checkers]")
    assert len(words) <= 4000


async def test_a_match_that_cannot_be_read_says_so_and_the_others_are_listed(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.begin("yin-yang")
    record = (await room.bot.club.matches.load(1)).row.record

    async def store(text: str) -> None:
        await room.run(
            room.bot.club.store.write(lambda tx: tx.run("UPDATE match SET record = ? WHERE id = 1", text))
        )

    await store("junk")
    await room.restart()
    for shown in (
        await press_play(room.ann, room.board(place)),
        await room.ann.slash(place, "board"),
        await room.ben.slash(room.channel, "move", move="c3", match="1"),
    ):
        assert shown.ephemeral
        assert "This match is set aside: its record cannot be read any more." in texts(shown.response)
    words = texts((await room.ann.slash(place, "games")).response)
    assert "Binar" not in words
    assert "Yin Yang" in words
    [told] = room.errors.records
    assert "match set aside" in told
    room.errors.records.clear()
    await store(record)
    await room.restart()
    assert "Binar" in texts((await room.ann.slash(place, "games")).response)
    await room.ann.slash(place, "move", move="c3")
    assert len((await room.match()).plies) == 1


async def test_a_board_comes_as_text_for_screen_readers(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    shown = await room.ben.slash(place, "board", **{"as": "text"})
    words = texts(shown.response)
    assert shown.ephemeral
    assert shown.response.attachments == []
    assert "```" in words
    assert "Ann placed 0 on c3." in words
    assert "Ben (Odd) is to move." in words


async def test_every_game_s_board_and_rules_fit_into_a_message(room: Server, key: str) -> None:
    place = await room.begin(key)
    for form in ("picture", "text"):
        assert (await room.ann.slash(place, "board", **{"as": form})).ephemeral
    shown = await room.cleo.slash(room.channel, "rules", game=key)
    assert f"### How to play {GAMES[key].title}" in texts(shown.response)
    assert str(GAMES[key].help.summary) in texts(shown.response)
    assert shown.response.attachments
    read = await room.cleo.slash(room.channel, "rules", game=key, **{"as": "text"})
    assert str(GAMES[key].help.summary) in texts(read.response)
    assert read.response.attachments == []


async def test_rules_try_a_whole_game_that_only_its_player_sees(room: Server) -> None:
    shown = await room.cleo.slash(room.channel, "rules", game="binar")
    tried = await room.cleo.click(shown.response, label="Try it")
    assert tried.ephemeral
    for square in ("b2", "a1", "b1", "c1", "b3", "a2", "c2", "a3", "c3"):
        await room.restart()
        if square in buttons(tried.response):
            tried = await room.cleo.click(tried.response.message, label=square)
    assert list(buttons(tried.response)) == ["Again", "How to play"]
    assert "/play" in texts(tried.response)
    again = await room.cleo.click(tried.response.message, label="Again")
    assert len([name for name in buttons(again.response).values() if ":try-on:" in name]) == 9
    assert room.channel.history(viewer=room.ann) == []


async def test_more_shows_moves_and_rules_to_anyone_and_endings_to_players_alone(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    watched = await room.cleo.click(room.board(place), label="More")
    watching = ["Guess the move", "Moves", "Replay", "Record", "My notes", "Rules", "Follow"]
    assert list(buttons(watched.response)) == watching
    played = await room.ben.click(room.board(place), label="More")
    assert {"Offer a draw", "Resign"} <= set(buttons(played.response))
    moves = await room.cleo.click(watched.response, label="Moves")
    assert "1. c3" in texts(moves.response)
    rules = await room.cleo.click(watched.response, label="Rules")
    assert "How to play Binar" in texts(rules.response)


async def test_moves_are_numbered_as_players_do_one_number_for_a_move_of_each(room: Server) -> None:
    place = await room.begin("russian", side="White")
    for member, move in ((room.ann, "c3-d4"), (room.ben, "f6-g5"), (room.ann, "b2-c3")):
        await member.slash(place, "move", move=move)
    more = await room.cleo.click(room.board(place), label="More")
    moves = await room.cleo.click(more.response, label="Moves")
    assert "1. c3-d4 f6-g5\n2. b2-c3" in texts(moves.response)
