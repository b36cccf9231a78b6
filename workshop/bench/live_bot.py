"""The bot at a playground, whose two members have fifty live boards open each.

`python -m workshop.bench.live_bot`.
"""

from web.live import live_streams
from workshop.bench.busy_bot import run

if __name__ == "__main__":
    live_streams.EACH = 10**3  # pyrefly: ignore[bad-assignment]  # more than anybody may have
    run()
