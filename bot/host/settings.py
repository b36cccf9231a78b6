"""The host's settings, one row each.

`python -m workshop.tools.settings_table` writes the table of `docs/hosting.md` from them.
"""

import ipaddress
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from bot.host.shards import MOST as MOST_SHARDS
from bot.host.shards import Shards
from data.database.errors import one_line
from data.store_opening import POSTGRES
from words import TwotoneError, clip
from words.english import MESSAGES

FILE: Final = "twotone.env"
"""The settings file in the working directory, read if it exists."""
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS: Final = ("text", "json")
SQLITE: Final = "sqlite:///"
"""How the address of a database on SQLite begins: then comes the path of its file."""
FILES: Final = (".db", ".sqlite", ".sqlite3")
"""How paths end that are surely meant as files of SQLite."""
SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*", re.IGNORECASE | re.ASCII)
"""Pattern of a URL's scheme: no password looks like that and precedes `://`."""
KEPT: Final = range(1, 36_501)
"""Days for which finished matches can be kept, up to a hundred years."""
PORTS: Final = range(1, 1 << 16)
IDS: Final = range(1, 1 << 63)
"""Numbers that an id of Discord's can have."""
MOST_DIGITS: Final = 20
"""Digits that no id of Discord's has."""
HOST: Final = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+", re.ASCII)
"""A name or a number by which a machine is known."""
SITE: Final = re.compile(r"(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]", re.ASCII)
"""A name under which everybody finds a site, no number."""
HOME_NAMES: Final = (".home.arpa", ".internal", ".lan", ".local", ".localhost")
"""Ends of names that are known in a private network alone."""
ALL: Final = "auto"
"""Stands for every shard, as many as Discord asks for."""
CLIENT_SECRET: Final = re.compile(r"[\w-]{16,100}", re.ASCII)
"""What an application's secret looks like."""
SECRET_LEAST: Final = 24
"""Characters that the secret of a webhook has at least."""
LONGEST_URL: Final = 100
"""Longest address of the pages, in characters.

A link preview has room for it twice and more.
"""
WEB_BIND: Final = "127.0.0.1:8080"
"""Default address of the pages, for this machine and its reverse proxy alone."""
OFF: Final = "off"
"""Stands for pages that another process serves."""
YES, NO = "yes", "no"


class ConfigError(TwotoneError):
    """An error in the configuration; the message says what to change."""


class Bind(NamedTuple):
    """A local address and port to listen on."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class HostSetting:
    """A setting: its name, how it is parsed, and its default.

    `read` parses a value and raises `ValueError` for an invalid one; the host then gets the message
    `sentence` with these `facts`. Without a default, a setting that is left out is `None`. A setting that
    is given without the ones it `needs`, unless it is switched off, is refused with the message
    `needs_sentence`. `description` is shown in the manual.
    """

    name: str
    read: Callable[[str], Any]
    default: str | None
    sentence: str
    description: str
    facts: Mapping[str, object] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()
    needs_sentence: str = ""

    def resolve(self, values: Mapping[str, str]) -> Any:
        """Return the parsed value of this setting, or its default.

        `values` are the raw values by name. Raise `ConfigError` if this one is invalid.
        """
        text = values.get(self.name, self.default)
        if text is None:
            return None
        # A switch that is off asks for nothing: a file may say `no` where there are no pages.
        if self.name in values and text.lower() != NO and not self.needs <= values.keys():
            raise ConfigError(self.needs_sentence)
        try:
            return self.read(text)
        except ValueError:
            known = {"name": self.name, "value": quote_value(text), **self.facts}
            # Of a secret's value no sentence speaks, and no error carries it.
            told = MESSAGES[self.sentence].facts
            raise ConfigError(self.sentence, **{fact: known[fact] for fact in told}) from None


def quote_value(text: str) -> str:
    """Return a value as one short printable line, for use in an error message."""
    return clip(one_line(text))


def read_token(text: str) -> str:
    """Check that a text can be a token, and return it unchanged."""
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError
    return text


def _read_number(text: str, allowed: range) -> int:
    """Parse plain digits as a number in a range; raise `ValueError` otherwise."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < MOST_DIGITS else 0
    if number not in allowed:
        raise ValueError
    return number


def _read_port(text: str) -> int:
    return _read_number(text, PORTS)


