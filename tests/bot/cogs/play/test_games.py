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
from tests.bot.server import Server, button, buttons, press_behind, reply_text, texts
from tests.data.samples import NEW_CHALLENGE, as_new
from tests.examples.every_game import A_FEW_GAMES
from tests.sets import leave_to_ci

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
    seen = await room.ben.slash(room.channel, "games", user=room.ann.user)
    assert seen.response.attachments == []
    others = texts(seen.response)
    assert "as Even against Ben: Ann to move · <t:" in others
    assert "Challenges" not in others


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


@pytest.mark.parametrize("action", leave_to_ci(["accept", "options", "level", "meanwhile"], after=2))
async def test_whoever_answers_such_a_challenge_is_told_why_nobody_can(room: Server, action: str) -> None:
    await room.cleo.slash(room.channel, "play", game="binar")
    await change_rows(room, "UPDATE challenge SET game = 'gomoku'")
    if action == "level":
        await change_rows(room, "UPDATE challenge SET opponent_id = -1")
    pressed = room.plant(room.channel, [button(f"v1:c1:{action}:0:1")])
    who = room.ann if action == "accept" else room.cleo
    assert "does not know the game" in reply_text(await who.click(pressed, label="forged"))


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


@pytest.mark.ci
@pytest.mark.parametrize("key", A_FEW_GAMES, indirect=True)
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


async def test_more_shows_moves_and_rules_to_anyone_and_endings_to_players_alone(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    watched = await room.cleo.click(room.board(place), label="More")
    watching = ["Guess the move", "Follow", "Replay", "Moves"]
    assert list(buttons(watched.response)) == [*watching, "More"]
    unfolded = await room.cleo.click(watched.response, label="More")
    assert unfolded.response.id == watched.response.id, "it unfolds in place"
    assert list(buttons(unfolded.response)) == [*watching, "My notes", "Record", "Rules"]
    played = await room.ben.click(room.board(place), label="More")
    assert list(buttons(played.response)) == ["Resign", "Replay", "Moves", "More"]
    unfolded = await room.ben.click(played.response, label="More")
    assert "Offer a draw" in buttons(unfolded.response)
    moves = await press_behind(room.cleo, watched.response, "Moves")
    assert "1. c3" in texts(moves.response)
    rules = await press_behind(room.cleo, watched.response, "Rules")
    assert "How to play Binar" in texts(rules.response)
