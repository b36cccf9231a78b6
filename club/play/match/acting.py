"""An act on a match counts once: what every use-case begins with that changes one match."""

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
    """Have a use-case, which changes one match, carried out once for an act: one repeated gets the match as it is.

    It is asked by the match's id, and gets the match itself.
    """

    @wraps(use_case)
    async def asked(
        self: Uses, match_id: int, act: Act, /, *args: Given.args, **options: Given.kwargs
    ) -> Table:
        table, answered = await self.matches.asked(match_id, act)
        return table if answered else await use_case(self, table, act, *args, **options)

    return asked
