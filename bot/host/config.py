"""Configuration from the environment or from a file of `NAME=value` lines.

The environment wins.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.host.files import NoFileError, text_of
from bot.host.settings import (
    FILE,
    GONE,
    OTHER_FILE,
    SETTINGS,
    SQLITE,
    Bind,
    ConfigError,
    quote_value,
    read_token,
)
from bot.host.shards import Shards
from data.store_opening import POSTGRES
from words import tell

NOTED: Final = Path("var/postgres")
"""Beside this name the bot on PostgreSQL notes how it is."""
LAB: Final = Path("lab/index.html")
"""What a lab has that was built in the host's folder."""
TEXT: Final = "utf-8-sig"
"""Encoding of files: some editors begin them with an invisible mark."""
MALFORMED: Final = (OSError, ValueError, NoFileError)
"""Exceptions from a file name or text that cannot be used.

The cause is a null character, a byte that is not UTF-8, or a pipe.
"""


@dataclass(frozen=True, slots=True, repr=False)
class Webhook:
    """An external program that is told of pages: its address, and a shared secret.

    The secret proves to it who sends the message.
    """

    url: str
    secret: str


@dataclass(frozen=True, slots=True)
class Config:
    """What the host has configured; `token` is `None` where no bot can run.

    On `metrics_port` of the loopback address the bot tells how it is; `None` keeps that shut. `keep_days` is for how
    long finished matches are kept, `None` for ever.
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
    web_bind: Bind | None = None
    """Where this process serves them; `None` where it does not."""
    webhook: Webhook | None = None
    """Which program elsewhere is told of them, `None` for none."""

    @property
    def where(self) -> Path | str:
        """Return where the store is opened."""
        return self.postgres or self.database

    def __repr__(self) -> str:
        return f"Config(database={str(self.database)!r}, test_guild={self.test_guild})"


def read_config(environ: Mapping[str, str], folder: Path) -> Config:
    """Return the configuration in force in `folder`.

    Raise `ConfigError` that names the setting at fault.
    """
    given = {**_from_file(environ, folder), **{name: environ[name] for name in SETTINGS if environ.get(name)}}
    if {"DISCORD_TOKEN", "DISCORD_TOKEN_FILE"} <= given.keys():
        raise ConfigError("config.two_tokens")
    found = {name: setting.value(given) for name, setting in SETTINGS.items()}
    url, shards, public = found["DATABASE_URL"], found["SHARDS"], found["PUBLIC_URL"]
    postgres = url if url.startswith(POSTGRES) else None
    if not (postgres or shards is None or shards.all):
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
        web_bind=found["WEB_BIND"] if public else None,
        webhook=Webhook(found["WEBHOOK_URL"], found["WEBHOOK_SECRET"]) if found["WEBHOOK_URL"] else None,
    )


def _from_file(environ: Mapping[str, str], folder: Path) -> dict[str, str]:
    named = environ.get(OTHER_FILE.name)
    path = folder / (named or FILE)
    try:
        lines = text_of(path, encoding=TEXT).splitlines()
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
        if not equals or name not in (*SETTINGS, *GONE):
            # Nothing of the line is quoted: it may be a token without a name.
            raise ConfigError("config.line", path=path.name, line=number, known=", ".join(SETTINGS))
        if value:
            given[name] = value.strip("\"'")
    return given


def _token(found: Mapping[str, Any], folder: Path) -> str | None:
    """Return the token that is set, or the one in the file that is named."""
    if found["DISCORD_TOKEN_FILE"] is None:
        token: str | None = found["DISCORD_TOKEN"]
        return token
    try:
        token = text_of(folder / found["DISCORD_TOKEN_FILE"], encoding=TEXT).strip()
    except MALFORMED as fault:
        raise ConfigError("config.token_file", fault=_reason(fault)) from fault
    if not token:
        raise ConfigError("config.token_file_empty")
    try:
        return read_token(token)
    except ValueError:
        raise ConfigError("config.token_file_form") from None


def _database(url: str, folder: Path) -> Path:
    """Return the path in an SQLite URL; raise `ConfigError` if a folder is there."""
    named = url.removeprefix(SQLITE)
    with suppress(*MALFORMED):  # the store says what keeps a path from being used
        if (folder / named).is_dir():
            raise ConfigError("config.database.folder", path=quote_value(named.rstrip("/")))
    return Path(named)


def _reason(fault: Exception) -> str:
    """Return why a file cannot be read, without the file's name.

    The name is in the sentence already or may be anything.
    """
    if isinstance(fault, UnicodeError):
        return tell("config.no_text", {})
    if isinstance(fault, NoFileError):
        return str(fault)
    return (fault.strerror if isinstance(fault, OSError) else None) or quote_value(str(fault))