def _read_days(text: str) -> int:
    return _read_number(text, KEPT)


def read_id(text: str) -> int:
    """Parse an id of Discord's; raise `ValueError` for what is none."""
    return _read_number(text, IDS)


def _read_format(text: str) -> str:
    if text not in LOG_FORMATS:
        raise ValueError
    return text


def _read_switch(text: str) -> str:
    if text.lower() not in (YES, NO):
        raise ValueError
    return text.lower()


def _read_level(text: str) -> int:
    if text.upper() not in LOG_LEVELS:
        raise ValueError
    return logging.getLevelNamesMapping()[text.upper()]


def _read_database(text: str) -> str:
    """Return a database URL with its scheme in lower case.

    No error message quotes a part that may be secret.
    """
    scheme, mark, rest = text.strip().partition("://")
    url = f"{scheme.lower()}{mark}{rest}"
    if url.startswith(POSTGRES):
        return url
    if url.startswith(SQLITE):
        named = url.removeprefix(SQLITE)
        if not named.strip() or not named.isprintable() or "?" in named or "#" in named:
            raise ConfigError("config.database.sqlite")
        return url
    if scheme.partition(":")[0].lower() == "sqlite":
        raise ConfigError("config.database.sqlite")
    if mark and SCHEME.fullmatch(scheme):
        raise ConfigError("config.database.scheme", given=quote_value(scheme.lower()))
    if (
        mark
        or scheme != quote_value(scheme)
        or any(sign in scheme for sign in ":@?#")
        or not scheme.endswith(FILES)
    ):
        raise ValueError  # a bare word may be a password
    raise ConfigError("config.database.path", path=scheme)


def _read_shards(text: str) -> Shards | None:
    """Parse the shards that this process serves; `None` means all."""
    if text.strip().lower() == ALL:
        return None
    shards = Shards.parse(text)
    if shards is None:
        raise ValueError
    last, count = shards.ids[-1], shards.count
    if last >= count:
        raise ConfigError("config.shards.numbers", value=last, count=count, last=count - 1)
    return shards


def _read_public_url(text: str) -> str:
    """Return the public address of the pages, with its host in lower case.

    It must have no path, password or query.
    """
    parts = urlsplit(text)
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    plain = f"{parts.scheme}://{shown}" + ("" if parts.port is None else f":{parts.port}")
    known = parts.scheme in ("http", "https") and HOST.fullmatch(host)
    if not known or text.rstrip("/").lower() != plain or len(plain) > LONGEST_URL:
        raise ValueError
    return plain


def _read_bind(text: str) -> Bind | None:
    """Parse the address to serve pages on; `None` if another process serves them."""
    if text.lower() == OFF:
        return None
    host, _, port = (text or WEB_BIND).rpartition(":")
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    address = ipaddress.ip_address(bare)
    if (address.version == 6) != (bare != host):
        raise ValueError
    return Bind(str(address), _read_port(port))


def _read_webhook(text: str) -> str:
    parts = urlsplit(text)
    sound = parts.scheme in ("http", "https") and HOST.fullmatch(parts.hostname or "") and parts.port != 0
    if not sound or "@" in text or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError
    return text


def _read_support_url(text: str) -> str:
    """Return an https address that everybody can open."""
    parts = urlsplit(_read_webhook(text))
    host = parts.hostname or ""
    is_public = SITE.fullmatch(host) and not host.endswith(HOME_NAMES)
    if parts.scheme != "https" or not is_public or len(text) > LONGEST_URL:
        raise ValueError
    return text


def _read_secret(text: str) -> str:
    if not SECRET_LEAST <= len(text) <= LONGEST_URL or not text.isascii():
        raise ValueError
    return text


def _read_client_secret(text: str) -> str:
    if not CLIENT_SECRET.fullmatch(text):
        raise ValueError
    return text


