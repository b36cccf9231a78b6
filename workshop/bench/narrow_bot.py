"""The bot of the load test with eight posts in flight at most, as many processes as there are."""

import bot.delivery.drain
from workshop.bench.busy_bot import run

IN_FLIGHT = 8

if __name__ == "__main__":
    bot.delivery.drain.AT_ONCE = IN_FLIGHT  # type: ignore[misc]  # fewer than it has: so the wait for Discord shows
    run()
