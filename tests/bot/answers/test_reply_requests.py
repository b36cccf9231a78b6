"""Which request a reply makes, by what was answered before and by who sees it."""

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.answers import reply
from bot.answers.reply import ANSWER_WITHIN, LEAST_PATIENCE, PostNotPublic, Reply, patience_left
from bot.answers.tokens import TokenStore
from bot.cards.kit.kit import Card, text_view
from bot.codes import Code, NoAnswer
from club.refusals import Refusal
from data.database.errors import StoreError
from tests.club.play.course.computer_matches import a_moment
from tests.fake_wire import refusal
from words import render_message

NEW_MESSAGE = discord.InteractionResponseType.deferred_channel_message
UPDATE = discord.InteractionResponseType.deferred_message_update
ANSWERED = discord.InteractionResponseType.channel_message


class Pressed:
    """An interaction that notes the requests of its reply, by their names.

    `answered` is the type of the answer so far, and `seen` whether others see the message that was pressed;
    without a message it is a command. What is shown for everyone is `hidden` by Discord from others.
    """

    def __init__(self, answered: Any = None, *, seen: bool | None = None, installed: bool = False) -> None:
        self.asked: list[str] = []
        self.fault: Exception | None = None
        self.hidden = False
        self.said = ""
        self.id, self.application_id, self.token, self.channel_id, self.guild_id = 1, 2, "t", 20, 10
        self.locale = discord.Locale.american_english
        self.user = SimpleNamespace(id=101)
        self.message = (
            None if seen is None else SimpleNamespace(id=60, flags=SimpleNamespace(ephemeral=not seen))
        )
        self.response = SimpleNamespace(type=answered, is_done=lambda: self.response.type is not None)
        for name, kind in (
            ("send_message", ANSWERED),
            ("edit_message", UPDATE),
            ("defer", NEW_MESSAGE),
            ("launch_activity", ANSWERED),
            ("send_modal", ANSWERED),
        ):
            setattr(self.response, name, self._note(name, kind))
        self.followup = SimpleNamespace(send=self._note("follow up"))
        self.edit_original_response = self._note("edit original")
        self.delete_original_response = self._note("delete original")
        self.tokens = TokenStore(lambda: 0.0)
        self.client = SimpleNamespace(
            tokens=self.tokens,
            club=SimpleNamespace(commands={}),
            get_guild=lambda _: None if installed else object(),
            attending=set(),
            serving=True,
        )

    def _note(self, name: str, kind: Any = None) -> Any:
        async def request(**given: Any) -> Any:
            private = " privately" if given.get("ephemeral") else ""
            self.asked.append(f"{name}{private}")
            if "view" in given:
                self.said = "".join(item.content for item in given["view"].children)
            if self.fault is not None:
                raise self.fault
            self.response.type = kind or self.response.type
            flags = SimpleNamespace(ephemeral=self.hidden)
            return SimpleNamespace(
                is_ephemeral=lambda: self.hidden,
                message_id=70,
                id=71,
                flags=flags,
                edit=self._note("edit follow-up"),
            )

        return lambda *_, **given: request(**given)


def card() -> Card:
    return Card(text_view("Well."))


async def asked(pressed: Pressed, *acts: Any, ephemeral: bool = True) -> list[str]:
    """The requests that a reply makes for one act after another."""
    made = Reply(pressed, ephemeral=ephemeral)  # pyrefly: ignore[bad-argument-type]  # it has what a reply looks at
    for act in acts:
        await act(made)
    return pressed.asked


async def test_a_card_is_shown_as_the_answer_then_in_its_place_then_beside_it() -> None:
    async def show(made: Reply) -> None:
        await made.show(card())

    async def replace(made: Reply) -> None:
        await made.replace_shown(card())

    assert await asked(Pressed(), show) == ["send_message privately"]
    assert await asked(Pressed(), show, ephemeral=False) == ["send_message"]
    assert await asked(Pressed(NEW_MESSAGE), show, replace) == ["edit original", "edit original"]
    beside = Pressed(UPDATE)
    beside.tokens.add(1, beside.tokens.make_token(2, "t", 20))
    assert await asked(beside, show, replace) == ["follow up privately", "edit follow-up"]
    assert beside.tokens.acts[1].follow_ups == 1


