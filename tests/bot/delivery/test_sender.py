"""By which way a post goes: a press's token, the channel, or none."""

from typing import Any, cast

import pytest

from bot.answers.tokens import FOLLOW_UPS, TokenStore
from bot.cards.kit.kit import Card, text_view
from bot.codes import Code, NoAnswer
from bot.delivery.claims import Claims
from bot.delivery.sender import NoUsableToken, Sender
from bot.delivery.wire import SentMessage
from club.play.match.matches import Table
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from tests.bot.cards.made_tables import match_of, table_with
from tests.fake_wire import Asked, FakeWire, refusal

BY, PLACE, CHANNEL, BOARD = 77, 30, 20, 44
HOME = table_with(match_of())
ABROAD = table_with(match_of(), thread_id=None, abroad="en-US", board_message_id=BOARD)
CARD = Card(text_view("A card."))


class SmallWire(FakeWire):
    """Notes each request, and raises the fault of its kind."""

    def __init__(self, faults: dict[str, Exception], *, ephemeral: bool) -> None:
        self.faults = faults
        self.ephemeral = ephemeral
        self.asked: list[tuple[Any, ...]] = []

    async def ask(self, asked: Asked) -> Any:
        more = [name for name in ("private", "message", "kept", "nonce") if getattr(asked, name)]
        self.asked.append((asked.kind, asked.place, *(getattr(asked, name) for name in more)))
        if asked.kind in self.faults:
            raise self.faults[asked.kind]
        return SentMessage(
            asked.place, 99, None, frozenset(), 0.0, self.ephemeral and asked.kind == "follow-up"
        )


class HeldClaims:
    """Claims that are held; `lost` raises."""

    lost = False

    def check_held(self) -> None:
        if self.lost:
            raise LookupError

    def nonce(self, row: OutboxRow) -> str:
        return f"nonce {row.id}"


class Desk:
    """A sender with its wire and its tokens, at time 0."""

    def __init__(self, *, ephemeral: bool = False, place: int = PLACE, **faults: Exception) -> None:
        self.wire = SmallWire(
            {name.replace("_", "-"): fault for name, fault in faults.items()}, ephemeral=ephemeral
        )
        self.tokens = TokenStore(lambda: 0.0)
        self.claims = HeldClaims()
        self.sender = Sender(self.wire, cast(Claims, self.claims), self.tokens)
        self.tokens.add(BY, self.tokens.make_token(1, str(BOARD), place))
        self.tokens.keep_for_posts(BY)
        self.tokens.note_answer(BY, answered=True)

    @property
    def has_token(self) -> bool:
        return BY in self.tokens.acts

    async def post(self, table: Table = HOME, **given: Any) -> list[tuple[Any, ...]]:
        sent = await self.sender.post(row(**given), table, CARD)
        assert sent.message_id == 99
        return self.wire.asked

    async def leave_unsent(self, table: Table = ABROAD, **given: Any) -> list[tuple[Any, ...]]:
        with pytest.raises(NoUsableToken):
            await self.sender.post(row(**given), table, CARD)
        return self.wire.asked


def row(**given: Any) -> OutboxRow:
    usual: dict[str, Any] = {
        "id": 5,
        "dedup": "",
        "match_id": 7,
        "challenge_id": None,
        "kind": PostKind.BOARD,
        "seat": None,
        "version": 3,
        "payload": f'{{"by": {BY}}}',
        "not_before": 0.0,
        "leased_until": None,
        "attempts": 0,
        "last_error": None,
        "owner": None,
        "unclear": False,
        "reserved_for": None,
        "reserved_until": None,
        "refused": 0,
    }
    return OutboxRow(**usual | given)


BY_CHANNEL = ("post", PLACE, "nonce 5")
FOLLOW_UP = ("follow-up", PLACE)


async def test_a_post_follows_up_on_the_press_that_caused_it() -> None:
    desk = Desk()
    assert await desk.post() == [FOLLOW_UP]
    assert not desk.has_token


async def test_without_a_press_a_post_goes_by_the_channel() -> None:
    desk = Desk()
    assert await desk.post(payload="{}") == [BY_CHANNEL]
    assert desk.has_token


async def test_what_may_have_been_sent_goes_by_the_channel() -> None:
    assert await Desk().post(unclear=True) == [BY_CHANNEL]


async def test_a_channel_that_takes_no_follow_up_is_not_tried() -> None:
    desk = Desk()
    desk.tokens.disable_channel(CHANNEL, 0)
    assert await desk.post() == [BY_CHANNEL]


async def test_a_token_of_another_place_is_no_token() -> None:
    assert await Desk(place=CHANNEL).post() == [BY_CHANNEL]


async def test_a_refused_follow_up_is_posted_by_the_channel() -> None:
    desk = Desk(follow_up=refusal(401, Code.INVALID_TOKEN))
    assert await desk.post() == [FOLLOW_UP, BY_CHANNEL]
    assert not desk.has_token and not desk.tokens.is_channel_disabled(CHANNEL)


async def test_a_follow_up_that_may_have_been_taken_is_not_sent_again() -> None:
    desk = Desk(follow_up=refusal(500))
    with pytest.raises(type(refusal(500))):
        await desk.post()
    assert desk.wire.asked == [FOLLOW_UP]


