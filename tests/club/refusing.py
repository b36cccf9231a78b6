"""What the club refuses."""

from collections.abc import Awaitable

import pytest

from club.refusals import Refusal


async def refused_code(work: Awaitable[object]) -> str:
    """Return the code of the refusal that work ends with; it must end with one."""
    with pytest.raises(Refusal) as refused:
        await work
    str(refused.value)  # all facts of the sentence are there
    return refused.value.code
