"""One Zero One at the board: who may see a hand, and decks of one's own.

Also the picker, and matches that stop.
"""

from hashlib import sha256
from typing import Any

import pytest

from rules.one_zero_one.decks import DECKS, deck_of, format_deck, parse_deck
from rules.one_zero_one.playing_cards import KINDS
from rules.one_zero_one.shortcuts import effect_key
from tests.bot.closed_places import channel_gone_unseen
from tests.bot.late import late
from tests.bot.server import Server, buttons, press_behind, press_play, texts
from tests.bot.settings_cards import wants_to_confirm
from tests.bot.walks import by_commands
from tests.sets import leave_to_ci

OWN = "4 PLAIN, 2 DELETE, 2 IF, 2 PRINT, 2 SAVE, SYNTAX, REM, 2 GOTO10"


async def hand_of(room: Server, seat: int) -> list[str]:
    """The cards that a seat holds."""
    return [card.name for card in (await room.match()).position.hands[seat]]


async def leaves(member: Any, message: Any, previews: dict[str, str]) -> None:
    """Follow every choice of a picker to its end and back.

    Collect in `previews` all moves offered, with what they would do.
    """
    shown = buttons(message)
    if "Confirm" in shown:
        previews[texts(message).split("**Play ")[1].split("?**")[0]] = message.attachments[0].description
        return
    for custom_id in [
        custom_id for label, custom_id in shown.items() if label not in ("Back", "Type a move")
    ]:
        await member.click(message, custom_id=custom_id)
        await leaves(member, message, previews)
        while buttons(message) != shown:
            await member.click(message, label="Back")


