"""`twotone probe` over real sockets.

A member presses its buttons, and each assumption becomes one line.
"""

import asyncio
import os
import signal
import sys
from functools import partial
from pathlib import Path

import discord
import pytest

from bot.host.probe import STEPS, probe
from bot.host.settings import ConfigError
from playground.bot_process import NOT_PASSED_ON, TOKEN
from playground.pointing import ADDRESS_VARIABLE, point_discord_at
from playground.world.errors import JSON
from playground.world.faults import Deviation
from playground.world.state import ADA_ID, GAMES_ID, OLD_AFTER
from playground.world.traffic import RouteClass
from tests.pace import PATIENCE
from tests.wire.probing import BUTTONS, Server, a_host, probe_buttons, server
from tests.wire.visible_message import EPHEMERAL
from words import Phrase, TwotoneError, render_message

__all__ = ["server"]
MENDED = ("whisper", "update", "private", "by_token")
"""What the bot does another way by itself."""
EVERYTHING = {name for steps in STEPS.values() for name in steps} - {"old"}


async def run_probe(
    server: Server, channel_id: str = GAMES_ID, patience: float = 30.0
) -> tuple[bool, list[Phrase]]:
    """Run the probe; return whether all assumptions hold, and all its lines."""
    told: list[Phrase] = []
    async with asyncio.timeout(60):
        held = await probe(
            TOKEN, int(channel_id), tell=told.append, now=discord.utils.utcnow, patience=patience
        )
    return held, told


def names_with(told: list[Phrase], outcome: str) -> set[str]:
    """The names of the assumptions reported with an outcome."""
    return {said.code.split(".")[1] for said in told if said.code.endswith(f".{outcome}")}


async def test_where_discord_is_as_hoped_all_holds_and_nothing_stays_behind(server: Server) -> None:
    async with a_host(server.world):
        held, told = await run_probe(server)
    assert held, [str(said) for said in told if not str(said).startswith("Holds")]
    assert names_with(told, "holds") == EVERYTHING
    assert names_with(told, "not_tried") == {"old"}
    assert names_with(told, "fails") == set()
    assert told[-1].code == "probe.all_hold"
    assert server.world.member_view(ADA_ID)["channels"][0]["messages"] == []
    assert server.world.state.files == {}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("unlike", "failing"),
    [
        (Deviation.PRIVATE_AFTER_PRIVATE, {"whisper"}),
        (Deviation.PRIVATE_AFTER_UPDATE, {"update"}),
        (Deviation.PRIVATE_ON_PRIVATE, {"private"}),
        (Deviation.PUBLIC_FOLLOW_UPS, {"picker"}),
        (Deviation.NO_FOLLOW_UPS, {"whisper", "picker", "update", "private"}),
        (Deviation.NO_EDITS_BY_TOKEN, {"by_token"}),
        (Deviation.DROPPED_BY_TOKEN, {"kept_by_token"}),
        (Deviation.DROPPED_BY_CHANNEL, {"kept_by_channel"}),
        (Deviation.NONCES_IGNORED, {"nonce"}),
        (Deviation.FEWER_COMPONENTS, {"components"}),
        (Deviation.LESS_TEXT, {"text"}),
        (Deviation.FEWER_BUTTONS, {"grid"}),
    ],
)
async def test_what_does_not_hold_is_told_and_whether_the_bot_mends_it(
    server: Server, unlike: Deviation, failing: set[str]
) -> None:
    server.world.faults.deviations.add(unlike)
    async with a_host(server.world):
        held, told = await run_probe(server)
    assert not held
    assert names_with(told, "fails") == failing
    assert names_with(told, "holds") >= EVERYTHING - failing - {"kept_by_token"}
    for said in told:
        _, name, *outcome = said.code.split(".")
        if outcome == ["fails"]:
            assert ("by itself" in str(said)) == (name in MENDED)
            assert ("No setting" in str(said)) == (name not in MENDED)
    assert told[-1] == Phrase("probe.some_fail", count=len(failing))
    assert server.world.member_view(ADA_ID)["channels"][0]["messages"] == []


async def test_a_refusal_is_told_with_discords_code_and_what_was_otherwise_with_200(server: Server) -> None:
    server.world.faults.deviations = {Deviation.NO_FOLLOW_UPS, Deviation.NONCES_IGNORED}
    async with a_host(server.world):
        _, told = await run_probe(server)
    codes = {said.code: said.facts.get("code") for said in told}
    assert codes["probe.whisper.fails"] == 50013
    assert codes["probe.nonce.fails"] == 200


