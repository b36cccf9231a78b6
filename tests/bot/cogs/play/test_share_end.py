"""Share on a final card: one player asks, and the other agrees.

Everyone there then gets a picture of their match.
"""

from typing import Any

import pytest

from bot.custom_ids import parse_custom_id
from club.play.after.analysis import MatchAnalyser
from club.refusals import Refusal
from tests.bot.closed_places import overwrite, secret_match
from tests.bot.matches_over import give_up, over
from tests.bot.rated_matches import RATING, end_match, play_cleo
from tests.bot.server import Server, button, buttons, reply_text, texts

YES, NO = "Share it", "Do not share it"
HERE, UP, KEEP = "Here", "In the channel above", "Only the picture, for me"


async def share(member: Any, card: Any, where: str, place: Any) -> tuple[Any, Any]:
    """Press Share on a final card, and a place.

    Return what that shows everyone in `place`, and the answer that only the member sees.
    """
    asked = await member.click(card, label="Share")
    before = {message.id for message in place.history()}
    shown = next(each for each in (*asked.followups, asked.response) if each and each.ephemeral)
    answered = await member.click(shown, label=where)
    new = [message for message in place.history() if message.id not in before]
    assert len(new) <= 1 and not any(message.flags.ephemeral for message in new)
    return (new[0] if new else None), answered


async def ask_to_share(room: Server, member: Any, card: Any, place: Any) -> Any:
    """Share a final card, and return the question that everyone sees."""
    question, answered = await share(member, card, UP if place.is_thread else HERE, place)
    assert "is asked first" in reply_text(answered)
    return question


def now(place: Any, message: Any) -> Any:
    """A message as it is now."""
    return next(each for each in place.history() if each.id == message.id)


@pytest.mark.ci
async def test_one_player_asks_and_the_picture_comes_where_the_other_agrees(room: Server) -> None:
    await play_cleo(room)
    place = await end_match(room)
    question = await ask_to_share(room, room.ann, room.board(room.channel), room.channel)
    assert f"Ann would like to share this match as a picture. <@{room.ben.id}>, do you agree?" in texts(
        question
    )
    assert question.attachments == [] and [user.id for user in question.mentions] == [room.ben.id]
    await room.ben.click(question, label=YES)
    post = now(room.channel, question)
    words, [file] = texts(post), post.attachments
    assert words.startswith("-# Shared by Ann and Ben\n### Binar\n")
    assert "Ann (Even) wins: Ben resigned" in words
    assert len(RATING.findall(words)) == 2
    alt = file.description
    assert (
        alt.startswith("Binar: Ann (Even) against Ben (Odd).")
        and "Ann: rating 1662\u00a0±\u00a0290 before, " in alt
    )
    assert list(buttons(post)) == ["Play the winner", "Replay", "Analyse"]
    assert place is not None


