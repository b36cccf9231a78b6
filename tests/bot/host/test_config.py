"""Every setting is read from the environment or a file.

One sentence names a wrong setting.
"""

import logging
import os
import re
from pathlib import Path

import pytest

from bot.host.config import read_config
from bot.host.files import MAX_BYTES
from bot.host.settings import OBSOLETE, OTHER_FILE, SETTINGS, ConfigError, HostSetting
from tests.house import ROOT
from workshop.tools.settings_table import MANUAL, with_table


def test_nothing_has_to_be_set_but_the_token(tmp_path: Path) -> None:
    settings = read_config({}, tmp_path)
    assert settings.token is None
    assert settings.database == tmp_path / "var" / "twotone.db"
    assert (settings.log_format, settings.log_level) == ("text", logging.INFO)
    assert settings.test_guild is None
    assert settings.keep_days is None
    assert read_config({"KEEP_MATCHES": "365"}, tmp_path).keep_days == 365


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"DISCORD_TOKEN": "a b"}, "DISCORD_TOKEN has spaces"),
        ({"DISCORD_TOKEN": "tökén"}, "DISCORD_TOKEN has spaces or unusual characters"),
        ({"DISCORD_TOKEN": "\x16token"}, "DISCORD_TOKEN has spaces or unusual characters"),  # a pasted Ctrl-V
        ({"DISCORD_TOKEN": "x", "DISCORD_TOKEN_FILE": "y"}, "not both"),
        ({"DISCORD_TOKEN_FILE": "missing"}, "DISCORD_TOKEN_FILE"),
        ({"DISCORD_TOKEN_FILE": "empty"}, "DISCORD_TOKEN_FILE names is empty"),
        ({"DISCORD_TOKEN_FILE": "unknown.env"}, "DISCORD_TOKEN_FILE names has more in it than a token"),
        ({"DATABASE_URL": "sqlite:///var/\0.db"}, "DATABASE_URL names no file"),
        ({"DATABASE_URL": "sqlite:///data/"}, "DATABASE_URL names the folder data/. Name a file in it"),
        ({"KEEP_MATCHES": "0"}, "KEEP_MATCHES is a number of days, 1 to 36500"),
        ({"KEEP_MATCHES": "a year"}, "“a year” is not"),
        ({"KEEP_MATCHES": "99999"}, "“99999” is not"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT is one of text, json"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL is one of DEBUG, INFO, WARNING, ERROR"),
        ({"METRICS_PORT": "0"}, "METRICS_PORT is a port, a number from 1 to 65535"),
        ({"METRICS_PORT": "65536"}, "“65536” is not"),
        ({"METRICS_PORT": "127.0.0.1:9464"}, "METRICS_PORT is a port"),
        ({"SHARDS": "4"}, "such as 0-3/16 or 0,2,5/16; “4” is not"),
        ({"SHARDS": "all"}, "SHARDS is auto, or this process's shards"),
        ({"SHARDS": "3-0/16"}, "“3-0/16” is not"),
        ({"SHARDS": "0-3,/16"}, "“0-3,/16” is not"),
        ({"SHARDS": "1 2/16"}, "“1 2/16” is not"),
        ({"SHARDS": "0/0"}, "at most 10000"),
        ({"SHARDS": "0/10001"}, "at most 10000"),
        ({"SHARDS": "٣/16"}, "“٣/16” is not"),
        ({"SHARDS": "0-16/16"}, "names the shard 16, but 16 shards have the numbers from 0 to 15"),
        ({"SHARDS": "2,1/1"}, "names the shard 2, but 1 shards have"),
        ({"SHARDS": "0,2-3/4"}, "SHARDS is 0,2-3/4, which leaves shards to other processes"),
        ({"TEST_GUILD": "١٢"}, "TEST_GUILD is a server's id"),
        ({"TEST_GUILD": "my server"}, "TEST_GUILD is a server's id"),
        ({"TEST_GUILD": "0"}, "TEST_GUILD"),
        ({"TEST_GUILD": "9" * 30}, "TEST_GUILD"),
        ({"TWOTONE_SETTINGS": "nowhere.env"}, "TWOTONE_SETTINGS names nowhere.env"),
        (
            {"TWOTONE_SETTINGS": "unknown.env"},
            "unknown.env, line 2 is no setting. Write NAME=value with one of the names DISCORD_CLIENT_SECRET,",
        ),
        ({"TWOTONE_SETTINGS": "shapeless.env"}, "shapeless.env, line 1"),
        ({"TWOTONE_SETTINGS": "binary.env"}, "binary.env cannot be read: it is no text in UTF-8."),
        ({"TWOTONE_SETTINGS": "pipe"}, "pipe cannot be read: it is no ordinary file."),
        ({"TWOTONE_SETTINGS": "/dev/zero"}, "zero cannot be read: it is no ordinary file."),
        ({"TWOTONE_SETTINGS": "endless"}, "endless cannot be read: it has more than 4 MB."),
        ({"DISCORD_TOKEN_FILE": "pipe"}, "DISCORD_TOKEN_FILE names cannot be read: it is no ordinary file."),
        ({"DISCORD_TOKEN_FILE": "endless"}, "cannot be read: it has more than 4 MB."),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(tmp_path: Path, environ: dict[str, str], words: str) -> None:
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "unknown.env").write_text("# settings\nTOKEN=x\n")
    (tmp_path / "shapeless.env").write_text("what is this\n")
    (tmp_path / "binary.env").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "endless").write_bytes(b"x" * (MAX_BYTES + 1))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError) as wrong:
        read_config(environ, tmp_path)
    assert words in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    "line",
    ["{}", "  {}  ", "{}==", "DISCORD_TOKEN {}", "DISCORD_TOKEN: {}", "export DISCORD_TOKEN={}", "TOKEN={}"],
)
def test_nothing_of_a_line_that_may_be_a_secret_is_printed(tmp_path: Path, line: str) -> None:
    token = "MTE4MzQ5MjAyMDEyMzQ1Njc4OQ.GxYzAb.q9_Zr-4KpL2mN7vWcX8dE0fGhJkTsUyVb"
    (tmp_path / "twotone.env").write_text(f"LOG_LEVEL=INFO\n{line.format(token)}\n")
    with pytest.raises(ConfigError) as wrong:
        read_config({}, tmp_path)
    told = str(wrong.value)
    assert "twotone.env, line 2" in told
    assert not [token[i : i + 4] for i in range(len(token) - 3) if token[i : i + 4] in told]


