"""The search finds all words that bypass the catalogue, and nothing else."""

import pytest

from tests.untranslated import strange, untranslated_words


@pytest.mark.parametrize(
    "text",
    [
        "[Pláý~~]",
        "`c3xe5`",
        "[Wríté DELETE-h> 20 ór size=7.~~]",
        "<@12> <t:34:f> /play",
        "e5xc3",
        "a1",
        "https://discord.com/channels/1/2",
        "PDN",
    ],
)
def test_what_is_translated_or_notation_is_left_alone(text: str) -> None:
    assert untranslated_words(text) == []


@pytest.mark.ci
@pytest.mark.parametrize("text", ["Play", "[Pláý now~~]", "**Black** [tó móvé~~]", "```\nBlack\n```"])
def test_a_plain_word_is_found_also_within_brackets(text: str) -> None:
    assert len(untranslated_words(text)) == 1


@pytest.mark.ci
def test_names_of_people_are_allowed() -> None:
    assert untranslated_words("[Ada Lovelace hás wóñ~~]", ["Ada Lovelace"]) == []


@pytest.mark.ci
def test_a_word_that_only_the_other_language_has_is_found_also_within_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = {"ru": {"ход", "чёрные", "ещё"}, "en": {"black", "move", "play"}}
    monkeypatch.setattr("tests.untranslated.vocabulary", lambda language: said[language])
    assert strange("Ход: Black to move", "ru", "en") == ["black", "move"]
    assert strange("Ход: чёрные. `c3:e5` /play PDN, Ada Black", "ru", "en", ["Ada Black"]) == []
    assert strange("Play, и ещё ход", "en", "ru") == ["ещё", "ход"]
