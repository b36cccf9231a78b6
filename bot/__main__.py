"""The command `twotone`: run the bot, or look after its database."""

import argparse
import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import discord

from bot import logs
from bot.client import Twotone
from bot.config import Config, ConfigError, read
from bot.health import ALIVE_WITHIN, life_file
from data.backup import backup
from data.check import check
from data.restore import restore
from data.store import StoreError
from rendering.picture import draw
from rules.catalogue import GAMES, load
from rules.game import RulesError
from rules.match import Match
from words import Said

FAILED = 1
MISUSED = 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command that the arguments name; exits with 0, 1 (it failed) or 2 (it was told something wrong)."""
    given = _parser().parse_args(arguments)
    try:
        config = read(os.environ, Path.cwd())
        sys.exit(given.run(config, given))
    except ConfigError as wrong:
        _complain(str(wrong))
        sys.exit(MISUSED)
    except (StoreError, RulesError) as fault:
        _complain(str(fault))
        sys.exit(FAILED)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("twotone", description="A Discord bot for two-player, two-tone games.")
    parser.set_defaults(run=_run)
    verbs = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")

    def verb(
        name: str, help_text: str, run: Callable[[Config, argparse.Namespace], int], *paths: str
    ) -> None:
        added = verbs.add_parser(name, help=help_text)
        for path in paths:
            added.add_argument(path, type=Path)
        added.set_defaults(run=run)

    verb("run", "run the bot (the default)", _run)
    verb("check", "check the database", _check)
    verb("backup", "copy the database, also while the bot runs", _backup, "target")
    verb("restore", "put a backup in the database's place; the bot must be stopped", _restore, "source")
    verb("healthcheck", "exit with 0 if the bot was connected lately", _healthcheck)
    verb("verify", "recompute the deal of a finished match from its record", _verify, "record")
    return parser


def _run(config: Config, _: argparse.Namespace) -> int:
    if config.token is None:
        raise ConfigError(
            "DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications, copy its token from "
            "the page “Bot”, and put DISCORD_TOKEN=… into the environment or into twotone.env."
        )
    logs.set_up(config.log_format, config.log_level)
    try:
        asyncio.run(_until_told(config, config.token))
    except discord.LoginFailure:
        raise ConfigError(
            "Discord does not know this token: copy it again from the page “Bot” of your application."
        ) from None
    except OSError as fault:
        _complain(f"Discord cannot be reached: {fault}. Check the network, then start again.")
        return FAILED
    return 0


async def _until_told(config: Config, token: str) -> None:
    """Run until SIGTERM or SIGINT; discord.py itself knows only the latter."""
    bot = Twotone(config)
    drawing = asyncio.create_task(asyncio.to_thread(_draw_once))
    running = asyncio.create_task(bot.start(token))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        pass
    finally:
        await bot.close()
        await drawing


def _draw_once() -> None:
    """Draw the first board of every game: what pictures are put together from is made then, off the event loop."""
    for game in GAMES.values():
        draw(Match(game, {}, b"").view(None))


def _check(config: Config, _: argparse.Namespace) -> int:
    if sys.stderr.isatty():
        check(config.database, _show_progress)
    else:
        check(config.database)
    print(Said("check.whole", path=config.database.name))
    return 0


def _show_progress(done: int, total: int) -> None:
    """Write over the line before; the last one is left by a new line."""
    print(f"\r{Said('check.progress', count=done, all=total)}", end="", file=sys.stderr, flush=True)
    if done >= total:
        print(file=sys.stderr)


def _backup(config: Config, given: argparse.Namespace) -> int:
    backup(config.database, given.target)
    print(Said("backup.written", path=given.target))
    return 0


def _restore(config: Config, given: argparse.Namespace) -> int:
    restore(given.source, config.database)
    print(Said("restore.written", path=config.database.name, given=given.source))
    return 0


def _healthcheck(config: Config, _: argparse.Namespace) -> int:
    try:
        age = time.time() - life_file(config.database).stat().st_mtime
    except FileNotFoundError:
        age = float("inf")
    if age < ALIVE_WITHIN:
        return 0
    _complain("The bot has not been connected to Discord lately.")
    return FAILED


def _verify(_: Config, given: argparse.Namespace) -> int:
    try:
        match = load(given.record.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        _complain(f"The record cannot be read: {fault}.")
        return MISUSED
    print(f"SHA-256 of the seed: {match.commitment}")
    for line in match.game.deal_in_words(match.options, match.secret):
        print(line)
    return 0


def _complain(sentence: str) -> None:
    print(sentence, file=sys.stderr)


if __name__ == "__main__":
    main()