@pytest.mark.parametrize(
    ("given", "ids", "count", "told"),
    [
        ("0-3/16", (0, 1, 2, 3), 16, "0-3/16"),
        ("5/16", (5,), 16, "5/16"),
        (" 5, 0-1 / 16", (0, 1, 5), 16, "0-1,5/16"),
        ("9999/10000", (9999,), 10000, "9999/10000"),
    ],
)
def test_a_process_may_have_some_of_the_shards_where_others_share_its_database(
    tmp_path: Path, given: str, ids: tuple[int, ...], count: int, told: str
) -> None:
    shards = read_config({"SHARDS": given, "DATABASE_URL": "postgresql://db/club"}, tmp_path).shards
    assert shards is not None
    assert (shards.ids, shards.count, str(shards), shards.is_complete) == (ids, count, told, False)


def test_all_shards_need_no_other_database(tmp_path: Path) -> None:
    assert read_config({"SHARDS": " Auto"}, tmp_path).shards is None
    shards = read_config({"SHARDS": "0-3/4"}, tmp_path).shards
    assert shards is not None
    assert shards.is_complete


ADDRESS = re.compile(r"DATABASE_URL=(\S+)$")
"""The form to write, where it can be told."""


@pytest.mark.parametrize(
    ("url", "told", "meant"),
    [
        ("var/twotone.db", "is a path alone", "var/twotone.db"),
        (" Var/Twotone.db ", "is a path alone", "Var/Twotone.db"),
        ("/srv/twotone.db", "is a path alone", "/srv/twotone.db"),
        ("sqlite:///var", "names the folder var/.", "var/twotone.db"),
        ("sqlite:///var//", "names the folder var/.", "var/twotone.db"),
        ("sqlite:////", "names the folder /.", "/twotone.db"),
        ("sqlite:///", "names no file of SQLite", None),
        ("SQLite:///", "names no file of SQLite", None),
        ("sqlite://", "names no file of SQLite", None),
        ("sqlite:var/twotone.db", "names no file of SQLite", None),
        ("sqlite://var/twotone.db", "names no file of SQLite", None),
        ("sqlite:///var/twotone.db?mode=ro", "no “?” and no “#” in it", None),
        ("sqlite:///var/twotone#1.db", "no “?” and no “#” in it", None),
        ("mysql://ada:secret@db/club", "begins with “mysql://”, and Twotone", None),
        ("postgresql+asyncpg://ada:secret@db/club", "begins with “postgresql+asyncpg://”", None),
        ("ada:secret@db/club", "is no address of a database", None),
        ("secret@db://club", "is no address of a database", None),
        ("postgresql:ada:secret@db", "is no address of a database", None),
        ("://secret", "is no address of a database", None),
        ("secret", "is no address of a database", None),
        ("c2VjcmV0/secret", "is no address of a database", None),
        ("secret.db.example", "is no address of a database", None),
        (" ", "is no address of a database", None),
    ],
)
def test_an_address_of_no_database_is_told_the_form_to_write(
    tmp_path: Path, url: str, told: str, meant: str | None
) -> None:
    (tmp_path / "var").mkdir()
    with pytest.raises(ConfigError) as wrong:
        read_config({"DATABASE_URL": url}, tmp_path)
    sentence = str(wrong.value)
    assert told in sentence
    assert "“”" not in sentence
    assert "secret" not in sentence
    form = ADDRESS.search(sentence)
    if meant is None:
        assert form is None
        assert "such as sqlite:///var/twotone.db" in sentence
    else:
        assert form is not None
        assert read_config({"DATABASE_URL": form[1]}, tmp_path).database == tmp_path / meant