async def test_a_follow_up_that_one_person_sees_is_taken_back_and_posted() -> None:
    desk = Desk(ephemeral=True)
    assert await desk.post() == [FOLLOW_UP, ("take back", PLACE, 99), BY_CHANNEL]
    assert desk.tokens.is_channel_disabled(CHANNEL)


async def test_a_follow_up_that_cannot_be_taken_back_stays() -> None:
    for fault in (refusal(404), NoAnswer("reset")):
        desk = Desk(ephemeral=True)
        desk.wire.faults = {"take back": fault}
        assert (await desk.post())[-1] == BY_CHANNEL


async def test_nothing_is_sent_once_another_process_may_have_the_row() -> None:
    ways: list[dict[str, Any]] = [{}, {"unclear": True}]
    for given in ways:
        desk = Desk()
        desk.claims.lost = True
        with pytest.raises(LookupError):
            await desk.post(**given)
        assert desk.wire.asked == []
    with pytest.raises(LookupError):
        await desk.sender.edit(row(), PLACE, BOARD, CARD)


ABROAD_UP = ("follow-up", CHANNEL)


async def test_abroad_a_post_follows_up_and_the_token_stays_for_a_few() -> None:
    desk = Desk(place=CHANNEL)
    for count in range(1, FOLLOW_UPS + 1):
        assert await desk.post(ABROAD) == [ABROAD_UP] * count
        assert desk.has_token is (count < FOLLOW_UPS)


async def test_abroad_a_post_without_a_token_stays_unsent() -> None:
    assert await Desk(place=CHANNEL).leave_unsent(payload="{}") == []
    assert await Desk(place=CHANNEL).leave_unsent(unclear=True) == []


async def test_abroad_a_refused_follow_up_stays_unsent() -> None:
    desk = Desk(place=CHANNEL, follow_up=refusal(401, Code.INVALID_TOKEN))
    assert await desk.leave_unsent() == [ABROAD_UP]
    unclear = Desk(place=CHANNEL, follow_up=refusal(500))
    with pytest.raises(type(refusal(500))):
        await unclear.post(ABROAD)


async def test_abroad_who_alone_sees_their_move_is_told_so() -> None:
    desk = Desk(place=CHANNEL, ephemeral=True)
    assert await desk.leave_unsent() == [ABROAD_UP, ("take back", CHANNEL, 99), ("follow-up", CHANNEL, True)]


async def test_abroad_the_board_that_was_pressed_is_edited() -> None:
    ways: list[tuple[dict[str, Any], bool]]
    ways = [({}, True), ({"kind": PostKind.OFFER}, False), ({"unclear": True}, False)]
    for given, edited in ways:
        desk = Desk(place=CHANNEL, ephemeral=True)
        desk.tokens.add_edit_token(BOARD, desk.tokens.make_token(1, str(BOARD), CHANNEL))
        if edited:
            assert (await desk.post(ABROAD, **given))[-1] == ("edit by token", CHANNEL, BOARD)
        else:
            assert all(kind != "edit by token" for kind, *_ in await desk.leave_unsent(**given))


EDIT, BY_TOKEN = ("edit", PLACE, BOARD, 6), ("edit by token", PLACE, BOARD, 6)


async def edit(desk: Desk, *, has_route: bool = True, **given: Any) -> list[tuple[Any, ...]]:
    await desk.sender.edit(row(**given), PLACE, BOARD, CARD, attachment_id=6, has_route=has_route)
    return desk.wire.asked


def pressed(**faults: Exception) -> Desk:
    desk = Desk()
    desk.wire.faults = {name.replace("_", " "): fault for name, fault in faults.items()}
    desk.tokens.add_edit_token(BOARD, desk.tokens.make_token(1, str(BOARD), PLACE))
    return desk


async def test_a_message_is_edited_by_the_press_on_it_or_by_the_channel() -> None:
    assert await edit(pressed()) == [BY_TOKEN]
    assert await edit(Desk()) == [EDIT]
    assert await edit(pressed(), unclear=True) == [EDIT]
    assert await edit(pressed(), has_route=False) == [BY_TOKEN]
    with pytest.raises(NoUsableToken):
        await edit(Desk(), has_route=False)


async def test_a_press_that_edits_no_more_is_dropped() -> None:
    desk = pressed(edit_by_token=refusal(401, Code.INVALID_TOKEN))
    assert await edit(desk) == [BY_TOKEN, EDIT]
    assert desk.tokens.edit_token(BOARD) is None
    unclear = pressed(edit_by_token=refusal(500))
    with pytest.raises(type(refusal(500))):
        await edit(unclear)
    assert unclear.wire.asked == [BY_TOKEN]


async def test_a_message_that_is_gone_is_to_be_posted_anew() -> None:
    desk = pressed(edit=refusal(404, Code.UNKNOWN_MESSAGE))
    assert await desk.sender.edit_or_none(row(unclear=True), PLACE, BOARD, CARD) is None
    assert await desk.sender.edit_or_none(row(), None, BOARD, CARD) is None
    assert await desk.sender.edit_or_none(row(), PLACE, None, CARD) is None
    assert await pressed().sender.edit_or_none(row(), PLACE, BOARD, CARD) is not None
    other = pressed(edit=refusal(403, Code.MISSING_ACCESS))
    with pytest.raises(type(refusal(403))):
        await other.sender.edit_or_none(row(unclear=True), PLACE, BOARD, CARD)
