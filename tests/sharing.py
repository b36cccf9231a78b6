"""How the workers of `make test` share the tests among them."""

from typing import Any

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # it has no types

LONGEST = (
    "tests/wire/test_storm",
    "tests/wire/test_probe",
    "tests/wire/",
    "tests/playground/page/",
    "tests/leaks/",
    "tests/playground/",
    "tests/simulation/",
    "tests/bot/test_whole_games",
    "tests/bot/test_decisions",
    "tests/bot/cogs/test_try_it",
    "tests/bot/test_main",
    "tests/bot/test_running",
    "tests/data/",
    "tests/test_wheel",
    "tests/bot/",
)
"""Where the files are that take longest, these first: begun last, one of them would keep everybody waiting."""
ALONE = (
    "tests/leaks/",
    "tests/wire/test_storm",
    "tests/wire/test_stop",
    "tests/simulation/",
    "tests/bot/test_whole_games",
    "tests/bot/test_decisions",
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

    def remove_node(self, node: object) -> str | None:
        """Go on without a worker that has died, and without the test it died of: the next one would die of it too."""
        given = self.assigned_work[node].values()
        died: str | None = next((test for scope in given for test, done in scope.items() if not done), None)
        for scope in given:
            if died in scope:
                scope[died] = True
        super().remove_node(node)
        return died

    def _reschedule(self, node: Any) -> None:
        """Have a worker end with the last work that there is: it keeps its last test until it is told to end."""
        super()._reschedule(node)
        if not self.workqueue and not node.shutting_down:
            node.shutdown()