JUNK = (
    " ", "a b", "\0", "var\0", "-1", "0", "1.5", "0x10", "1e3", "ü", "١٢", "²", "9" * 400, "9" * 5000, "x" * 5000,
    "/", "..", "[", "://", "sqlite://[", "sqlite:///", "sqlite://a/b", "sqlite:///a\0b", "\udcff", "{name}", "%s",
    "on off", "True", "<@1>", "\x1b[31m",
)  # fmt: skip


PAGES = {
    "LIVE_BOARD": "yes",
    "PUBLIC_URL": "https://twotone.example",
    "WEBHOOK_SECRET": "x" * 30,
    "WEBHOOK_URL": "https://twotone.example/told",
}
"""What other settings need."""


@pytest.mark.parametrize("row", [*SETTINGS.values(), OTHER_FILE], ids=lambda row: row.name)
def test_junk_in_any_setting_is_one_sentence_that_names_it_or_a_value_it_can_have(
    tmp_path: Path, row: HostSetting
) -> None:
    refused, codes, name = 0, set(), row.name
    for junk in JUNK:
        needed = {other: PAGES[other] for other in row.needs}
        ways: list[dict[str, str]] = [{**needed, name: junk}]
        if name in SETTINGS:
            (tmp_path / "junk.env").write_bytes(f"{name}={junk}\n".encode("utf-8", "surrogateescape"))
            ways.append({**needed, "TWOTONE_SETTINGS": "junk.env"})
        for environ in ways:
            try:
                read_config(environ, tmp_path)
            except ConfigError as wrong:
                told = str(wrong)
                assert told.count("\n") == 0
                assert len(told) < 400
                assert name in told or "junk.env" in told
                refused += 1
                codes.add(wrong.code)
    assert refused > 2
    assert row.sentence in codes


@pytest.mark.parametrize("row", [row for row in SETTINGS.values() if row.needs], ids=lambda row: row.name)
def test_a_setting_without_one_that_it_needs_is_refused_whatever_its_value(
    tmp_path: Path, row: HostSetting
) -> None:
    for missing in row.needs:
        with pytest.raises(ConfigError) as wrong:
            given = {other: PAGES[other] for other in row.needs - {missing}}
            read_config({**given, row.name: "nonsense"}, tmp_path)
        assert wrong.value.code == row.needs_sentence


@pytest.mark.parametrize("off", ["no", "No"])
def test_a_switch_that_is_off_needs_nothing(tmp_path: Path, off: str) -> None:
    config = read_config({"LIVE_BOARD": off}, tmp_path)
    assert (config.has_live_boards, config.public_url) == (False, None)


def test_a_token_that_is_refused_is_not_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as wrong:
        read_config({"DISCORD_TOKEN": "MTE4.secret part"}, tmp_path)
    assert "secret" not in str(wrong.value)


