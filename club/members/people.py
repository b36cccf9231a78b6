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
    """One press, form or command of a user: it counts once, whatever Discord or a finger repeats.

    Discord made it at `made_at`, in seconds since the epoch by its own clock; `None` where nobody asks for that.
    """

    user_id: int
    interaction_id: int
    made_at: float | None = None
