"""Configuration from the environment or from a file of `NAME=value` lines.

The environment wins.
"""

import ipaddress
import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from bot.host.files import NoFileError, text_of
from bot.host.shards import MOST as MOST_SHARDS
from bot.host.shards import Shards
from data.database.errors import one_line
from data.store_opening import POSTGRES
from words import TwotoneError, clip, tell

FILE: Final = "twotone.env"
"""The settings file in the working directory, read if it exists.

`TWOTONE_SETTINGS` names another file.
"""

NAMES: Final = (
    "DISCORD_TOKEN",
    "DISCORD_TOKEN_FILE",
    "DATABASE_URL",
    "FOLLOW_UPS",
    "KEEP_MATCHES",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "METRICS_PORT",
    "PUBLIC_URL",
    "SHARDS",
    "TEST_GUILD",
    "WEBHOOK_SECRET",
    "WEBHOOK_URL",
    "WEB_BIND",
)
FOLLOW_UPS: Final = ("on", "off")
LOG_FORMATS: Final = ("text", "json")
SQLITE: Final = "sqlite:///"
"""How the address of a database on SQLite begins: then comes the path of its file."""
FILES: Final = (".db", ".sqlite", ".sqlite3")
"""How paths end that are surely meant as files of SQLite."""
SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*", re.IGNORECASE | re.ASCII)
"""Pattern of a URL's scheme: no password looks like that and precedes `://`."""
KEPT: Final = range(1, 36_501)
"""Days for which finished matches can be kept, up to a hundred years."""
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
PORTS: Final = range(1, 1 << 16)
HOST: Final = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+", re.ASCII)
"""A name or a number by which a machine is known."""
ALL: Final = "auto"
"""Stands for every shard, as many as Discord asks for."""
NOTED: Final = Path("var/postgres")
"""Beside this name the bot on PostgreSQL notes how it is."""
MOST_DIGITS: Final = 20
"""Digits that no id of Discord's has."""
SECRET_LEAST: Final = 24
"""Characters that the secret of a webhook has at least."""
LAB: Final = Path("lab/index.html")
"""What a lab has that was built in the host's folder."""
WEB_BIND: Final = "127.0.0.1:8080"
"""Default address of the pages.

Only this machine and its reverse proxy reach them.
"""
OFF: Final = "off"
"""Stands for pages that another process serves."""
LONGEST_URL: Final = 100
"""Longest address of the pages, in characters.

A link preview has room for it twice and more.
"""
TEXT: Final = "utf-8-sig"
"""Encoding of files: some editors begin them with an invisible mark."""
MALFORMED: Final = (OSError, ValueError, NoFileError)
"""Exceptions from a file name or text that cannot be used.

The cause is a null character, a byte that is not UTF-8, or a pipe.
"""


class Bind(NamedTuple):
    """An address of this machine, and a port there."""

    host: str
    port: int


class ConfigError(TwotoneError):
    """An error in the configuration; the sentence says what the host has to change."""


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

    `follow_ups` says whether boards are posted and edited by the tokens of interactions, where that can be.
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
    follow_ups: bool = True
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
    given = {**_from_file(environ, folder), **{name: environ[name] for name in NAMES if environ.get(name)}}
    url = _lower_scheme(given.get("DATABASE_URL", "sqlite:///var/twotone.db"))
    postgres = url if url.startswith(POSTGRES) else None
    return Config(
        token=_token(given, folder),
        database=folder / (NOTED if postgres else _database(url, folder)),
        log_format=_one_of("LOG_FORMAT", given.get("LOG_FORMAT", "text"), LOG_FORMATS),
        log_level=logging.getLevelNamesMapping()[
            _one_of("LOG_LEVEL", given.get("LOG_LEVEL", "INFO").upper(), LOG_LEVELS)
        ],
        test_guild=_snowflake("TEST_GUILD", given.get("TEST_GUILD")),
        follow_ups=_one_of("FOLLOW_UPS", given.get("FOLLOW_UPS", "on").lower(), FOLLOW_UPS) == "on",
        metrics_port=_port("METRICS_PORT", given.get("METRICS_PORT")),
        keep_days=_days("KEEP_MATCHES", given.get("KEEP_MATCHES")),
        postgres=postgres,
        shards=_shards(given.get("SHARDS", ALL), postgres),
        public_url=(public := _public_url(given.get("PUBLIC_URL"))),
        lab_url=f"{public}/lab/" if public and (folder / LAB).is_file() else None,
        web_bind=_bind(given.get("WEB_BIND"), public),
        webhook=_webhook(given.get("WEBHOOK_URL"), given.get("WEBHOOK_SECRET"), public),
    )


