"""Logs are lines of text or JSON, without tokens, hands or anyone's words."""

import ast
import asyncio
import gc
import io
import json
import logging
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot.host import logs
from data.database import meta
from data.store_opening import open_store
from tests import postgres
from tests.bot import simulator
from tests.bot.server import Server, texts
from tests.bot.walks import by_commands
from tests.fake_wire import refusal

ROOT = Path(__file__).parents[3]
CALLS = tuple(f"log.{level}" for level in ("debug", "info", "warning", "error", "exception"))
TOKEN = "MTE4MzQ5MjAyMDEyMzQ1Njc4OQ.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture
def untouched() -> Iterator[None]:
    """Restore the loggers after a test that sets them up."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in logs.QUIET}
    of_thread, of_nobody = threading.excepthook, sys.unraisablehook
    yield
    threading.excepthook, sys.unraisablehook = of_thread, of_nobody
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_token_is_blotted_out_wherever_it_stands(
    form: str, untouched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure_logging(form, logging.INFO)
    logging.getLogger("bot").info("connecting with %s", TOKEN)
    try:
        raise OSError(f"bad token {TOKEN}")
    except OSError:
        logging.getLogger("bot").exception("no")
    written = capsys.readouterr().err
    assert written.count("[token]") >= 2
    assert "abcdefghijklmnopqrstuvwxyz" not in written


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fault_is_told_without_words_that_may_hold_a_card(
    form: str, untouched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure_logging(form, logging.INFO)
    hand: dict[str, int] = {}
    card = "DELETE-h"
    try:
        hand[card]
    except KeyError:
        logging.getLogger("bot").exception("a card was not found")
    written = capsys.readouterr().err
    assert "KeyError" in written
    assert "test_logs.py" in written
    assert "DELETE" not in written


@pytest.mark.ci
@pytest.mark.parametrize("form", ["text", "json"])
def test_what_nobody_catches_goes_through_the_log_s_care_too(
    form: str, untouched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """No uncaught fault logs its own words.

    It may come from a task that is not awaited, a callback, a thread or an object that is taken away.
    """
    logs.configure_logging(form, logging.INFO)
    card = "DELETE-h"

    class Taken:
        def __del__(self) -> None:
            raise KeyError(card)

    async def fail_unawaited(words: str) -> None:
        raise KeyError(words)

    def called_back(words: str) -> None:
        raise KeyError(words)

    async def begin() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(logs.log_unhandled)
        task = asyncio.create_task(fail_unawaited(card), name=card)
        await asyncio.wait({task})
        del task
        loop.call_soon(called_back, card)
        future = loop.create_future()
        future.set_exception(KeyError(card))
        del future
        done = asyncio.Event()
        loop.call_soon(done.set)
        await done.wait()
        gc.collect()
        loop.call_exception_handler({"message": f"{card} is odd"})

    asyncio.run(begin())
    thread = threading.Thread(target=called_back, args=(card,), name=card)
    thread.start()
    thread.join()
    taken = Taken()
    del taken
    gc.collect()
    written = capsys.readouterr().err
    assert "DELETE" not in written
    assert written.count("fault not caught") >= 5
    assert "unawaited" in written and "called_back" in written and "KeyError" in written
    assert "Exception in" not in written and "never retrieved" not in written


def test_json_logs_are_one_object_a_line(untouched: None, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure_logging("json", logging.INFO)
    logging.getLogger("bot.delivery.drain").warning("two\nlines “%s”", "x")
    logging.getLogger("bot.delivery.drain").debug("not wanted")
    [line] = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["level"], told["room"], told["event"]) == ("WARNING", "bot.delivery.drain", "two\nlines “x”")


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_event_is_written_with_the_fields_that_are_allowed_and_no_others(
    form: str, untouched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure_logging(form, logging.INFO)
    facts = {"match": 7, "code": 50013, "hand": "DELETE-h", "attempts": 0, "place": None}
    logging.getLogger("bot.delivery.drain").warning("post parked", extra=facts)
    written = capsys.readouterr().err
    assert "DELETE" not in written
    if form == "json":
        told = json.loads(written)
        assert {name: told[name] for name in told if name not in ("time", "level", "room")} == {
            "event": "post parked",
            "match": 7,
            "code": 50013,
            "attempts": 0,
        }
    else:
        assert written.endswith("bot.delivery.drain: post parked match=7 code=50013 attempts=0\n")


def log_record(
    at: float, level: int = logging.ERROR, event: str = "work failed", **facts: object
) -> logging.LogRecord:
    """A log record of that moment."""
    record = logging.LogRecord("club.running.alarm", level, "alarm.py", 1, event, (), None)
    record.created = at
    record.__dict__.update(facts)
    return record


def test_the_same_error_is_written_once_a_minute_with_its_number() -> None:
    repeats = logs.RepeatFilter()
    times = [0.0, 1.0, 30.0, 59.9, 60.0, 61.0, 200.0, 200.1]
    records = [log_record(at, attempts=round(at)) for at in times]
    assert [repeats.filter(record) for record in records] == [
        True,
        False,
        False,
        False,
        True,
        False,
        True,
        False,
    ]
    assert [record.__dict__.get("repeated") for record in records] == [
        None,
        None,
        None,
        None,
        3,
        None,
        1,
        None,
    ]
    assert "repeated=3" in logs.TextFormatter().format(records[4])


def test_different_errors_are_all_written_and_what_is_no_error_always() -> None:
    repeats = logs.RepeatFilter()
    fault = log_record(0.0)
    fault.exc_info = (OSError, OSError(), None)
    records = [
        log_record(0.0),
        fault,
        log_record(0.0, match=1),
        log_record(0.0, match=2),
        log_record(0.0, event="post failed"),
        log_record(0.0, logging.WARNING),
        log_record(0.0, logging.INFO),
        log_record(0.0, logging.INFO),
    ]
    assert all(repeats.filter(record) for record in records)


def test_a_clock_set_back_hides_no_error_and_the_memory_of_errors_is_bounded() -> None:
    repeats = logs.RepeatFilter()
    assert repeats.filter(log_record(1000.0))
    assert repeats.filter(log_record(0.0))
    for number in range(logs.REMEMBERED):
        assert repeats.filter(log_record(1.0, match=number))
    assert repeats.filter(log_record(2.0))


def test_the_memory_of_errors_is_filled_before_the_oldest_is_forgotten() -> None:
    repeats = logs.RepeatFilter()
    assert all(repeats.filter(log_record(0.0, match=number)) for number in range(logs.REMEMBERED))
    assert not repeats.filter(log_record(1.0, match=0))
    assert repeats.filter(log_record(2.0, match=logs.REMEMBERED))
    assert repeats.filter(log_record(3.0, match=1))


def test_repeats_are_kept_out_of_both_forms(untouched: None, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure_logging("text", logging.INFO)
    for _ in range(5):
        logging.getLogger("club.running.alarm").error("work failed", extra={"work": "life"})
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.ci
def test_every_event_that_is_logged_has_a_constant_name_and_known_fields() -> None:
    wrong = []
    for path in (
        path for room in ("bot", "club", "data", "rendering", "rules") for path in (ROOT / room).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) in CALLS):
                continue
            named = len(node.args) == 1 and isinstance(node.args[0], ast.Constant)
            fields = {
                key.value
                for part in ast.walk(node)
                if isinstance(part, ast.Dict)
                for key in part.keys
                if isinstance(key, ast.Constant)
            }
            if not named or not fields <= set(logs.FIELDS):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert wrong == []


def test_libraries_that_log_bodies_stay_quiet_whatever_the_level(untouched: None) -> None:
    logs.configure_logging("text", logging.DEBUG)
    for name in logs.QUIET:
        assert not logging.getLogger(f"{name}.http").isEnabledFor(logging.DEBUG)
    assert logging.getLogger("bot").isEnabledFor(logging.DEBUG)


async def test_jobs_of_a_store_on_postgresql_write_no_lines(
    untouched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure_logging("text", logging.INFO)
    store = await open_store(postgres.fresh())
    await store.write(lambda tx: meta.put(tx, "colour", "blue"))
    await store.read(lambda tx: meta.get(tx, "colour"))
    await store.close()
    assert capsys.readouterr().err == ""


@pytest.mark.ci
async def test_a_match_with_hidden_hands_leaves_no_card_and_no_message_in_the_log(room: Server) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.TextFormatter())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    for name in ("bot", "data", "rendering", "rules"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    try:
        place = await room.begin("one-zero-one")
        moves = await by_commands(room, place, seed=3, limit=6)
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
        for name in ("bot", "data", "rendering", "rules"):
            logging.getLogger(name).setLevel(logging.NOTSET)
    secret = (await room.match()).secret.hex()
    assert secret not in stream.getvalue()
    assert not any(move in stream.getvalue() for move in moves)
    assert "Your hand" not in stream.getvalue()


async def fail_to_send(*_: object, **__: object) -> None:
    """Fail with an error that names a direction."""
    raise KeyError("DELETE-h")


async def refusing(*_: object, **__: object) -> None:
    raise app_commands.AppCommandError("DELETE-h")


@pytest.mark.parametrize(
    ("where", "fault", "event"),
    [
        ("club.play.match.match_lists.MatchLists.list_running", fail_to_send, "interaction failed"),
        ("discord.app_commands.Command._invoke_with_namespace", refusing, "command failed"),
    ],
)
async def test_the_error_id_that_a_person_sees_is_in_the_log(
    room: Server, monkeypatch: pytest.MonkeyPatch, where: str, fault: Callable[..., object], event: str
) -> None:
    monkeypatch.setattr(where, fault)
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonFormatter())
    logging.getLogger().addHandler(handler)
    try:
        shown = await room.ann.slash(room.channel, "games")
    finally:
        logging.getLogger().removeHandler(handler)
    room.errors.records.clear()
    simulator.forgive(room.env)  # what the command raised on purpose
    told = [json.loads(line) for line in stream.getvalue().splitlines()]
    [logged] = [line for line in told if line["event"] == event]
    said = re.search(r"\(error (\w{4})\)", texts(shown.response))
    assert said is not None
    assert said[1] == logged["error"]
    assert "Error" in logged["trace"]


@pytest.mark.parametrize(("code", "counted"), [(40060, True), (10062, True), (50035, False)])
def test_a_completion_that_another_process_has_answered_is_a_counted_line(
    untouched: None, capsys: pytest.CaptureFixture[str], code: int, counted: bool
) -> None:
    logs.configure_logging("text", logging.INFO)
    for _ in range(18):
        try:
            raise refusal(404, code)
        except discord.HTTPException:
            logging.getLogger(logs.COMPLETIONS).exception("Ignoring exception in autocomplete for %r", "move")
    told = capsys.readouterr().err
    assert told.count(f"completion lost code={code}") == counted
    assert ("test_logs.py" in told) != counted


def test_the_library_s_warnings_name_no_channel_and_no_token(
    untouched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure_logging("text", logging.INFO)
    limited = "We are being rate limited. %s %s responded with 429. Retrying in %.2f seconds."
    token = "aW50ZXJhY3Rpb24" * 5
    logging.getLogger("discord.http").warning(
        limited, "POST", "https://discord.com/api/v10/channels/1183492020123456789/messages", 1.25
    )
    logging.getLogger("discord.webhook.async_").warning(
        limited, "PATCH", f"https://discord.com/api/v10/webhooks/1183492020123456789/{token}", 2.0
    )
    written = capsys.readouterr().err
    assert "1183492020123456789" not in written
    assert token not in written
    assert (
        "POST https://discord.com/api/v10/channels/…/messages responded with 429. Retrying in 1.25" in written
    )


def test_of_what_discord_refuses_its_code_is_logged_and_not_its_words(
    untouched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure_logging("text", logging.INFO)
    try:
        fault = refusal(400, 50035)
        fault.args = ("Invalid Form Body: “what somebody wrote” is too long",)
        raise fault
    except discord.HTTPException:
        logging.getLogger("bot").exception("post failed")
    written = capsys.readouterr().err
    assert "HTTPException: 400/50035" in written
    assert "what somebody wrote" not in written