@pytest.mark.parametrize(("given", "port"), [("1", 1), ("9464", 9464), ("65535", 65535), ("", None)])
def test_metrics_are_on_the_port_that_is_given(tmp_path: Path, given: str, port: int | None) -> None:
    assert read_config({"METRICS_PORT": given}, tmp_path).metrics_port == port


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "twotone.env").write_text(
        '# ours\n\nLOG_LEVEL=DEBUG\nLOG_FORMAT="json"\nDISCORD_TOKEN=file\n'
    )
    settings = read_config({"LOG_LEVEL": "error", "DISCORD_TOKEN": ""}, tmp_path)
    assert (settings.log_level, settings.log_format, settings.token) == (logging.ERROR, "json", "file")


@pytest.mark.parametrize("nothing", ["", " ", '""', "''", '" "'])
def test_a_setting_with_nothing_in_it_is_left_out(tmp_path: Path, nothing: str) -> None:
    (tmp_path / "twotone.env").write_text(f"DISCORD_TOKEN={nothing}\nMETRICS_PORT={nothing}\n")
    settings = read_config({}, tmp_path)
    assert (settings.token, settings.metrics_port) == (None, None)


def test_a_space_within_quotes_belongs_to_what_is_quoted(tmp_path: Path) -> None:
    secret = "twenty-four letters and "
    (tmp_path / "twotone.env").write_text(
        f'PUBLIC_URL=https://a.example\nWEBHOOK_URL=https://b.example\nWEBHOOK_SECRET="{secret}"\n'
    )
    webhook = read_config({}, tmp_path).webhook
    assert webhook is not None and webhook.secret == secret


@pytest.mark.parametrize("name", OBSOLETE)
def test_a_setting_of_an_earlier_version_does_nothing_and_is_none_to_write(tmp_path: Path, name: str) -> None:
    (tmp_path / "twotone.env").write_text(f"{name}=whatever\nLOG_LEVEL=DEBUG\n")
    assert read_config({name: "whatever"}, tmp_path).log_level == logging.DEBUG
    (tmp_path / "twotone.env").write_text("nonsense\n")
    with pytest.raises(ConfigError) as wrong:
        read_config({}, tmp_path)
    assert name not in str(wrong.value)


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with a mark of its encoding"])
def test_settings_and_a_token_may_be_in_files_of_their_own(tmp_path: Path, mark: str) -> None:
    (tmp_path / "token").write_text(f"{mark}abc.def\n")
    (tmp_path / "twotone.env").write_text(f"{mark}DISCORD_TOKEN_FILE=token\n")
    assert read_config({}, tmp_path).token == "abc.def"


@pytest.mark.parametrize("url", ["sqlite:///var/other.db", "sqlite:////srv/other.db"])
def test_a_database_is_named_from_the_folder_or_from_the_root(tmp_path: Path, url: str) -> None:
    expected = tmp_path / "var/other.db" if url.count("/") == 4 else Path("/srv/other.db")
    assert read_config({"DATABASE_URL": url}, tmp_path).database == expected


def test_a_database_that_is_there_is_used_with_a_slash_after_its_name_too(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert read_config({"DATABASE_URL": "sqlite:///data/"}, tmp_path).database == tmp_path / "data"


@pytest.mark.parametrize("begin", ["postgresql", "postgres", "PostgreSQL"])
def test_a_database_on_postgresql_is_named_by_its_address_which_is_never_shown(
    tmp_path: Path, begin: str
) -> None:
    url = f"{begin}://ada:secret@db.example/club"
    config = read_config({"DATABASE_URL": url}, tmp_path)
    assert config.store_location == url.replace(begin, begin.lower())
    assert "secret" not in repr(config)
    assert config.database == tmp_path / "var/postgres"


def test_settings_do_not_show_the_token(tmp_path: Path) -> None:
    assert "secret" not in repr(read_config({"DISCORD_TOKEN": "secret"}, tmp_path))


def test_every_setting_is_read() -> None:
    """A row of the settings alone would be offered in the manual and do nothing."""
    reader = (ROOT / "bot" / "host" / "config.py").read_text(encoding="utf-8")
    assert [name for name in SETTINGS if f'["{name}"]' not in reader] == [], "read them in bot/host/config.py"


def test_the_table_of_settings_is_what_the_rows_make() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    assert all(f"\n| `{name}` |" in manual for name in SETTINGS)
    assert with_table(manual) == manual, "python -m workshop.tools.settings_table"
