"""The bot on PostgreSQL, in Discord as the simulator has it."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from tests import postgres
from tests.bot.server import Server, served, texts
from tests.bot.walks import SHORT, Walk, alone, by_buttons, by_commands

ADDRESS = "postgresql://ada:secret@db.example/club"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Ann, Ben and Cleo on a server with the bot, whose store is on PostgreSQL."""
    async with served(tmp_path / "notes", postgres=postgres.fresh()) as met:
        yield met


@pytest.mark.parametrize(
    ("game", "walk"),
    [
        ("binar", by_commands),
        *(pytest.param(game, by_buttons, marks=pytest.mark.deep) for game in SHORT),
    ],
)
async def test_a_match_is_played_to_its_end_as_the_rules_alone_play_it(
    room: Server, game: str, walk: Walk
) -> None:
    place = await room.begin(game)
    moves = await walk(room, place, seed=1, limit=SHORT[game])
    match = await room.match()
    assert match.position == alone(match, moves).position
    assert match.outcome is not None
    assert await room.reason() in texts(room.board(place))


async def test_every_button_works_after_a_restart(room: Server) -> None:
    place = await room.begin("binar", restart=True)
    moves = await by_buttons(room, place, seed=3, limit=3, restart=True)
    match = await room.match()
    assert match.position == alone(match, moves).position


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["check"], "looks into a file of SQLite only"),
        (["status"], "looks into a file of SQLite only"),
        (["backup", "copy.db"], "pg_dump and pg_restore"),
        (["restore", "copy.db"], "pg_dump and pg_restore"),
    ],
)
def test_what_looks_after_a_file_says_what_to_use_instead(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", ADDRESS)
    with pytest.raises(SystemExit) as ended:
        main(command)
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert told in said
    assert "secret" not in said
    assert list(tmp_path.iterdir()) == []


def test_without_the_driver_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", ADDRESS)
    monkeypatch.setenv("DISCORD_TOKEN", "x.y.z")
    monkeypatch.setitem(sys.modules, "data.postgres.store", None)
    monkeypatch.setattr("bot.logs.set_up", lambda form, level: None)
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert 'pip install "psycopg[binary,pool]"' in capsys.readouterr().err
