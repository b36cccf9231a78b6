"""An act on a match counts once.

Every use case that changes one match begins with this.
"""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from club.members.people import Act
from club.play.match.matches import Matches, Table

Given = ParamSpec("Given")


class UsesMatches(Protocol):
    """Use-cases of matches."""

    matches: Matches


Uses = TypeVar("Uses", bound=UsesMatches)


def once(
    use_case: Callable[Concatenate[Uses, Table, Act, Given], Coroutine[Any, Any, Table]],
) -> Callable[Concatenate[Uses, int, Act, Given], Coroutine[Any, Any, Table]]:
    """Make a use case that changes one match run only once for each act.

    A repeated act returns the match as it is. The caller passes the match's id, and the use case gets
    the match itself.
    """

    @wraps(use_case)
    async def run_once(
        self: Uses, match_id: int, act: Act, /, *args: Given.args, **options: Given.kwargs
    ) -> Table:
        table, answered = await self.matches.load_for_act(match_id, act)
        return table if answered else await use_case(self, table, act, *args, **options)

    return run_once
