"""Make a mistake for a while.

The source of a function is edited, or a constant has another value.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from textwrap import dedent
from typing import Any, cast
from unittest.mock import patch

from tests.simulation.scenario import Options


@dataclass(frozen=True, slots=True)
class Edit:
    """A function (by module and name) in whose source `old` is replaced by `new`."""

    module: str
    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Value:
    """A constant (by module and name) that has another value."""

    module: str
    name: str
    value: object


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake, by its changes; the simulation must see one of `rules` broken.

    `shows_in` says in which simulations it can show at all, so that the others need not be run;
    `seen_at` are seeds that showed it, where the search begins: three for a mistake that few
    simulations show, because a change of the code moves what shows in one.
    """

    name: str
    changes: tuple[Edit | Value, ...]
    rules: frozenset[str]
    shows_in: Callable[[Options], object]
    seen_at: tuple[int, ...]


@contextmanager
def make_mistake(mistake: Mistake) -> Iterator[None]:
    """Put a mistake into the code within the context."""
    with ExitStack() as stack:
        for change in mistake.changes:
            owner: Any = import_module(change.module)
            *outer, name = change.name.split(".")
            for each in outer:
                owner = getattr(owner, each)
            new = change.value if isinstance(change, Value) else edit_function(getattr(owner, name), change)
            stack.enter_context(patch.object(owner, name, new))
        yield


def edit_function(function: Callable[..., Any], edit: Edit) -> Callable[..., Any]:
    """Return a function whose source has been edited.

    Raise `LookupError` if the source is not as the edit expects it.
    """
    source: str = getattr(function, "source", None) or inspect.getsource(function)
    if source.count(edit.old) != 1:
        raise LookupError(f"{edit.module}.{edit.name} does not have this once: {edit.old}")
    changed = source.replace(edit.old, edit.new)
    result: dict[str, Any] = {}
    code = compile(dedent(changed), f"{edit.module}.{edit.name} with a mistake", "exec")
    exec(code, vars(import_module(edit.module)), result)
    wrong = result[function.__name__]
    wrong.source = changed
    return cast(Callable[..., Any], wrong)
