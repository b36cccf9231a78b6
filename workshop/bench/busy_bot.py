"""The bot at a playground, for fifty tables of the same two members.

`python -m workshop.bench.busy_bot`. With `PACED=off` it sends as fast as it can, as the bare bot
beside it does; the playground only counts there.
"""

import os

from bot.__main__ import main
from bot.client import Twotone
from club.members.quotas import Limits
from playground.pointing import ADDRESS_VARIABLE, point_discord_at

PACED = "PACED"


def run() -> None:
    """Start the bot without the limits that two people at fifty tables would meet."""
    point_discord_at(os.environ[ADDRESS_VARIABLE])
    assert Twotone.__init__.__kwdefaults__ is not None
    Twotone.__init__.__kwdefaults__["limits"] = Limits(
        running_per_person=1000,
        challenges_per_minute=1000,
        presses_per_minute=10**6,
        presses_at_once=10**6,
        presses_in_work=100,
    )
    if os.environ.get(PACED) == "off":
        Twotone.__init__.__kwdefaults__["per_second"] = 1e9
    main([])


if __name__ == "__main__":
    run()