def _from_file(environ: Mapping[str, str], folder: Path) -> dict[str, str]:
    named = environ.get("TWOTONE_SETTINGS")
    path = folder / (named or FILE)
    try:
        lines = text_of(path, encoding=TEXT).splitlines()
    except FileNotFoundError:
        if named:
            raise ConfigError("config.no_file", path=_quotable(named or FILE)) from None
        return {}
    except MALFORMED as fault:
        raise ConfigError("config.unreadable", path=_quotable(path.name), fault=_reason(fault)) from fault
    given = {}
    for number, line in enumerate(lines, 1):
        name, equals, value = (part.strip() for part in line.partition("="))
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not equals or name not in NAMES:
            # Nothing of the line is quoted: it may be a token without a name.
            raise ConfigError("config.line", path=path.name, line=number, known=", ".join(NAMES))
        if value:
            given[name] = value.strip("\"'")
    return given


def _token(given: Mapping[str, str], folder: Path) -> str | None:
    if "DISCORD_TOKEN" in given and "DISCORD_TOKEN_FILE" in given:
        raise ConfigError("config.two_tokens")
    token = given.get("DISCORD_TOKEN")
    if "DISCORD_TOKEN_FILE" in given:
        try:
            token = text_of(folder / given["DISCORD_TOKEN_FILE"], encoding=TEXT).strip()
        except MALFORMED as fault:
            raise ConfigError("config.token_file", fault=_reason(fault)) from fault
        if not token:
            raise ConfigError("config.token_file_empty")
    if token and (not token.isascii() or any(c.isspace() for c in token)):
        raise ConfigError("config.token_file_form" if "DISCORD_TOKEN_FILE" in given else "config.token_form")
    return token


def _lower_scheme(url: str) -> str:
    """Return a URL with its scheme in lower case, as the store knows it.

    A plain path stays as it is.
    """
    scheme, mark, rest = url.strip().partition("://")
    return f"{scheme.lower()}{mark}{rest}" if mark else scheme


def _database(url: str, folder: Path) -> Path:
    """Return the path in an SQLite URL.

    Raise `ConfigError`, which quotes no part that may be secret.
    """
    if not url.startswith(SQLITE):
        raise _no_database(url)
    named = url.removeprefix(SQLITE)
    if not named.strip() or not named.isprintable() or "?" in named or "#" in named:
        raise ConfigError("config.database.sqlite")
    with suppress(*MALFORMED):  # the store says what keeps a path from being used
        if (folder / named).is_dir():
            raise ConfigError("config.database.folder", path=_quotable(named.rstrip("/")))
    return Path(named)


def _no_database(url: str) -> ConfigError:
    """Return what to write instead of an address of no database that there is here."""
    scheme, mark, _ = url.partition("://")
    if scheme.partition(":")[0].lower() == "sqlite":
        return ConfigError("config.database.sqlite")
    if mark and SCHEME.fullmatch(scheme):
        return ConfigError("config.database.scheme", given=_quotable(scheme))
    if mark or url != _quotable(url) or any(sign in url for sign in ":@?#") or not url.endswith(FILES):
        return ConfigError("config.database")  # a bare word may be a password
    return ConfigError("config.database.path", path=url)


def _one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ConfigError("config.choice", name=name, choices=", ".join(known), value=_quotable(value))
    return value


