"""What the bot's own metrics say of a load test, to be held against what the test has measured itself."""

import socket
from collections.abc import Mapping

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

ADDRESS = "127.0.0.1"
COMMAND = {"kind": "command"}


class Scrape:
    """All figures of one moment."""

    def __init__(self, text: str) -> None:
        self._samples = [each for family in text_string_to_metric_families(text) for each in family.samples]

    def value(self, name: str, labels: Mapping[str, str] | None = None) -> float:
        """Return the sum of the figures of a name that have those labels."""
        wanted = (labels or {}).items()
        return sum(
            each.value for each in self._samples if each.name == name and wanted <= each.labels.items()
        )


class Window:
    """What was counted between two scrapes."""

    def __init__(self, before: Scrape, after: Scrape) -> None:
        self._before = before
        self._after = after

    def grown(self, name: str, labels: Mapping[str, str] | None = None) -> float:
        """Return by how much a figure has grown."""
        return self._after.value(name, labels) - self._before.value(name, labels)

    @property
    def commands(self) -> float:
        """How many commands came."""
        return self.grown("twotone_interactions_total", COMMAND)

    @property
    def counted(self) -> float:
        """How many requests were sent that count under Discord's limit."""
        return self.grown("twotone_counted_requests_total")

    @property
    def answered(self) -> float:
        """How long a command waited for its first answer, on average, in ms."""
        name = "twotone_interaction_ack_seconds"
        return 1000 * self.grown(f"{name}_sum", COMMAND) / self.grown(f"{name}_count", COMMAND)


def free_port() -> int:
    """Return a port of the loopback address that nobody listens on."""
    with socket.create_server((ADDRESS, 0)) as server:
        port: int = server.getsockname()[1]
    return port


async def scrape(port: int) -> Scrape:
    """Return what the bot on this port says of itself now."""
    async with aiohttp.request("GET", f"http://{ADDRESS}:{port}/metrics") as answer:
        return Scrape(await answer.text())
