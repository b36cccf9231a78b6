"""The language a user was last seen in is kept, and written only when it changes."""

import pytest

from club.club import Club
from club.members.preferences import Preferences
from data.database.transaction import Transaction
from data.members import preferences


async def test_a_language_is_written_only_when_it_changes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str | None] = []
    put = preferences.put

    async def note_language(tx: Transaction, preference: preferences.Preference) -> None:
        """Note the language, then store the preference."""
        written.append(preference.language)
        await put(tx, preference)

    monkeypatch.setattr(preferences, "put", note_language)
    for language in ("en", "en", "pt-BR", "pt-BR", "en"):
        await club.members.preferences.note_user(7, language)
    assert written == ["en", "pt-BR", "en"]
    await Preferences(club.store, wake=lambda: None).note_user(7, "en")
    assert len(written) == 3
    assert (await club.members.preferences.get(7)).language == "en"


async def test_a_handle_is_kept_while_pictures_need_it(club: Club) -> None:
    for handle in ("neko.san", "neko.san", "neko", None):
        assert await club.members.preferences.note_user(7, "en", handle) == "en"
        assert (await club.members.preferences.get(7)).handle == handle
