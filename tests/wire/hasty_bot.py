"""The bot against a playground, beside others on one database; whoever dies is gone for them within four seconds."""

import club.processes
import data.processes
from bench.busy_bot import run

LEASE = 3.0
BEAT = 0.8

if __name__ == "__main__":
    data.processes.LEASE, club.processes.BEAT = LEASE, BEAT  # type: ignore[misc]  # shorter than anybody's
    run()
