"""Carrying out each act on a match only once.

An act is one button press, form or command of a user, which Discord may deliver twice.
"""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from club.members.people import Act
from club.play.match.matches import Matches, Table

Given = ParamSpec("Given")


class HasMatches(Protocol):
    """An object whose attribute `matches` holds the use cases of matches."""

    matches: Matches


Uses = TypeVar("Uses", bound=HasMatches)


def once_per_act(
    use_case: Callable[Concatenate[Uses, Table, Act, Given], Coroutine[Any, Any, Table]],
) -> Callable[Concatenate[Uses, int, Act, Given], Coroutine[Any, Any, Table]]:
    """Make a method that changes a match run only once for each act.

    If the act was carried out before, the match is returned as it is. Callers pass the id of the match,
    and the decorated method gets the loaded match.
    """

    @wraps(use_case)
    async def run_once(
        self: Uses, match_id: int, act: Act, /, *args: Given.args, **options: Given.kwargs
    ) -> Table:
        table, answered = await self.matches.load_for_act(match_id, act)
        return table if answered else await use_case(self, table, act, *args, **options)

    return run_once