async def post_old(server: Server) -> str:
    """Post a message of the bot's that is over an hour old, and return its id.

    Its id and its timestamp both say that age.
    """
    state = server.world.state
    at = state.now() - OLD_AFTER - 3600
    body = state.post_message(
        state.channels[GAMES_ID], state.bot, {"content": "long ago"}, message_id=state.snowflakes.next(at)
    )
    body.sent_at = at
    return body.id


async def test_an_old_message_is_edited_without_a_change(server: Server) -> None:
    old = await post_old(server)
    server.world.faults.age_message(old, -7200)  # Discord takes the edit, this once
    async with a_host(server.world):
        held, told = await run_probe(server)
    assert held, [str(said) for said in told if not str(said).startswith("Holds")]
    assert "old" in names_with(told, "holds")
    message = server.world.state.find_message(old)
    assert message is not None
    assert message.body["content"] == "long ago"


async def test_that_old_messages_take_no_edits_is_expected(server: Server) -> None:
    await post_old(server)
    async with a_host(server.world):
        held, told = await run_probe(server)
    assert held, [str(said) for said in told if not str(said).startswith("Holds")]
    assert names_with(told, "limited") == {"old"}


async def test_messages_of_others_and_young_ones_are_left_alone(server: Server) -> None:
    state = server.world.state
    long_ago = state.snowflakes.next(state.now() - OLD_AFTER - 3600)
    state.post_message(
        state.channels[GAMES_ID], state.members[ADA_ID], {"content": "mine"}, message_id=long_ago
    )
    state.post_message(state.channels[GAMES_ID], state.bot, {"content": "young"})
    before = server.world.traffic.by_class[RouteClass.EDIT]
    async with a_host(server.world):
        held, told = await run_probe(server)
    assert held, [str(said) for said in told if not str(said).startswith("Holds")]
    assert names_with(told, "not_tried") == {"old"}
    assert server.world.traffic.by_class[RouteClass.EDIT] == before + 1  # the card's own


async def test_an_old_message_that_cannot_be_edited_otherwise_is_told(server: Server) -> None:
    old = await post_old(server)
    server.world.state.channels[GAMES_ID].messages[old].body["flags"] = 1 << 15
    server.world.faults.fail_next(5, 503, f"PATCH /channels/{GAMES_ID}/messages/{old}")
    async with a_host(server.world):
        held, told = await run_probe(server)
    assert not held
    assert Phrase("probe.old.fails", code=503) in told


