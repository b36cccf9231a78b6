"""Users, and what they do, as a use-case needs them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """A user: Discord's `id`, the `name` that others see, and whether it is a `bot`."""

    id: int
    name: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """One press, form or command of a user.

    It counts once, even if Discord or a finger repeats it. Discord made it at `made_at`, in seconds
    since the epoch by its own clock; `None` if no one asks for that.
    """

    user_id: int
    interaction_id: int
    made_at: float | None = None
