"""First steps: small tasks for newcomers to a game, and who solved them."""

from collections.abc import Collection

from club.refusals import Refusal
from data.database.store import Store
from data.learning import first_steps
from rules.first_steps.tasks import Task, tasks_by_key, tasks_of


class FirstSteps:
    """Hands out the tasks, and records which of them a user has solved."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, key: str) -> Task:
        """Return the task with a key; raise `Refusal` if there is none."""
        if key not in tasks_by_key():
            raise Refusal("steps.gone")
        return tasks_by_key()[key]

    async def load_solved(self, user_id: int, game: str) -> Collection[int]:
        """Return the numbers of a game's tasks that a user has solved."""
        return await self._store.read(lambda tx: first_steps.list_solved(tx, user_id, game))

    async def record_solved(self, user_id: int, task: Task) -> Collection[int]:
        """Record that a user has solved a task.

        Return the numbers of all tasks of that game that they have solved.
        """
        await self._store.write(lambda tx: first_steps.add(tx, user_id, task.game, task.number))
        return await self.load_solved(user_id, task.game)


def next_task(game: str, solved: Collection[int], after: int = 0) -> Task:
    """Return a game's next unsolved task after the one numbered `after`.

    If there is none after it, return the first unsolved task of the game. If all tasks are solved,
    return the one after that number, or the first one after the last.
    """
    found = tasks_of(game)
    ahead = [*found[after:], *found[:after]]
    return next((task for task in ahead if task.number not in solved), ahead[0])
