"""The bot's own metrics of a load test.

They are compared with the test's own measurements.
"""

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

    def growth(self, name: str, labels: Mapping[str, str] | None = None) -> float:
        """Growth of a figure."""
        return self._after.value(name, labels) - self._before.value(name, labels)

    @property
    def commands(self) -> float:
        """How many commands came."""
        return self.growth("twotone_interactions_total", COMMAND)

    @property
    def request_count(self) -> float:
        """Number of requests sent that count under Discord's limit."""
        return self.growth("twotone_counted_requests_total")

    @property
    def answer_ms(self) -> float:
        """Mean wait of a command for its first answer, in ms."""
        name = "twotone_interaction_ack_seconds"
        return 1000 * self.growth(f"{name}_sum", COMMAND) / self.growth(f"{name}_count", COMMAND)


def free_port() -> int:
    """Return an unused port of the loopback address."""
    with socket.create_server((ADDRESS, 0)) as server:
        port: int = server.getsockname()[1]
    return port


async def scrape(port: int) -> Scrape:
    """Return what the bot on this port says of itself now."""
    async with aiohttp.request("GET", f"http://{ADDRESS}:{port}/metrics") as answer:
        return Scrape(await answer.text())
