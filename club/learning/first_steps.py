"""First steps: the small tasks of each game, and which of them somebody has solved."""

from collections.abc import Collection

from club.refusals import Refusal
from data.database.store import Store
from data.learning import first_steps
from rules.first_steps.tasks import Task, tasks, tasks_of


class FirstSteps:
    """Hands out the tasks and keeps what is solved."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, key: str) -> Task:
        """Return the task of a key; raise `Refusal` if there is none."""
        if key not in tasks():
            raise Refusal("steps.gone")
        return tasks()[key]

    async def solved(self, user_id: int, game: str) -> Collection[int]:
        """Return the numbers of the tasks of a game that somebody has solved."""
        return await self._store.read(lambda tx: first_steps.solved(tx, user_id, game))

    async def solve(self, user_id: int, task: Task) -> Collection[int]:
        """Store that somebody has solved a task; return the numbers of all of its game that they have solved."""
        await self._store.write(lambda tx: first_steps.add(tx, user_id, task.game, task.number))
        return await self.solved(user_id, task.game)


def next_task(game: str, solved: Collection[int], after: int = 0) -> Task:
    """Return the first task of a game after a number that is not solved yet, else the first such one of all.

    Where all are solved it is the one after that number, the first one again after the last.
    """
    found = tasks_of(game)
    ahead = [*found[after:], *found[:after]]
    return next((task for task in ahead if task.number not in solved), ahead[0])
