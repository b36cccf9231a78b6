"""The home card: big buttons alone lead into a match, for everyone alike.

No one sees another member's matches there.
"""

import asyncio
import re
from typing import Any

import discord
import pytest

from bot.cards.home import CHECKERS, game_choice_card
from bot.cards.kit.board_sheets import board_sheet_picture, sample_view
from bot.cards.kit.pictures import draw_card
from bot.cards.kit.ways import LEARN, PURPOSES, TWOTONE
from club.play.course.computer import PAUSE
from engines.choose import level_count
from rendering.describe import describe
from rendering.picture import Picture
from rendering.sprite_cache import UncachedPart, only_cached_parts
from rules.catalogue import GAMES, families
from tests.bot.closed_places import overwrite
from tests.bot.greeted import add_bot, greetings
from tests.bot.server import Server, buttons, reply_text, texts, walk
from tests.sets import leave_to_ci
from words import ENGLISH, localizer_for
from words.telling import languages

HOME = ["Play Twotone", "Find an opponent", "Today's puzzle", "Learn a game"]
SAY = localizer_for(ENGLISH)


def on_board(message: Any) -> list[str]:
    """The buttons that choose on a board."""
    return [label for label, custom_id in buttons(message).items() if re.search(":(pick|do):", custom_id)]


async def play(room: Server, person: Any, shown: Any, label: str) -> Any:
    """Press a choice that is a move, and wait for the computer's move.

    Return the card after that.
    """
    played = (await person.click(shown.message, label=label)).response
    await room.env.advance_time(PAUSE + 1)
    return played


async def play_to_the_end(room: Server, person: Any, shown: Any) -> Any:
    """Press the first choice until the match is over; returns the last card."""
    for _ in range(13):
        if not on_board(shown):
            break
        shown = await play(room, person, shown, on_board(shown)[0])
    return shown


async def test_help_leads_where_the_host_helps(room: Server) -> None:
    room.bot.club.pages.support_url = "https://discord.gg/twotone"
    home = (await room.cleo.slash(room.channel, "help")).response
    assert list(buttons(home)) == [*HOME, "Get help"]
    [help_at] = [part["url"] for part in walk(home.message.components) if part.get("label") == "Get help"]
    assert help_at == "https://discord.gg/twotone"


@pytest.mark.ci
async def test_three_presses_lead_from_help_into_a_match_that_ends_within_minutes(room: Server) -> None:
    home = await room.cleo.slash(room.channel, "help")
    assert list(buttons(home.response)) == HOME
    [picture] = home.response.attachments
    assert "Yin Yang, One Zero One" in str(picture.description)
    await room.restart()
    games = await room.cleo.click(home.response.message, label="Play Twotone")
    await room.restart()
    begun = (await room.cleo.click(games.response.message, label="Binar")).response
    assert "### Binar against Twotone" in texts(begun)
    assert len(on_board(begun)) == 25
    await room.restart()
    answered = await play(room, room.cleo, begun, "b2")
    assert "Twotone placed 1 on" in texts(answered)
    assert len(on_board(answered)) == 23
    ended = await play_to_the_end(room, room.cleo, answered)
    assert re.search(r"\*\*.*(: you win|: Twotone wins|: a draw)\.\*\*", texts(ended))
    assert "Binar: Cleo (Even) against Twotone (Odd)." in str(ended.attachments[0].description)
    assert list(buttons(ended)) == ["Play a friend", "Again", "Replay", "Share", "More"]
    assert room.channel.history(viewer=room.ann) == []


async def test_they_lead_there_in_direct_messages_where_nobody_can_be_challenged(room: Server) -> None:
    home = await room.ann.user.slash("help")
    assert list(buttons(home.response)) == ["Play Twotone", "Today's puzzle", "Learn a game"]
    games = await room.ann.user.click(home.response, label="Play Twotone")
    begun = await room.ann.user.click(games.response, label="Binar")
    assert "Play it in the open" not in buttons(begun.response)
    answered = await play(room, room.ann.user, begun.response, "b2")
    assert "Twotone placed 1 on" in texts(answered)
    more = await room.ann.user.click(answered, label="More")
    assert "Play it in the open" not in buttons(more.response)


async def test_find_an_opponent_posts_a_challenge_that_anyone_takes(room: Server) -> None:
    home = await room.ann.slash(room.channel, "help")
    games = await room.ann.click(home.response, label="Find an opponent")
    posted = await room.ann.click(games.response, label="Yin Yang")
    assert not posted.ephemeral
    assert "is looking for an opponent" in texts(posted.response)
    await room.cleo.click(posted.response, label="Accept")
    assert (await room.match()).game.key == "yin-yang"