@pytest.mark.ci
@pytest.mark.parametrize(
    ("presses", "missing"), [((), BUTTONS), (("one", "two"), ("three",)), (("two",), ("one", "three"))]
)
async def test_a_button_that_nobody_presses_is_told(
    server: Server, presses: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    async with a_host(server.world, presses):
        held, told = await run_probe(server, patience=0.6)
    assert not held
    assert [said for said in told if said.code == "probe.not_pressed"] == [
        Phrase("probe.not_pressed", button=render_message(f"probe.button.{name}", {})) for name in missing
    ]
    assert told[-1] == Phrase("probe.some_fail", count=len(missing))
    assert server.world.member_view(ADA_ID)["channels"][0]["messages"] == []


@pytest.mark.ci
async def test_a_press_that_another_process_answers_is_told(server: Server) -> None:
    server.world.faults.fail_next(
        2, 502, "/callback", after_accepting=True
    )  # answered, and not by this request
    async with a_host(server.world, ("two",)):
        held, told = await run_probe(server, patience=1.0)
    assert not held
    lost = next(said for said in told if said.code == "probe.not_answered")
    assert "stop it first" in str(lost)


@pytest.mark.parametrize(("channel_id", "code"), [("12", 10003), (GAMES_ID, 50001)])
async def test_a_channel_that_the_bot_does_not_see_is_refused_in_a_sentence(
    server: Server, channel_id: str, code: int
) -> None:
    server.world.faults.revoke("VIEW_CHANNEL", code == 50001)
    with pytest.raises(ConfigError, match=f"sees no channel {channel_id} .*{code}"):
        await run_probe(server, channel_id)


async def test_a_channel_where_the_bot_may_not_post_is_told(server: Server) -> None:
    server.world.faults.revoke("SEND_MESSAGES")
    with pytest.raises(TwotoneError, match=r"cannot post .*50013.*Send Messages"):
        await run_probe(server)


async def test_a_connection_that_discord_closes_for_good_is_told(server: Server) -> None:
    async def close() -> None:
        async with server.world.watch(ADA_ID) as events:
            while (await events.get())["type"] != "message_create":
                pass
        await server.world.faults.drop_gateway(4014)

    closing = asyncio.create_task(close())
    await asyncio.sleep(0)
    with pytest.raises(TwotoneError, match="4014"):
        await run_probe(server)
    await closing


async def test_a_discord_that_cannot_be_reached_is_told(server: Server) -> None:
    point_discord_at("http://127.0.0.1:9")
    with pytest.raises(TwotoneError, match="Discord cannot be reached"):
        await run_probe(server)


# The command itself, as a process of its own


async def start_probe(
    server: Server, folder: Path, *arguments: str, token: str = TOKEN
) -> asyncio.subprocess.Process:
    """Start the command as a process, from the playground's launcher."""
    environ = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
    environ |= {
        ADDRESS_VARIABLE: server.world.state.address,
        "DISCORD_TOKEN": token,
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "playground.launcher",
        "probe",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environ,
        cwd=folder,
        # Tests that run in the background ignore Ctrl-C, and so would the probe.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


async def wait_for_end(process: asyncio.subprocess.Process) -> tuple[int | None, list[str], list[str]]:
    """Return the command's exit code, its output and its error output, in lines."""
    assert process.stdout is not None
    assert process.stderr is not None
    async with asyncio.timeout(60):
        out, err = await asyncio.gather(process.stdout.read(), process.stderr.read())
        await process.wait()
    return process.returncode, out.decode().splitlines(), err.decode().splitlines()


@pytest.mark.ci
async def test_the_command_prints_a_line_each_and_ends_with_0(server: Server, tmp_path: Path) -> None:
    async with a_host(server.world):
        status, told, complained = await wait_for_end(await start_probe(server, tmp_path, GAMES_ID))
    assert (status, complained) == (0, [])
    assert sum(line.startswith("Holds: ") for line in told) == len(EVERYTHING)
    assert told[-1] == "All that was tried holds."
    assert list(tmp_path.iterdir()) == []


async def test_the_command_ends_with_1_where_something_does_not_hold(server: Server, tmp_path: Path) -> None:
    server.world.faults.deviations.add(Deviation.PRIVATE_AFTER_UPDATE)
    async with a_host(server.world):
        status, told, complained = await wait_for_end(await start_probe(server, tmp_path, GAMES_ID))
    assert (status, complained) == (1, [])
    assert sum("by itself" in line for line in told) == 1
    assert told[-1] == "1 assumption does not hold or could not be tried."


@pytest.mark.parametrize(
    ("arguments", "token", "words"),
    [
        (("12",), TOKEN, "sees no channel 12"),
        ((GAMES_ID,), "nobodys", "does not know this token"),
    ],
)
async def test_the_command_refuses_what_discord_does_not_know_in_one_sentence_with_2(
    server: Server, tmp_path: Path, arguments: tuple[str, ...], token: str, words: str
) -> None:
    status, told, complained = await wait_for_end(
        await start_probe(server, tmp_path, *arguments, token=token)
    )
    assert (status, told) == (2, [])
    [sentence] = complained
    assert words in sentence


@pytest.mark.ci
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 1)])
async def test_told_to_end_the_command_leaves_nothing_behind(
    server: Server, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    process = await start_probe(server, tmp_path, GAMES_ID)
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while b"Press" not in await process.stdout.readline():
            pass
    assert server.world.member_view(ADA_ID)["channels"][0]["messages"]
    process.send_signal(number)
    code, _, complained = await wait_for_end(process)
    assert (code, complained) == (status, [])
    assert server.world.member_view(ADA_ID)["channels"][0]["messages"] == []


@pytest.mark.ci
async def test_told_to_end_before_discord_has_answered_it_still_deletes_its_card(server: Server) -> None:
    server.world.faults.delay_next(1, 0.5, f"POST /channels/{GAMES_ID}/messages")
    trying = asyncio.create_task(run_probe(server))
    while not any(name.endswith("/messages") for name in server.rest.requests):
        await asyncio.sleep(0.01)
    trying.cancel()
    await asyncio.gather(trying, return_exceptions=True)
    assert any(each.kind is RouteClass.POST and each.status == 200 for each in server.rest.answered)
    assert server.world.member_view(ADA_ID)["channels"][0]["messages"] == []


@pytest.mark.ci
async def test_the_third_button_is_for_one_person_alone(server: Server) -> None:
    seen: list[JSON] = []
    async with server.world.watch(ADA_ID) as events, a_host(server.world):
        await run_probe(server)
        while not events.empty():
            event = events.get_nowait()
            if event["type"] == "message_create" and list(probe_buttons(event["message"])) == ["probe:three"]:
                seen.append(event["message"])
    [body] = seen
    assert body["flags"] & EPHEMERAL