@pytest.mark.ci
async def test_a_spectator_has_no_hand_and_sees_none(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    for shown in (
        await room.cleo.click(room.board(place), label="Hand"),
        await room.cleo.slash(place, "hand"),
        await press_play(room.cleo, room.board(place)),
    ):
        assert shown.ephemeral
        assert "between Ann and Ben; you are watching" in texts(shown.response)
        assert not shown.response.attachments
    seen = await room.cleo.slash(place, "board")
    assert "0's hand: 3 cards. 1's hand: 3 cards." in seen.response.attachments[0].description


@pytest.mark.ci
async def test_open_hands_are_written_for_everybody_wherever_one_looks(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0", options="hands=open")
    hands = [f"{name} (" for name in ("Ann", "Ben")]
    first = [(await hand_of(room, seat))[0] for seat in (0, 1)]
    picker = await press_play(room.ann, room.board(place))
    board = await room.cleo.slash(place, "board")
    for shown in (room.board(place), picker.response, board.response):
        (line,) = [each for each in texts(shown).splitlines() if each.startswith("-# Hands: ")]
        for name, card in zip(hands, first, strict=True):
            assert card in line.split(name)[1].split(" · ")[0]


async def test_slow_answers_are_for_their_owner_alone_too(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await room.begin("one-zero-one", side="0")
    board = room.board(place)
    before = [texts(message) for message in place.history(viewer=room.cleo)]
    late(monkeypatch)
    held = await hand_of(room, 0)
    missing = next(card.name for card in KINDS if card.name not in held)
    await room.ann.slash(place, "hand")
    await room.ann.slash(place, "move", move=f"{missing} 10")
    for label in ("Hand", "My view", "Play"):
        await room.ann.click(board, label=label)
    opened = place.history(viewer=room.ann)[-1]
    await room.ann.click(opened, label="PRINT ↕ 10")  # whose direction is asked
    assert len(place.history(viewer=room.ann)) == len(before) + 5
    assert [texts(message) for message in place.history(viewer=room.cleo)] == before
    assert len((await room.match()).plies) == 0


@pytest.mark.ci
@pytest.mark.parametrize(
    ("deck", "seed", "plies"),
    [
        ("base", 1, 0),
        pytest.param("base", 2, 6, marks=pytest.mark.deep),
        pytest.param("clipboard", 4, 9, marks=pytest.mark.deep),
    ],
)
async def test_the_picker_offers_every_legal_effect_on_one_screen_and_previews_them_without_load(
    room: Server, deck: str, seed: int, plies: int
) -> None:
    place = await room.begin("one-zero-one", side="0", options=f"deck={deck}")
    await by_commands(room, place, seed=seed, limit=plies)
    match = await room.match()
    seat = match.turn or 0
    mover = (room.ann, room.ben)[seat]
    await wants_to_confirm(room, mover)
    shown = await press_play(mover, room.board(place))
    previews: dict[str, str] = {}
    await leaves(mover, shown.response, previews)  # the response shows what has become of its message
    game, position = match.game, match.position
    moves = {str(game.in_words(position, move)): move for move in game.moves(position)}
    assert set(previews) <= set(moves)
    offered = {effect_key(position, moves[said]) for said in previews}
    assert offered == {effect_key(position, move) for move in moves.values()}
    assert any("then" in said for said in previews), "chains are among them"
    before = room.board(place).attachments[0].description or ""
    for said, alt in previews.items():
        assert decks_in(alt) == decks_in(before)
        plays = moves[said].plays
        pasted = sum(play.card.command == "PASTE" for play in plays[:-1])
        assert f"{seat}'s hand: {3 - len(plays) + pasted} card" in alt


@pytest.mark.ci
async def test_a_deck_of_one_s_own_starts_from_the_named_one_and_is_dealt(room: Server) -> None:
    shown = await room.ann.slash(
        room.channel, "play", game="one-zero-one", opponent=room.ben, options="deck=jumps", side="0"
    )
    form = await press_behind(room.ann, shown.response, "Options")
    assert parse_deck(field(form.modal)["value"]) == DECKS["jumps"]
    await room.restart()
    await room.ann.submit_modal(form, {"deck": "jumps", "hands": "hidden", "cards": OWN})
    card = room.channel.history()[-1]
    assert "deck made for this match" in texts(card)
    assert f"Both play with {format_deck(parse_deck(OWN))}." in texts(card)
    again = await press_behind(room.ann, card, "Options")
    assert parse_deck(field(again.modal)["value"]) == parse_deck(OWN)
    await room.ben.click(card, label="Accept")
    await room.restart()
    match = await room.match()
    position = match.position
    assert format_deck(deck_of(match.options)) == format_deck(parse_deck(OWN))
    for hand, deck in zip(position.hands, position.decks, strict=True):
        assert format_deck((*hand, *deck)) == format_deck(parse_deck(OWN))
    await by_commands(room, room.place, seed=1, limit=4)
    assert len((await room.match()).plies) == 4


@pytest.mark.parametrize(
    ("text", "reason"),
    leave_to_ci(
        [
            ("6 PLAIN, 2 DELETE", "16"),
            ("9 PLAIN, 2 DELETE, 2 IF, 2 PRINT, SAVE-h", "PLAIN"),
            ("6 PLAIN, 2 DELETE, 2 IF, 2 PRINT, 2 ENTER, 2 CUT", "PASTE"),
            ("6 PLAIN, 2 DELETE, 2 IF, 2 PRINT, 2 ENTER, 2 WORMHOLE", "WORMHOLE"),
        ],
        after=2,
    ),
)
async def test_a_deck_that_cannot_be_is_refused_with_the_reason(room: Server, text: str, reason: str) -> None:
    shown = await room.ann.slash(room.channel, "play", game="one-zero-one", opponent=room.ben)
    before = texts(room.channel.history()[-1])
    form = await press_behind(room.ann, shown.response, "Options")
    refused = await room.ann.submit_modal(form, {"deck": "base", "hands": "hidden", "cards": text})
    assert refused.ephemeral
    assert reason in texts(refused.response)
    assert texts(room.channel.history()[-1]) == before


async def test_a_suspended_match_tells_neither_hands_nor_seed(room: Server) -> None:
    room.bot.tokens.disable_channel(room.channel.id, 0)
    place = await room.begin("one-zero-one", side="0")
    await channel_gone_unseen(room, place)
    await by_commands(room, place, seed=2, limit=1)
    assert (await room.bot.club.play.matches.load(1)).row.status == "suspended"
    other = set(await hand_of(room, 0)) - set(await hand_of(room, 1))
    assert other
    for member in (room.ben, room.cleo):
        seen = await member.slash(room.channel, "board", match="1")
        assert "0's hand: 3 cards. 1's hand: 3 cards." in seen.response.attachments[0].description
        written = await member.slash(room.channel, "board", match="1", **{"as": "text"})
        assert bytes(32).hex() not in texts(written.response)
        refused = await member.slash(room.channel, "verify", match="1")
        assert "The deal is sealed" in texts(refused.response)
        promised = await member.click(refused.response, label="Details")
        assert sha256(bytes(32)).hexdigest() in texts(promised.response)
        assert bytes(32).hex() not in texts(promised.response)
    shown = texts(room.ben.user.dm_channel.history()[-1])
    assert not any(name in shown for name in other)


def field(modal: Any) -> dict[str, Any]:
    """The text field of the options form."""
    return next(part["component"] for part in modal["components"] if part["component"]["type"] == 4)


def decks_in(alt: str) -> list[str]:
    """What an alt text says of both decks."""
    return [sentence for sentence in alt.split(". ") if "'s deck" in sentence]
