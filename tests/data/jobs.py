"""The smallest jobs: one stores a value, one looks it up, one does nothing."""

from data.database import meta
from data.database.transaction import Job, Transaction


def keep(key: str) -> Job[None]:
    return lambda tx: meta.put(tx, key, "yes")


def is_kept(key: str) -> Job[bool]:
    """Return a job that says whether the key is kept."""

    async def job(tx: Transaction) -> bool:
        return await meta.get(tx, key) == "yes"

    return job


async def nothing(tx: Transaction) -> None:
    pass
