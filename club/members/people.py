"""Users, and what they do, as a use-case needs them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """A user: `id` is Discord's, `name` is how others see them, `bot` is true for a program."""

    id: int
    name: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """One press, form or command of a user: it counts once, whatever Discord or a finger repeats."""

    user_id: int
    interaction_id: int