@pytest.mark.parametrize("answered", [NEW_MESSAGE, ANSWERED])
async def test_a_card_in_the_place_of_one_that_was_dismissed_is_shown_beside_it(answered: Any) -> None:
    pressed = Pressed(answered)

    async def dismiss() -> None:
        pressed.asked.append("dismissed")
        raise refusal(404, Code.UNKNOWN_MESSAGE)

    async def replace(made: Reply) -> None:
        await made.replace_shown(card())

    pressed.edit_original_response = lambda **_: dismiss()
    assert await asked(pressed, replace) == ["dismissed", "follow up privately"]
    pressed.edit_original_response = pressed._note("edit original")
    pressed.fault = refusal(404, Code.UNKNOWN_WEBHOOK)
    with pytest.raises(discord.NotFound):
        await asked(pressed, replace)
    assert pressed.asked[2:] == ["edit original"]


@pytest.mark.parametrize(
    ("answered", "seen", "public", "expected"),
    [
        (None, True, False, "send_message privately"),
        (None, True, True, "edit_message"),
        (None, False, False, "edit_message"),
        (None, None, False, "edit_message"),
        (UPDATE, True, True, "edit original"),
        (UPDATE, False, False, "edit original"),
    ],
)
async def test_a_message_that_others_see_is_updated_for_all_alone(
    answered: Any, seen: bool | None, public: bool, expected: str
) -> None:
    async def update(made: Reply) -> None:
        await made.update(card(), public=public)

    assert await asked(Pressed(answered, seen=seen), update) == [expected]


async def test_a_window_or_a_form_opens_only_as_the_answer() -> None:
    opened = []

    async def window(made: Reply) -> None:
        opened.append(await made.open_window())

    assert await asked(Pressed(), window, window) == ["launch_activity"]
    assert opened == [True, False]

    async def form(made: Reply) -> None:
        await made.open_form(discord.ui.Modal(title="Form", custom_id="x"))

    pressed = Pressed()
    with pytest.raises(Refusal) as late:
        await asked(pressed, form, form)
    assert (late.value.code, pressed.asked) == ("answer.late", ["send_modal"])


async def test_a_press_is_acknowledged_once_and_its_message_can_be_edited_then() -> None:
    async def acknowledge(made: Reply) -> None:
        await made.acknowledge()

    async def meanwhile(made: Reply) -> None:
        async with made.acknowledge_meanwhile():
            pass

    for seen, act, requests in (
        (True, acknowledge, 1),
        (False, acknowledge, 1),
        (True, meanwhile, 1),
        (False, meanwhile, 0),
        (None, meanwhile, 0),
    ):
        pressed = Pressed(seen=seen)
        assert await asked(pressed, act, act) == ["defer"] * requests
        assert list(pressed.tokens.pressed) == ([60] if seen else [])


async def test_a_post_is_the_answer_and_in_a_user_install_a_follow_up() -> None:
    posted: list[int | None] = []

    async def post(made: Reply) -> None:
        posted.append(await made.post(card()))

    assert await asked(Pressed(), post, post) == ["send_message"]
    assert await asked(Pressed(NEW_MESSAGE, installed=True), post) == ["edit original", "follow up"]
    assert await asked(Pressed(UPDATE, installed=True), post) == ["follow up"]
    assert posted == [70, None, 71, 71]
    for answered in (None, UPDATE):
        hidden = Pressed(answered, installed=True)
        hidden.hidden = True
        with pytest.raises(PostNotPublic):
            await asked(hidden, post)


async def test_what_nobody_else_can_see_is_replaced_by_words_on_that() -> None:
    async def share(made: Reply) -> None:
        await made.share(card())

    assert await asked(Pressed(), share) == ["send_message"]
    assert await asked(Pressed(UPDATE), share) == ["follow up"]
    for answered, expected in (
        (None, ["send_message", "edit original"]),
        (UPDATE, ["follow up", "edit follow-up"]),
    ):
        hidden = Pressed(answered)
        hidden.hidden = True
        assert await asked(hidden, share) == expected


