"""Registers related commands and the handlers of their components and forms."""

import inspect
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Any, TypeVar

from discord import app_commands

from bot.answers.request import Handler, Interaction, answer
from bot.answers.translator import locale_text

Work = TypeVar("Work", bound=Callable[..., Awaitable[None]])
"""A handler: it takes the club and the request.

For a command it also takes the options, each annotated and perhaps with a default.
"""


class Cog:
    """A set of related commands and component actions.

    Each handler is a function of the club (the services behind the bot) and the request. With a
    `group`, the commands become subcommands of that slash-command group.
    """

    def __init__(self, group: app_commands.Group | None = None) -> None:
        self.actions: dict[str, Handler] = {}
        self.commands: list[
            app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group
        ]
        self.commands = [] if group is None else [group]
        self._group = group

    def command(self, code: str, **facts: object) -> Callable[[Work], Work]:
        """Register the decorated function as a slash command.

        `code` is the message code of the command's description; its last part is the command's name.
        `facts` are passed to the function as keyword arguments but are not options of the command.

        Decorators of discord.py that describe the options go below this one.
        """

        def add(work: Work) -> Work:
            command: app_commands.Command[Any, ..., Any] = app_commands.Command(
                name=code.rpartition(".")[2], description=locale_text(code), callback=_callback(work, facts)
            )
            if self._group is None:
                self.commands.append(command)
            else:
                self._group.add_command(command)
            return work

        return add

    def context_menu(self, code: str) -> Callable[[Work], Work]:
        """Register the decorated function as a context-menu command on members.

        `code` is the message code of the menu entry's name.
        """

        def add(work: Work) -> Work:
            callback: Any = _callback(work, {})
            self.commands.append(app_commands.ContextMenu(name=locale_text(code), callback=callback))
            return work

        return add

    def action(self, name: str, **facts: object) -> Callable[[Work], Work]:
        """Register the decorated function as the handler of an action.

        `name` is the action as it appears in the custom_ids of buttons, menus and forms. `facts` are
        passed to the function as keyword arguments.
        """

        def add(work: Work) -> Work:
            assert name not in self.actions
            self.actions[name] = partial(work, **facts) if facts else work
            return work

        return add


def _callback(work: Callable[..., Awaitable[None]], facts: dict[str, object]) -> Callable[..., Any]:
    """Return the callback for discord.py: it takes the interaction and options."""

    @wraps(work)
    async def callback(interaction: Interaction, *chosen: Any, **options: Any) -> None:
        await answer(interaction, lambda club, request: work(club, request, *chosen, **options, **facts))

    own = inspect.signature(callback, follow_wrapped=False).parameters["interaction"]
    _, _, *options = inspect.signature(work).parameters.values()
    shown = [own, *(option for option in options if option.name not in facts)]
    vars(callback)["__signature__"] = inspect.Signature(shown)
    return callback
