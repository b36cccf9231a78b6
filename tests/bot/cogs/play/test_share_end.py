"""Share on a final card: one player asks, and the other agrees.

Everyone there then gets a picture of their match.
"""

from typing import Any

import pytest

from bot.custom_ids import parse_custom_id
from club.play.after.analysis import MatchAnalyser
from club.refusals import Refusal
from tests.bot.closed_places import secret_match
from tests.bot.matches_over import over
from tests.bot.rated_matches import RATING, end_match, play_cleo
from tests.bot.server import Server, button, buttons, reply_text, texts

YES, NO = "Share it", "Do not share it"


async def ask_to_share(room: Server, member: Any, card: Any, place: Any) -> Any:
    """Press Share on a final card, and return the question that everyone sees."""
    before = {message.id for message in place.history()}
    await member.click(card, label="Share")
    [question] = [message for message in place.history() if message.id not in before]
    assert not question.flags.ephemeral
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
    assert list(buttons(post)) == ["Replay", "Analyse"]
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
    [file] = now(place, question).attachments
    assert file.description.endswith(f"{worst.played_line.moves[0]} turned it.")

    async def busy(*_: object) -> None:
        raise Refusal("analyse.busy")

    monkeypatch.setattr(MatchAnalyser, "get_report", busy)
    monkeypatch.setattr(MatchAnalyser, "get_cached_report", lambda *_: None)
    question = await ask_to_share(room, room.ann, card, place)
    await room.ben.click(question, label=YES)
    [file] = now(place, question).attachments
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
    assert len(now(place, question).attachments) == 1


async def test_the_computer_agrees_at_once(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.twotone)
    level = next(label for label, known in buttons(shown.response).items() if ":level:" in known)
    await room.ann.click(shown.response, label=level)
    place = room.place
    resigning = await room.ann.slash(place, "resign")
    await room.ann.click(resigning.response, label="Resign")
    post = await ask_to_share(room, room.ann, room.board(place), place)
    assert len(post.attachments) == 1 and "Ann resigned" in texts(post)


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
    resigning = await room.ben.slash(secret, "resign")
    await room.ben.click(resigning.response, label="Resign")
    other = room.guild.create_text_channel("other")
    for label in ("share-end:2", "share-yes:2:0", "share-no:2:0"):
        forged = room.plant(other, [button(f"v1:1:{label}")])
        assert "Not everybody here may look" in reply_text(await room.ann.click(forged, label="forged"))
    assert await ask_to_share(room, room.ann, room.board(secret), secret)


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