@pytest.mark.parametrize(
    ("fault", "serving", "said"),
    [
        (None, True, []),
        (refusal(404), True, ["answer stays as it is"]),
        (OSError(), True, ["answer stays as it is"]),
        (ZeroDivisionError(), True, ["interaction failed"]),
        (None, False, []),
    ],
)
async def test_an_answer_is_taken_away_later_if_that_works(
    fault: Exception | None,
    serving: bool,
    said: list[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(reply, "FADES_AFTER", 0.0)
    pressed = Pressed(seen=False)
    pressed.client.serving = serving

    async def show(made: Reply) -> None:
        await made.show_briefly(card())
        pressed.fault = fault
        await a_moment()

    assert await asked(pressed, show) == ["edit_message", *(["delete original"] if serving else [])]
    assert (caplog.messages, pressed.client.attending) == (said, set())


async def test_what_others_see_is_not_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply, "FADES_AFTER", 0.0)

    async def show(made: Reply) -> None:
        await made.show_briefly(card())
        await a_moment()

    assert await asked(Pressed(seen=True), show) == ["send_message privately"]
    assert await asked(Pressed(), show) == ["send_message privately", "delete original"]


@pytest.mark.parametrize(
    ("fault", "stored", "answered", "said", "logged"),
    [
        (Refusal("answer.late"), False, None, "answer.late", []),
        (StoreError("store.full", path="x"), False, None, "answer.store", ["store away"]),
        (StoreError("store.unknown", path="x"), False, None, "answer.store.unknown", ["store away"]),
        (refusal(400, 50035), False, None, "answer.again", ["answer lost"]),
        (ZeroDivisionError(), False, None, "answer.error", ["interaction failed"]),
        (ZeroDivisionError(), True, None, "answer.stored", ["interaction failed"]),
        (ZeroDivisionError(), True, ANSWERED, None, ["interaction failed"]),
        (ZeroDivisionError(), True, UPDATE, "answer.stored", ["interaction failed"]),
    ],
)
async def test_a_fault_is_told_unless_what_was_stored_has_been_answered(
    fault: Exception,
    stored: bool,
    answered: Any,
    said: str | None,
    logged: list[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reply, "make_error_id", lambda: "E1")
    pressed = Pressed(answered, seen=True)

    async def fail(made: Reply) -> None:
        if stored:
            made.mark_stored()
        raise fault

    async def work(made: Reply) -> None:
        await made._work(fail)

    await asked(pressed, work)
    assert pressed.said == ("" if said is None else render_message(said, {"error": "E1", "path": "x"}))
    assert caplog.messages == logged


async def test_what_cannot_be_answered_any_more_is_not_answered() -> None:
    async def fail(made: Reply) -> None:
        raise refusal(404, Code.UNKNOWN_INTERACTION)

    pressed = Pressed()
    with pytest.raises(discord.NotFound):
        await asked(pressed, lambda made: made._work(fail))
    assert pressed.asked == []


@pytest.mark.parametrize(
    ("seen", "answered", "ephemeral", "expected"),
    [
        (None, None, True, ["defer privately"]),
        (None, None, False, ["defer"]),
        (True, None, True, ["defer"]),
        (True, ANSWERED, True, []),
    ],
)
async def test_an_answer_is_promised_where_there_is_none(
    seen: bool | None, answered: Any, ephemeral: bool, expected: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    pressed = Pressed(answered, seen=seen)
    assert await asked(pressed, lambda made: made._defer(), ephemeral=ephemeral) == expected
    lost = Pressed(seen=seen)
    lost.fault = refusal(404, Code.UNKNOWN_INTERACTION)
    await asked(lost, lambda made: made._defer())
    assert caplog.messages == ["deferral lost"]


async def test_an_answer_that_got_lost_may_have_been_taken() -> None:
    pressed = Pressed()
    pressed.fault = ConnectionResetError()

    async def show(made: Reply) -> None:
        await made.show(card())

    with pytest.raises(NoAnswer, match="ConnectionResetError"):
        await asked(pressed, show)


@pytest.mark.parametrize(
    ("age", "left"),
    [
        (0.0, 1.5),
        (1.0, 0.5),
        (1.4, LEAST_PATIENCE),
        (ANSWER_WITHIN - 0.01, LEAST_PATIENCE),
        (ANSWER_WITHIN, 1.5),
        (-0.1, 1.5),
    ],
)
def test_an_old_interaction_is_deferred_sooner(age: float, left: float) -> None:
    assert patience_left(1.5, age) == pytest.approx(left)
    assert patience_left(0.1, 0.05) == 0.1