def _days(name: str, value: str | None) -> int | None:
    if value is None:
        return None
    if (number := _number(value)) not in KEPT:
        raise ConfigError("config.days", name=name, limit=KEPT[-1], value=_quotable(value))
    return number


def _snowflake(name: str, value: str | None) -> int | None:
    if value is None:
        return None
    number = _number(value)
    if not 0 < number < 1 << 63:
        raise ConfigError("config.server", name=name, value=_quotable(value))
    return number


def _port(name: str, value: str | None) -> int | None:
    if value is None:
        return None
    if (number := _number(value)) not in PORTS:
        raise ConfigError("config.port", name=name, limit=PORTS[-1], value=_quotable(value))
    return number


def _shards(value: str, postgres: str | None) -> Shards | None:
    if value.strip().lower() == ALL:
        return None
    shards = Shards.parse(value)
    if shards is None:
        raise ConfigError("config.shards", limit=MOST_SHARDS, value=_quotable(value))
    if shards.ids[-1] >= shards.count:
        raise ConfigError(
            "config.shards.numbers", value=shards.ids[-1], count=shards.count, last=shards.count - 1
        )
    if not (shards.all or postgres):
        raise ConfigError("config.shards.alone", value=str(shards))
    return shards


def _public_url(value: str | None) -> str | None:
    """Return the address of the pages, its host in lower case.

    It has no path, no password and the like.
    """
    if value is None:
        return None
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        raise ConfigError("config.public_url") from None
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    plain = f"{parts.scheme}://{shown}" + ("" if port is None else f":{port}")
    known = parts.scheme in ("http", "https") and HOST.fullmatch(host)
    if not known or value.rstrip("/").lower() != plain or len(plain) > LONGEST_URL:
        raise ConfigError("config.public_url")
    return plain


def _bind(value: str | None, public: str | None) -> Bind | None:
    """Return the address on which the pages are served.

    Return `None` without a public address, or if another process serves them.
    """
    if public is None:
        if value is not None:
            raise ConfigError("config.web_bind.alone")
        return None
    if (value or "").lower() == OFF:
        return None
    host, _, port = (value or WEB_BIND).rpartition(":")
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        raise ConfigError("config.web_bind", value=_quotable(value or ""), limit=PORTS[-1]) from None
    if _number(port) not in PORTS or (address.version == 6) != (bare != host):
        raise ConfigError("config.web_bind", value=_quotable(value or ""), limit=PORTS[-1])
    return Bind(str(address), _number(port))


def _webhook(url: str | None, secret: str | None, public: str | None) -> Webhook | None:
    """Return the external program that is told of pages.

    Neither its address nor the secret is ever quoted.
    """
    if url is None and secret is None:
        return None
    if url is None or secret is None or public is None:
        raise ConfigError("config.webhook.alone")
    try:
        parts = urlsplit(url)
        sound = parts.scheme == "https" and HOST.fullmatch(parts.hostname or "") and parts.port != 0
    except ValueError:
        sound = False
    if not sound or "@" in url or not url.isascii() or not url.isprintable() or " " in url:
        raise ConfigError("config.webhook")
    if not SECRET_LEAST <= len(secret) <= LONGEST_URL or not secret.isascii():
        raise ConfigError("config.webhook.secret", limit=SECRET_LEAST)
    return Webhook(url, secret)


def _number(text: str) -> int:
    """Parse a number of plain digits; return 0 for anything else.

    No id and no port is that long, or 0.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < MOST_DIGITS else 0


def _quotable(text: str) -> str:
    """Return a value as a sentence may quote it: one short printable line."""
    return clip(one_line(text))


def _reason(fault: Exception) -> str:
    """Return why a file cannot be read, without the file's name.

    The name is in the sentence already or may be anything.
    """
    if isinstance(fault, UnicodeError):
        return tell("config.no_text", {})
    if isinstance(fault, NoFileError):
        return str(fault)
    return (fault.strerror if isinstance(fault, OSError) else None) or _quotable(str(fault))
