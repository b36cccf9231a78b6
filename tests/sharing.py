"""How the workers of `make test` share the tests among them."""

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # it has no types

LONGEST = (
    "tests/wire/test_several",
    "tests/wire/test_storm",
    "tests/wire/test_probe",
    "tests/wire/",
    "tests/playground/page/",
    "tests/leaks/",
    "tests/playground/",
    "tests/simulation/",
    "tests/bot/test_whole_games",
    "tests/bot/test_computer_games",
    "tests/bot/delivery/test_decisions",
    "tests/bot/cogs/test_try_it",
    "tests/bot/test_main",
    "tests/bot/host/test_running",
    "tests/data/",
    "tests/test_wheel",
    "tests/bot/",
)
"""Where the files are that take longest, these first: begun last, one of them would keep everybody waiting."""
ALONE = (
    "tests/leaks/",
    "tests/wire/test_several",
    "tests/wire/test_storm",
    "tests/wire/test_stop",
    "tests/simulation/",
    "tests/bot/test_whole_games",
    "tests/bot/test_computer_games",
    "tests/bot/delivery/test_decisions",
    "tests/bot/cogs/test_try_it",
    "tests/data/test_damage",
    "tests/data/test_power",
    "tests/data/test_restore",
)
"""Files whose tests share nothing: each test goes to whichever worker is free, not all to one."""


def rank(nodeid: str) -> int:
    """The place of a test's file in `LONGEST`."""
    return next((i for i, start in enumerate(LONGEST) if nodeid.startswith(start)), len(LONGEST))


class Shared(LoadScopeScheduling):  # type: ignore[misc]  # as above
    """Keeps the tests of a file on one worker, for they may share a server or a browser, but those of `ALONE`."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(ALONE) else nodeid.partition("::")[0]
