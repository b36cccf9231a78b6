"""The bot of the load test with at most eight posts in flight per process.

It is the same for any number of processes.
"""

import bot.delivery.drain
from workshop.bench.busy_bot import run

IN_FLIGHT = 8

if __name__ == "__main__":
    bot.delivery.drain.AT_ONCE = IN_FLIGHT  # pyrefly: ignore[bad-assignment]  # fewer than it has: so the wait for Discord shows
    run()
