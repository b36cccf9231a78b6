"""The smallest jobs: one keeps something, one looks whether it is kept, one does nothing."""

from data.database import meta
from data.database.transaction import Job, Transaction


def keep(key: str) -> Job[None]:
    return lambda tx: meta.put(tx, key, "yes")


def kept(key: str) -> Job[bool]:
    async def job(tx: Transaction) -> bool:
        return await meta.get(tx, key) == "yes"

    return job


async def nothing(tx: Transaction) -> None:
    pass