@pytest.mark.ci
async def test_the_move_that_cost_most_is_named(room: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    place = await over(room, "russian", 10, side="White")
    report = await room.bot.club.play.analyses.get_report(
        await room.bot.club.play.matches.load(1), room.ann.id
    )
    worst, card = (
        max(report.turning_points, key=lambda point: point.chance_before - point.chance_after),
        room.board(place),
    )
    question = await ask_to_share(room, room.ann, card, place)
    await room.ben.click(question, label=YES)
    [file] = room.channel.history()[-1].attachments
    assert file.description.endswith(f"{worst.played_line.moves[0]} turned it.")

    async def busy(*_: object) -> None:
        raise Refusal("analyse.busy")

    monkeypatch.setattr(MatchAnalyser, "get_report", busy)
    monkeypatch.setattr(MatchAnalyser, "get_cached_report", lambda *_: None)
    question = await ask_to_share(room, room.ann, card, place)
    await room.ben.click(question, label=YES)
    [file] = room.channel.history()[-1].attachments
    assert "turned it" not in file.description, "a picture without it is better than none"


async def test_who_has_asked_cannot_agree_and_nobody_else_can_either(room: Server) -> None:
    place = await end_match(room)
    assert "watching" in reply_text(await room.cleo.click(room.board(place), label="Share"))
    question = await ask_to_share(room, room.ben, room.board(place), place)
    assert reply_text(await room.ben.click(question, label=YES)) == "Ann has to agree, not you."
    for label in (YES, NO):
        assert "watching" in reply_text(await room.cleo.click(question, label=label))
    assert now(place, question).attachments == []
    await room.ann.click(question, label=YES)
    assert texts(now(place, question)) == f"Shared in {room.channel.mention}."
    assert texts(room.channel.history()[-1]).startswith("-# Shared by Ann and Ben")


async def test_the_computer_agrees_at_once(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.twotone)
    level = next(label for label, known in buttons(shown.response).items() if ":level:" in known)
    await room.ann.click(shown.response, label=level)
    place = room.place
    await give_up(room.ann, place)
    post, answered = await share(room.ann, room.board(place), UP, room.channel)
    assert reply_text(answered) == f"Shared in {room.channel.mention}."
    assert len(post.attachments) == 1 and "Ann resigned" in texts(post)
    assert texts(post).startswith("-# Shared by Ann\n"), "the computer shares nothing"
    assert next(iter(buttons(post))) == "Challenge Ann", "nobody plays the winner, who is the computer"


@pytest.mark.parametrize("winner", ["ann", "ben"])
async def test_a_share_brings_a_challenge_with_the_options_of_the_match(room: Server, winner: str) -> None:
    place = await room.begin("binar", side="Even", options="size=4 lines=single")
    loser = room.ben if winner == "ann" else room.ann
    await give_up(loser, place)
    asked = await room.ann.click(room.board(place), label="Share")
    assert list(buttons(asked.response)) == [UP, KEEP], "the final card stands in this thread"
    question = await ask_to_share(room, room.ann, room.board(place), place)
    await room.ben.click(question, label=YES)
    post = room.channel.history()[-1]
    challenged = await room.cleo.click(post, label="Play the winner")
    assert not challenged.ephemeral
    words, named = texts(challenged.response), getattr(room, winner).mention
    assert f"{room.cleo.mention} challenges {named}." in words
    assert "4×4 board" in words and "single lines" in words
    refused = await getattr(room, winner).click(post, label="Play the winner")
    assert "yourself" in reply_text(refused)


async def test_after_a_draw_it_brings_a_challenge_to_the_player_who_shares(room: Server) -> None:
    place = await room.begin("binar")
    await room.ann.slash(place, "draw")
    await room.ben.click(place.history()[-1], label="Accept the draw")
    question = await ask_to_share(room, room.ben, room.board(place), place)
    await room.ann.click(question, label=YES)
    assert next(iter(buttons(room.channel.history()[-1]))) == "Challenge Ben"


async def test_one_keeps_the_picture_without_asking_anybody(room: Server) -> None:
    place = await end_match(room)
    nothing, answered = await share(room.ben, room.board(place), KEEP, place)
    assert nothing is None and answered.response.message.flags.ephemeral
    assert len(answered.response.attachments) == 1 and buttons(answered.response) == {}


@pytest.mark.ci
async def test_where_one_may_not_write_above_nothing_is_posted_there(room: Server) -> None:
    place = await end_match(room)
    overwrite(room, room.channel, room.ann, send_messages=False)
    question, refused = await share(room.ann, room.board(place), UP, place)
    assert question is None and "may not write" in reply_text(refused).lower()


async def test_a_match_of_a_private_thread_does_not_go_to_the_channel_above(room: Server) -> None:
    secret, _ = await secret_match(room, "private thread")
    await give_up(room.ben, secret)
    before = len(room.channel.history())
    question, refused = await share(room.ann, room.board(secret), UP, secret)
    assert question is None and "Not everybody here may look" in reply_text(refused)
    forged = room.plant(secret, [button("v1:1:share-yes:0:0,up")])
    assert "Not everybody here may look" in reply_text(await room.ben.click(forged, label="forged"))
    assert len(room.channel.history()) == before
    question, _ = await share(room.ann, room.board(secret), HERE, secret)
    await room.ben.click(question, label=YES)
    assert len(now(secret, question).attachments) == 1


async def test_a_forged_place_and_a_forged_rival_are_refused(room: Server) -> None:
    place = await end_match(room)
    for rest in ("", ":here", ":away,end,", ":here,nothing,", ":up,yes,0"):
        forged = room.plant(place, [button(f"v1:1:share-to:0{rest}")])
        assert "outdated" in reply_text(await room.ann.click(forged, label="forged"))
    forged = room.plant(room.channel, [button("v1:1:share-to:0:up,end,")])
    assert "outdated" in reply_text(await room.ann.click(forged, label="forged")), "nothing is above"
    stranger = room.plant(place, [button("v1:77:rival:0:binar,1")])
    assert "is not on this server" in reply_text(await room.ann.click(stranger, label="forged"))


async def test_the_options_of_a_match_that_one_may_not_see_stay_hidden(room: Server) -> None:
    secret, _ = await secret_match(room, "channel")
    await room.run(
        room.bot.club.store.write(lambda tx: tx.run("""UPDATE match SET options = '{"size": 4}'"""))
    )
    shared = room.plant(room.channel, [button(f"v1:{room.ann.id}:rival:0:binar,1")])
    challenged = await room.cleo.click(shared, label="forged")
    assert "5×5 board" in texts(challenged.response) and secret is not None


async def test_options_of_another_game_are_not_taken_over(room: Server) -> None:
    place = await room.begin("binar", options="size=4")
    forged = room.plant(place, [button(f"v1:{room.ann.id}:rival:0:yin-yang,1")])
    made = await room.ben.click(forged, label="forged")
    assert "### Yin Yang" in texts(made.response)


async def test_what_was_asked_by_somebody_who_was_forgotten_since_is_not_shared(room: Server) -> None:
    place = await end_match(room)
    question = await ask_to_share(room, room.ben, room.board(place), place)
    leaving = await room.ben.slash(room.channel, "privacy delete")
    await room.ben.click(leaving.response, label="Forget me")
    assert "one of them had Twotone forget them" in reply_text(await room.ann.click(question, label=YES))
    assert now(place, question).attachments == []


async def test_a_match_of_a_secret_place_is_shared_there_alone(room: Server) -> None:
    secret, _ = await secret_match(room, "channel")
    first, second = await room.players()
    for member, move in ((first, "a1"), (second, "b2")):
        await member.slash(secret, "move", move=move)
    await give_up(room.ben, secret)
    other = room.guild.create_text_channel("other")
    for label in ("share-end:2", "share-to:2:here,end,", "share-yes:2:0", "share-no:2:0"):
        forged = room.plant(other, [button(f"v1:1:{label}")])
        assert "Not everybody here may look" in reply_text(await room.ann.click(forged, label="forged"))
    assert await ask_to_share(room, room.ann, room.board(secret), secret)


@pytest.mark.ci
async def test_only_what_has_ended_with_a_result_and_was_asked_for_is_shared(room: Server) -> None:
    place = await room.begin("binar")
    assert "Share" not in buttons(room.board(place))
    forged = room.plant(place, [button("v1:1:share-end:0")])
    assert "Only a match that has ended with a result" in reply_text(
        await room.ann.click(forged, label="forged")
    )
    place = await end_match(room, 2)
    for rest in ("", ":", ":2", ":x"):
        custom_id = f"v1:2:share-yes:0{rest}"
        assert parse_custom_id(custom_id) is not None
        forged = room.plant(place, [button(custom_id)])
        assert "This question is outdated" in reply_text(await room.ann.click(forged, label="forged"))


async def test_who_was_asked_takes_the_question_away(room: Server) -> None:
    place = await end_match(room)
    question = await ask_to_share(room, room.ann, room.board(place), place)
    await room.ben.click(question, label=NO)
    assert texts(now(place, question)) == "The match is not shared."
    assert buttons(now(place, question)) == {}