async def test_who_may_not_write_posts_no_challenge_by_a_button_either(room: Server) -> None:
    home = await room.ann.slash(room.channel, "help")
    games = await room.ann.click(home.response, label="Find an opponent")
    overwrite(room, room.channel, room.guild.default_role, send_messages=False)
    overwrite(room, room.channel, room.twotone, send_messages=True)
    refused = await room.ann.click(games.response, label="Yin Yang")
    assert refused.ephemeral and "You may not write in this channel" in reply_text(refused)
    assert not [each for each in room.channel.history() if "looking for an opponent" in texts(each)]


async def test_todays_puzzle_is_todays_also_for_who_has_seen_none(room: Server) -> None:
    home = await room.ann.slash(room.channel, "help")
    pressed = await room.ann.click(home.response, label="Today's puzzle")
    commanded = await room.ann.slash(room.channel, "puzzle")
    assert pressed.ephemeral
    assert texts(pressed.response).startswith("### Puzzle of the day no. ")
    assert "An easy one to begin with" in texts(commanded.response), "but at somebody's first puzzle"


async def test_learn_a_game_leads_to_its_rules_in_the_place_of_the_list(room: Server) -> None:
    home = await room.ann.slash(room.channel, "help")
    games = await room.ann.click(home.response, label="Learn a game")
    rules = await room.ann.click(games.response, label="Zong-Heng")
    assert "### How to play Zong-Heng" in texts(rules.response)
    assert rules.response.message.id == games.response.message.id
    assert "Try it" in buttons(rules.response)


@pytest.mark.parametrize("language", leave_to_ci(languages(), but=("en", "de", "ru")))
def test_learn_a_game_names_first_steps_as_their_button_does(language: str) -> None:
    say = localizer_for(language)
    card = game_choice_card(LEARN, "fill", say, theme="wood")
    said = "".join(getattr(each, "content", "") for each in card.view.walk_children())
    assert f"**{say('button.steps')}**" in said


async def test_what_waits_for_somebody_is_on_their_own_card_alone(room: Server) -> None:
    await add_bot(room)
    [card] = greetings(room.channel)
    await room.begin("binar", side="Even")
    home = (await room.ann.slash(room.channel, "help")).response
    assert "**It is your turn**" in texts(home)
    assert "as Even against Ben: **your turn** · <t:" in texts(home)
    assert [file.filename for file in home.attachments] == ["board.png"]
    assert list(buttons(home)) == ["Binar against Ben", *HOME]
    for other in (room.ben, room.cleo):
        shown = (await other.slash(room.channel, "help")).response
        assert list(buttons(shown)) == HOME
        assert "Binar against" not in texts(shown)
        assert [file.filename for file in shown.attachments] == ["games.png"]
    for label in HOME[:1] + HOME[2:]:
        shown = await room.ann.click(card, label=label)
        assert shown.ephemeral
        assert "Ben" not in texts(shown.response)
    seen = room.env.backend.get_message(card.channel.id, card.id)
    assert "Ann" not in texts(seen)
    assert list(buttons(seen)) == HOME


async def test_its_clock_and_its_button_lead_on(room: Server) -> None:
    await room.begin("binar", side="Even", clock="3 days")
    home = (await room.ann.slash(room.channel, "help")).response
    deadline = (await room.bot.club.play.matches.load(1)).row.deadline_at
    assert deadline is not None
    assert f"**your turn**, your time is up <t:{int(deadline)}:R>" in texts(home)
    picker = await room.ann.click(home, label="Binar against Ben")
    played = await room.ann.click(picker.response, label="c3")
    assert "You played `c3`. https://discord.com/channels/" in texts(played.response)
    assert len((await room.match()).plies) == 1


@pytest.mark.ci
async def test_the_most_urgent_comes_first_and_three_are_named(room: Server) -> None:
    for game, side in {
        "binar": "Even",
        "yin-yang": "First",
        "russian": "White",
        "zong-heng": "Black",
    }.items():
        await room.begin(game, side=side)
        await room.env.advance_time(60)
    waiting = ["Binar", "Yin Yang", "Russian checkers", "Zong-Heng"]
    home = (await room.ann.slash(room.channel, "help")).response
    assert list(buttons(home)) == [f"{title} against Ben" for title in waiting[:3]] + HOME
    listed = (await room.ann.slash(room.channel, "games")).response
    assert [label for label in buttons(listed) if "against" in label] == [
        f"{title} against Ben" for title in waiting
    ]
    assert [file.filename for file in listed.attachments] == ["board.png"]
    assert list(buttons(listed))[-4:] == HOME


