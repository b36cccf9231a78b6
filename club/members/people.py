"""A user as a use-case needs them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """A user: `id` is Discord's, `name` is how others see them, `bot` is true for a program."""

    id: int
    name: str
    bot: bool = False
