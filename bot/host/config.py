"""Configuration from the environment, or from a file of `NAME=value` lines.

If both set a value, the environment wins.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.host.files import UnreadableFileError, read_text_file
from bot.host.settings import (
    FILE,
    OBSOLETE,
    OTHER_FILE,
    SETTINGS,
    SQLITE,
    YES,
    Bind,
    ConfigError,
    quote_value,
    read_token,
)
from bot.host.shards import Shards
from data.store_opening import POSTGRES
from words import render_message

NOTED: Final = Path("var/postgres")
"""Beside this name the bot on PostgreSQL notes how it is."""
LAB: Final = Path("lab/index.html")
"""What a lab has that was built in the host's folder."""
ACTIVITY: Final = "activity"
"""The folder with Discord's SDK for windows of its own, beside the lab."""
TEXT: Final = "utf-8-sig"
"""Encoding of files: some editors begin them with an invisible mark."""
MALFORMED: Final = (OSError, ValueError, UnreadableFileError)
"""Exceptions from a file name or text that cannot be used.

The cause is a null character, a byte that is not UTF-8, or a pipe.
"""


@dataclass(frozen=True, slots=True, repr=False)
class Webhook:
    """The webhook that is notified of new pages: its address and a shared secret.

    The secret proves to the receiving program that a message comes from this bot. Only if it
    `may_be_private` is the address one of this machine or a private network.
    """

    url: str
    secret: str
    may_be_private: bool = False


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration set by the host, the person who runs the bot.

    `token` is `None` if none is set; the bot cannot run then. `metrics_port` is the port for health checks
    and metrics on the loopback address; `None` turns them off. `keep_days` is the number of days for which
    finished matches are kept; `None` means for ever.
    """

    token: str | None
    database: Path
    """The SQLite file.

    On PostgreSQL there is none, and the bot writes its health note beside that name.
    """
    log_format: str
    log_level: int
    test_guild: int | None
    metrics_port: int | None = None
    keep_days: int | None = None
    postgres: str | None = None
    """The URL of the PostgreSQL database, `None` on SQLite; it may hold a password."""
    shards: Shards | None = None
    """The shards that this process serves; `None` means as many as Discord asks for."""
    public_url: str | None = None
    """The public address of the pages, without a trailing slash; `None` without pages."""
    lab_url: str | None = None
    """The public address of the lab.

    `None` if there are no pages, or if no lab was built in the host's folder.
    """
    has_live_boards: bool = False
    """Whether one can play on the pages; there must be some."""
    client_secret: str | None = None
    """The application's secret, `None` if no board opens in Discord's own window."""
    support_url: str | None = None
    """Where people find help with this bot, `None` if the host names no place."""
    web_bind: Bind | None = None
    """Where this process serves them; `None` where it does not."""
    webhook: Webhook | None = None
    """Which program elsewhere is told of them, `None` for none."""

    @property
    def store_location(self) -> Path | str:
        """The location of the database: a PostgreSQL URL or an SQLite path."""
        return self.postgres or self.database

    def __repr__(self) -> str:
        return f"Config(database={str(self.database)!r}, test_guild={self.test_guild})"


def read_config(environ: Mapping[str, str], folder: Path) -> Config:
    """Read the configuration from the environment and a file in `folder`.

    Raise `ConfigError`, which names the invalid setting.
    """
    given = {**_from_file(environ, folder), **{name: environ[name] for name in SETTINGS if environ.get(name)}}
    if {"DISCORD_TOKEN", "DISCORD_TOKEN_FILE"} <= given.keys():
        raise ConfigError("config.two_tokens")
    found = {name: setting.resolve(given) for name, setting in SETTINGS.items()}
    url, shards, public = found["DATABASE_URL"], found["SHARDS"], found["PUBLIC_URL"]
    postgres = url if url.startswith(POSTGRES) else None
    if not (postgres or shards is None or shards.is_complete):
        raise ConfigError("config.shards.alone", value=str(shards))
    return Config(
        token=_token(found, folder),
        database=folder / (NOTED if postgres else _database(url, folder)),
        log_format=found["LOG_FORMAT"],
        log_level=found["LOG_LEVEL"],
        test_guild=found["TEST_GUILD"],
        metrics_port=found["METRICS_PORT"],
        keep_days=found["KEEP_MATCHES"],
        postgres=postgres,
        shards=shards,
        public_url=public,
        lab_url=f"{public}/lab/" if public and (folder / LAB).is_file() else None,
        has_live_boards=found["LIVE_BOARD"] == YES and public is not None,
        client_secret=_client_secret(found, folder),
        support_url=found["SUPPORT_URL"],
        web_bind=found["WEB_BIND"] if public else None,
        webhook=_webhook(found),
    )


def _client_secret(found: Mapping[str, Any], folder: Path) -> str | None:
    """Return the application's secret if there are live boards.

    Raise `ConfigError` without Discord's SDK.
    """
    secret: str | None = found["DISCORD_CLIENT_SECRET"]
    if secret is None or found["LIVE_BOARD"] != YES:
        return None
    if not (folder / ACTIVITY).is_dir():
        raise ConfigError("config.client_secret.sdk", path=ACTIVITY)
    return secret


def _webhook(found: Mapping[str, Any]) -> Webhook | None:
    """Return the configured webhook; raise `ConfigError` if it must have https."""
    url, is_private = found["WEBHOOK_URL"], found["WEBHOOK_PRIVATE"] == YES
    if url is None:
        return None
    if not (is_private or url.lower().startswith("https:")):
        raise ConfigError("config.webhook")
    return Webhook(url, found["WEBHOOK_SECRET"], is_private)


def _from_file(environ: Mapping[str, str], folder: Path) -> dict[str, str]:
    named = environ.get(OTHER_FILE.name)
    path = folder / (named or FILE)
    try:
        lines = read_text_file(path, encoding=TEXT).splitlines()
    except FileNotFoundError:
        if named:
            raise ConfigError(OTHER_FILE.sentence, path=quote_value(named)) from None
        return {}
    except MALFORMED as fault:
        raise ConfigError("config.unreadable", path=quote_value(path.name), fault=_reason(fault)) from fault
    given = {}
    for number, line in enumerate(lines, 1):
        name, equals, value = (part.strip() for part in line.partition("="))
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not equals or name not in (*SETTINGS, *OBSOLETE):
            # Nothing of the line is quoted: it may be a token without a name.
            raise ConfigError("config.line", path=path.name, line=number, known=", ".join(SETTINGS))
        bare = value.strip("\"'")
        if bare.strip():  # two quotes with nothing between them set nothing either
            given[name] = bare
    return given


def _token(found: Mapping[str, Any], folder: Path) -> str | None:
    """Return the configured token, or read it from the configured token file."""
    if found["DISCORD_TOKEN_FILE"] is None:
        token: str | None = found["DISCORD_TOKEN"]
        return token
    try:
        token = read_text_file(folder / found["DISCORD_TOKEN_FILE"], encoding=TEXT).strip()
    except MALFORMED as fault:
        raise ConfigError("config.token_file", fault=_reason(fault)) from fault
    if not token:
        raise ConfigError("config.token_file_empty")
    try:
        return read_token(token)
    except ValueError:
        raise ConfigError("config.token_file_form") from None


def _database(url: str, folder: Path) -> Path:
    """Return the path in an SQLite URL; raise `ConfigError` if it is a folder."""
    named = url.removeprefix(SQLITE)
    with suppress(*MALFORMED):  # the store says what keeps a path from being used
        there = folder / named  # without a slash at its end
        if there.is_dir() or (named.endswith("/") and not there.is_file()):
            raise ConfigError("config.database.folder", path=quote_value(named.rstrip("/")))
    return Path(named)


def _reason(fault: Exception) -> str:
    """Return why a file cannot be read, without the file's name.

    The sentence around it names the file already, or the name must not be shown.
    """
    if isinstance(fault, UnicodeError):
        return render_message("config.no_text", {})
    if isinstance(fault, UnreadableFileError):
        return str(fault)
    return (fault.strerror if isinstance(fault, OSError) else None) or quote_value(str(fault))
