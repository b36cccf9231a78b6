"""The Discord shards that a process serves, in the notation of the settings.

`0-3/16` means the first four of sixteen.
"""

import re
from dataclasses import dataclass
from typing import Final, Self

MOST: Final = 10_000
"""Shards of the largest bot that Discord could hold: twenty-five million servers."""
FORM: Final = re.compile(r"(\d{1,5}(?:-\d{1,5})?(?:,\d{1,5}(?:-\d{1,5})?)*)/(\d{1,5})", re.ASCII)
SEPARATOR: Final = re.compile(r"\s*([-,/])\s*")
"""A sign may have spaces around it.

A number has none within: `1 2` is not twelve.
"""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process: their sorted ids, and the `count` of all."""

    ids: tuple[int, ...]
    count: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse a text like `0-3/16`; return `None` if malformed.

        It is not checked that the ids are below the count.

        >>> Shards.parse("0-2,5/16")
        Shards(ids=(0, 1, 2, 5), count=16)
        """
        given = FORM.fullmatch(SEPARATOR.sub(r"\1", text.strip()))
        if given is None or not 0 < int(given[2]) <= MOST:
            return None
        ids = set[int]()
        for part in given[1].split(","):
            first, _, last = part.partition("-")
            if int(first) > int(last or first):
                return None
            ids.update(range(int(first), int(last or first) + 1))
        return cls(tuple(sorted(ids)), int(given[2]))

    @classmethod
    def have_overlap(cls, text: str, other_text: str) -> bool:
        """Whether two processes have a shard in common, given their shards as texts.

        >>> Shards.have_overlap("0-3/16", "3,9/16"), Shards.have_overlap("0-3/16", "3/8")
        (True, False)
        >>> Shards.have_overlap("0-3/16", "")
        False
        """
        first, second = cls.parse(text), cls.parse(other_text)
        return bool(first and second and first.count == second.count and {*first.ids} & {*second.ids})

    @property
    def is_complete(self) -> bool:
        """Whether these are all shards, so that no other process has any."""
        return len(self.ids) == self.count

    def __str__(self) -> str:
        """Return the shards in the notation of the settings.

        >>> str(Shards((0, 1, 2, 5), 16))
        '0-2,5/16'
        """
        runs: list[list[int]] = []
        for number in self.ids:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        parts = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
        return f"{','.join(parts)}/{self.count}"