# fmt: off
_ROWS: Final = (
    HostSetting(
        "DISCORD_CLIENT_SECRET", _read_client_secret, None, "config.client_secret",
        needs=frozenset({"PUBLIC_URL", "LIVE_BOARD"}), needs_sentence="config.client_secret.alone",
        description="the application's secret: **Open the board** opens it in Discord's own window ([pages](#9-pages))",
    ),
    HostSetting("DISCORD_TOKEN", read_token, None, "config.token_form", description="the bot's token"),
    HostSetting(
        "DISCORD_TOKEN_FILE", str, None, "config.token_file", description="a file that holds it, instead",
    ),
    HostSetting(
        "DATABASE_URL", _read_database, "sqlite:///var/twotone.db", "config.database",
        description="where matches are kept; `postgresql://name:password@host/database` on PostgreSQL (13 or newer)",
    ),
    HostSetting(
        "KEEP_MATCHES", _read_days, None, "config.days", facts={"limit": KEPT[-1]},
        description="days for which finished matches and closed challenges are kept; left out, for ever",
    ),
    HostSetting(
        "LIVE_BOARD", _read_switch, NO, "config.choice", facts={"choices": f"{YES}, {NO}"},
        needs=frozenset({"PUBLIC_URL"}), needs_sentence="config.live_board.alone",
        description="`yes`: **Open the board** opens a match on a page of `PUBLIC_URL`, to play there",
    ),
    HostSetting(
        "LOG_FORMAT", _read_format, "text", "config.choice", facts={"choices": ", ".join(LOG_FORMATS)},
        description="`text` or `json`",
    ),
    HostSetting(
        "LOG_LEVEL", _read_level, "INFO", "config.choice", facts={"choices": ", ".join(LOG_LEVELS)},
        description="`DEBUG`, `INFO`, `WARNING` or `ERROR`; never hands, tokens or message bodies",
    ),
    HostSetting(
        "METRICS_PORT", _read_port, None, "config.port", facts={"limit": PORTS[-1]},
        description="a port, such as `9464`: on it this machine alone sees whether the bot lives (`/livez`), is ready "
        "(`/readyz`), and its `/metrics` for Prometheus",
    ),
    HostSetting(
        "PUBLIC_URL", _read_public_url, None, "config.public_url",
        description="an address such as `https://twotone.example`: pages of finished matches are there, of servers "
        "that want them; needs the extra `web` ([pages](#9-pages))",
    ),
    HostSetting(
        "SHARDS", _read_shards, ALL, "config.shards", facts={"limit": MOST_SHARDS},
        description="the shards that this process serves, such as `0-3/16`, where several share a database on "
        "PostgreSQL ([scale.md](scale.md)); `auto` are all",
    ),
    HostSetting(
        "SUPPORT_URL", _read_support_url, None, "config.support_url",
        description="where people find help with your bot, such as an invitation: **Get help** in `/help` and on pages",
    ),
    HostSetting(
        "TEST_GUILD", read_id, None, "config.server",
        description="a server's id: commands are registered only there, at once",
    ),
    HostSetting(
        "WEBHOOK_PRIVATE", _read_switch, NO, "config.choice", facts={"choices": f"{YES}, {NO}"},
        description="`yes`: `WEBHOOK_URL` may be of this machine or a private network, and plain http",
    ),
    HostSetting(
        "WEBHOOK_SECRET", _read_secret, None, "config.webhook.secret", facts={"limit": SECRET_LEAST},
        needs=frozenset({"PUBLIC_URL", "WEBHOOK_URL"}), needs_sentence="config.webhook.alone",
        description="the secret that proves to the program at `WEBHOOK_URL` who tells it, 24 characters or more; best "
        "`whsec_…`",
    ),
    HostSetting(
        "WEBHOOK_URL", _read_webhook, None, "config.webhook",
        needs=frozenset({"PUBLIC_URL", "WEBHOOK_SECRET"}), needs_sentence="config.webhook.alone",
        description="a program of yours that is told what becomes of matches and competitions with pages "
        "([pages](#9-pages))",
    ),
    HostSetting(
        "WEB_BIND", _read_bind, WEB_BIND, "config.web_bind", facts={"limit": PORTS[-1]},
        needs=frozenset({"PUBLIC_URL"}), needs_sentence="config.web_bind.alone",
        description="where this process serves the pages, for Caddy or nginx in front; `off` for none",
    ),
)
# fmt: on
SETTINGS: Final = {row.name: row for row in _ROWS}
"""What the environment or the file may set, by name."""
OTHER_FILE: Final = HostSetting(
    "TWOTONE_SETTINGS",
    str,
    FILE,
    "config.no_file",
    description="another file to read settings from (environment only)",
)
OBSOLETE: Final = ("FOLLOW_UPS",)
"""Settings of earlier versions, which are still accepted and do nothing."""
