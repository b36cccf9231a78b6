"""Users, and what they do, in the form that the use-cases need."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user, with the display `name` that others see.

    `id` is Discord's. `is_bot` is true for bots, such as the computer player. `handle` is Discord's
    unique name of them, always in ASCII, for pictures that cannot draw `name`.
    """

    id: int
    name: str
    is_bot: bool = False
    handle: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One button press, form or command of a user.

    It counts once, even if Discord or the user repeats it. Discord received it at `made_at`, in seconds
    since the epoch by its own clock; `None` if that does not matter.
    """

    user_id: int
    interaction_id: int
    made_at: float | None = None
