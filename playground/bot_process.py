"""The bot as a child process: its start, stop, restart, and log."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from playground.pointing import ADDRESS_VARIABLE, AHEAD_VARIABLE

TOKEN = "playground-token"
STOP_WITHIN = 10.0  # seconds a bot has to end before it is killed
# These would lead the bot away from the playground, or to another database.
NOT_PASSED_ON = ("DISCORD_TOKEN_FILE", "TWOTONE_SETTINGS", "DATABASE_URL")


class BotProcess:
    """The bot's process, connected to the playground at `address`.

    `launcher` starts it, with its database and log in `folder`. `settings` are the host's, as
    environment variables.
    """

    def __init__(
        self,
        address: str,
        folder: Path,
        launcher: str = "playground.launcher",
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.address = address
        self.folder = folder
        self.launcher = launcher
        self.settings = settings or {}
        self.log = folder / "bot.log"
        self.ahead = 0.0
        self._changing = asyncio.Lock()
        self.process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """Id of the running process, `None` if there is none."""
        running = self.process is not None and self.process.returncode is None
        return self.process.pid if running and self.process is not None else None

    async def start(self) -> None:
        """Start the bot.

        It comes online a moment later.
        """
        environment = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
        root = str(Path(__file__).parents[1])
        environment |= {
            ADDRESS_VARIABLE: self.address,
            AHEAD_VARIABLE: str(self.ahead),
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": "sqlite:///twotone.db",
            "PYTHONPATH": os.pathsep.join(filter(None, (root, environment.get("PYTHONPATH")))),
            **self.settings,
        }
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self.launcher,
                stdin=asyncio.subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=environment,
                cwd=self.folder,
                # Ctrl-C reaches the playground alone, which then ends the bot in order.
                start_new_session=True,
            )

    def turn(self, ahead: float) -> None:
        """Set how many seconds the bot's clock is ahead, after a restart too."""
        self.ahead = ahead
        if self.pid is not None and self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(f"{ahead}\n".encode())

    async def stop(self) -> int | None:
        """Ask the bot to end, and kill it if it does not.

        Return its exit status, `None` if it never ran.
        """
        process = self.process
        if process is None:
            return None
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), STOP_WITHIN)
            except TimeoutError:
                process.kill()
        return await process.wait()

    async def kill(self) -> None:
        """End the bot without a chance to tidy up (SIGKILL)."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def restart(self) -> None:
        """Stop the bot and start it again."""
        async with self._changing:
            await self.stop()
            await self.start()

    async def wait_for_exit(self) -> None:
        """Wait until the bot has ended by itself.

        A restart does not count.
        """
        while self.process is not None:
            process = self.process
            await process.wait()
            async with self._changing:
                if self.process is process:
                    return

    def log_tail(self, lines: int = 20) -> str:
        """Return the last `lines` lines of the log."""
        text = self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])
