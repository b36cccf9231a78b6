"""What a user has set is kept as a whole; who has set nothing has the defaults."""

from functools import partial

from data.database import meta
from data.database.store import Store
from data.members import preferences
from data.members.preferences import Preference
from tests.data.samples import ADA, BOB, START


async def test_preferences_are_kept_and_replaced_as_a_whole(store: Store) -> None:
    for preference in (Preference(ADA, "night", True, START), Preference(ADA, None, False, None)):
        await store.write(partial(preferences.put, preference=preference))
        assert await store.read(lambda tx: preferences.get(tx, ADA)) == preference
    assert await store.read(lambda tx: preferences.get(tx, BOB)) == Preference(
        BOB, theme=None, confirm=False, dm_closed_at=None
    )


async def test_facts_of_the_installation_are_kept_under_their_key(store: Store) -> None:
    assert await store.read(lambda tx: meta.get(tx, "last_alive")) is None
    for value in ("1", "2"):
        await store.write(partial(meta.put, key="last_alive", value=value))
    assert await store.read(lambda tx: meta.get(tx, "last_alive")) == "2"


def test_who_has_chosen_no_language_is_addressed_in_the_one_last_seen() -> None:
    spoken = [
        Preference(ADA, own_language=own, language=seen).spoken_language
        for own, seen in (("de", "fr"), (None, "fr"), (None, None))
    ]
    assert spoken == ["de", "fr", None]