@pytest.mark.ci
async def test_the_board_of_a_game_with_hidden_cards_is_that_of_its_own_player(room: Server) -> None:
    await room.begin("one-zero-one")
    table = await room.bot.club.play.matches.load(1)
    assert table.turn is not None
    mover = (await room.players())[table.turn]
    home = (await mover.slash(room.channel, "help")).response
    assert home.attachments[0].description == describe(table.view(table.turn))
    assert home.attachments[0].description != describe(table.view(1 - table.turn))


async def test_a_match_that_cannot_be_read_takes_nothing_of_the_card_but_its_board(room: Server) -> None:
    await room.begin("binar", side="Even")
    await room.run(room.bot.club.store.write(lambda tx: tx.run("UPDATE match SET record = 'junk'")))
    await room.restart()
    home = await room.ann.slash(room.channel, "help")
    assert list(buttons(home.response)) == ["Binar against Ben", *HOME]
    assert home.response.attachments == []
    [said] = room.errors.records
    assert "match set aside" in said
    room.errors.records.clear()
    assert list(buttons((await room.ann.slash(room.channel, "help")).response)) == HOME


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize("family", [*families(), "junk"])
def test_every_list_of_games_fits_and_is_drawn(purpose: str, family: str) -> None:
    card = game_choice_card(purpose, family, SAY, theme="wood")
    [picture] = asyncio.run(draw_card(card))
    assert picture.filename == "games.png"
    found = families().get(family, [])
    offered = [game for game in found if purpose != TWOTONE or level_count(game)]
    for game in offered or families()["fill"]:
        assert str(game.title) in str(picture.description)
    assert len([*card.view.walk_children()]) <= 40


@pytest.mark.parametrize("language", languages())
def test_the_menu_names_every_game_of_a_family_whole(language: str) -> None:
    said = localizer_for(language)
    walked = game_choice_card(LEARN, "fill", said, theme="wood").view.walk_children()
    [found] = [each for each in walked if isinstance(each, discord.ui.Select)]
    for option, games in zip(found.options, families().values(), strict=True):
        told = str(option.description)
        assert not told.endswith("…") and len(told) <= 100
        for game in games:
            assert said.text(game.title).split()[-1] in told


def test_a_game_that_the_computer_does_not_play_is_not_offered_against_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "bot.cards.home.level_count", lambda game: 0 if game.key == "binar" or game.family == CHECKERS else 6
    )
    offered = [
        getattr(each, "label", "")
        for each in game_choice_card(TWOTONE, "fill", SAY, theme="wood").view.walk_children()
    ]
    assert not {"Binar", SAY("button.checkers")} & {*offered}
    assert "Binary" in offered


def test_kinds_of_checkers_are_parted_by_what_one_feels_at_the_board() -> None:
    parted = {family: {game.key for game in games} for family, games in families().items()}
    assert parted["large"] == {"international", "frisian", "canadian", "malaysian"}
    assert parted["straight"] == {"turkish", "armenian", "gothic"}
    assert parted["stepping"] == {"american", "italian"}
    assert parted["flying"] == {"german", "pool", "russian", "brazilian", "spanish", "czech"}


def test_a_small_board_shows_a_game_under_way_always_the_same(key: str) -> None:
    view = sample_view(GAMES[key])
    assert view.did is not None
    assert view.turn is not None
    assert describe(view) == describe(sample_view(GAMES[key]))


def test_every_game_is_shown_and_named_in_its_family(key: str) -> None:
    """It needs no list but the catalogue."""
    game = GAMES[key]
    card = game_choice_card(LEARN, game.family, SAY, theme="wood")
    assert str(game.title) in [getattr(each, "label", "") for each in card.view.walk_children()]
    [picture] = asyncio.run(draw_card(card))
    assert str(game.title) in str(picture.description)


@pytest.mark.ci
def test_no_sheet_is_drawn_on_the_event_loop() -> None:
    """No sheet is drawn on the loop, even with the parts of its boards in the cache.

    The parts come from the same sheet in a theme of another name.
    """
    first, second = (board_sheet_picture(families()["fill"], SAY, theme) for theme in ("gone", "gone too"))
    assert isinstance(first.make(), Picture)
    with pytest.raises(UncachedPart), only_cached_parts():
        second.make()
    assert isinstance(second.make(), Picture)
    with only_cached_parts():
        assert isinstance(second.make(), Picture)
