"""A translator's file goes out, comes back and is compiled.

Users are then addressed with it.
"""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from babel.messages.pofile import read_po, write_po

from words import po, telling
from words.__main__ import main
from words.english import MESSAGES
from words.fact_kinds import possible_values
from words.message import Message, MessagePlace, make_messages
from words.pseudo import MARKS, PseudoTranslations, pseudo_translate
from words.telling import COMPLETE, Phrase
from words.translation_check import example_facts

FEW: Final = ("occupied", "checkers.did.captured", "card.league.rule", "card.settings.pages", "store.driver")


def leave_few_messages(monkeypatch: pytest.MonkeyPatch, *codes: str) -> None:
    """Leave in the catalogue messages, what can be put into them, and the signs.

    Thousands of messages take Babel a second each time.
    """
    left = {code for code, each in MESSAGES.items() if each.place is MessagePlace.SIGN}
    queue = [Phrase(code) for code in codes]
    while queue:
        said = queue.pop()
        values = [*said.facts.values()]
        if said.code not in left:
            left.add(said.code)
            for fact in MESSAGES[said.code].facts:
                values += possible_values(said.code, fact)
        queue += [value for value in values if isinstance(value, Phrase)]
    for code in MESSAGES.keys() - left:
        monkeypatch.delitem(MESSAGES, code)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of languages in the place of the project's.

    There are few messages to translate.
    """
    leave_few_messages(monkeypatch, *FEW)
    monkeypatch.setattr(telling, "FOLDER", tmp_path)
    telling.languages.cache_clear()
    telling.translations_of.cache_clear()
    return tmp_path


def forget() -> None:
    """Look at the folder of languages anew."""
    telling.languages.cache_clear()
    telling.translations_of.cache_clear()


def translate_file(
    path: Path, *, sign: str = "yes", leave_out: str = "", change: dict[str, str] | None = None
) -> Path:
    """Fill a translator's file with every message in the pseudo-language.

    `change` gives other translations by code.
    """
    text = pseudo_file(path.name, tuple(MESSAGES))
    signs = {code: sign for code, message in MESSAGES.items() if message.place is MessagePlace.SIGN}
    for code, string in {**signs, **(change or {}), **({leave_out: ""} if leave_out else {})}.items():
        before, mark, after = text.partition(f'\nmsgctxt "{code}"\n')
        entry, gap, rest = after.partition("\n\n")
        english, translation, _ = entry.partition("\nmsgstr ")
        assert mark and translation
        text = f'{before}{mark}{english}{translation}"{string}"{gap}{rest}'
    path.write_text(text, encoding="utf-8")
    return path


@cache
def pseudo_file(name: str, codes: tuple[str, ...]) -> str:
    """Return a translator's file with these messages in the pseudo-language.

    It is cached, because Babel takes a second to write all of them.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        po.update_po_file(path)
        catalog = po.read_catalog(path)
        for entry in catalog:
            if entry.id:
                message = MESSAGES[entry.context or ""]
                entry.string = (
                    tuple(
                        pseudo_translate(message.plural if form else message.text, MARKS[form])
                        for form in range(catalog.num_plurals)
                    )
                    if message.count_fact
                    else pseudo_translate(message.text)
                )
        with path.open("wb") as file:
            write_po(file, catalog)
        return path.read_text(encoding="utf-8")


def test_the_template_tells_translators_where_a_message_appears_and_what_its_facts_mean() -> None:
    entry = po.make_template().get("{square} is already taken.", context="occupied")
    assert entry is not None
    assert entry.auto_comments == [
        "a sentence or a few lines of a card, at most 1500 characters",
        "{square}: the name of a square, such as c3",
    ]


def test_every_message_is_in_the_file_by_its_code(tmp_path: Path) -> None:
    path = tmp_path / "ru.po"
    po.update_po_file(path)
    assert {entry.context for entry in po.read_catalog(path) if entry.id} == set(MESSAGES)


@pytest.mark.ci
def test_gettext_tells_what_the_pseudo_language_tells(tmp_path: Path) -> None:
    built = GNUTranslations(BytesIO(po.compile_catalog(po.read_catalog(translate_file(tmp_path / "ru.po")))))
    made = PseudoTranslations()
    for code, message in MESSAGES.items():
        if message.count_fact:
            for number in (0, 1, 2, 5, 11, 21, 22, 112):
                args = (code, message.text, message.plural, number)
                assert built.npgettext(*args) == made.npgettext(*args)
        elif message.place is not MessagePlace.SIGN:
            assert built.pgettext(code, message.text) == made.pgettext(code, message.text)


@pytest.mark.ci
def test_a_complete_language_is_spoken(folder: Path) -> None:
    translate_file(folder / "ru.po")
    assert main(["--folder", str(folder), "build"]) == 0
    forget()
    assert telling.languages() == ("en", "ru")
    assert telling.language_for_locale("ru") == "ru"
    assert telling.render_message("occupied", {"square": "c3"}, "ru").startswith("[c3 ís")
    forget()


def test_a_language_of_another_country_serves_where_there_is_no_nearer_one(folder: Path) -> None:
    translate_file(folder / "pt-BR.po")
    po.compile_po_files(folder)
    forget()
    assert [telling.language_for_locale(locale) for locale in ("pt-BR", "pt-PT", "pt", "fr")] == [
        "pt-BR"
    ] * 3 + ["en"]
    forget()


@pytest.mark.ci
def test_the_language_of_the_very_country_comes_first(folder: Path) -> None:
    for name in ("pt-BR", "pt-PT"):
        translate_file(folder / f"{name}.po")
    po.compile_po_files(folder)
    forget()
    assert [telling.language_for_locale(locale) for locale in ("pt-BR", "pt-PT")] == ["pt-BR", "pt-PT"]
    forget()


def test_a_plural_with_a_form_missing_is_not_translated(folder: Path) -> None:
    counted = next(message for message in MESSAGES.values() if message.count_fact)
    path = translate_file(folder / "ru.po")
    catalog = po.read_catalog(path)
    for entry in catalog:
        if entry.context == counted.code:
            entry.string = ("x", "", "x")
    assert counted.code.encode() + b"\x04" not in po.compile_catalog(catalog)


def test_a_language_that_is_not_complete_is_not_spoken(folder: Path) -> None:
    translate_file(folder / "ru.po", sign="")
    po.compile_po_files(folder)
    forget()
    assert telling.languages() == ("en",)
    assert telling.render_message("occupied", {"square": "c3"}, "ru") == "c3 is already taken."
    forget()


@pytest.mark.ci
def test_a_corrected_typo_in_english_loses_no_translation(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = translate_file(folder / "ru.po")
    former = MESSAGES["occupied"].text
    [corrected] = make_messages(MessagePlace.SENTENCE, {"occupied": "{square} is taken."})
    monkeypatch.setitem(MESSAGES, "occupied", corrected)
    built = GNUTranslations(BytesIO(po.compile_catalog(po.read_catalog(path))))
    assert built.pgettext("occupied", "{square} is taken.") == "{square} is taken.", "said in English"
    assert po.check_po_file(path).fuzzy == ["occupied"]
    told = ["### ru: 1 to do", "", f"- `occupied` has other words: {corrected.text!r}, before {former!r}", ""]
    assert po.untranslated_note(path) == told
    po.update_po_file(path)
    for _ in range(2):
        assert po.untranslated_note(path) == told and po.check_po_file(path).fuzzy == ["occupied"], (
            "until a translator has looked"
        )
        po.update_po_file(path)
    entry = po.read_catalog(path).get("{square} is taken.", context="occupied")
    assert entry is not None
    assert str(entry.string).startswith("[{square} ís álréádý")
    noted = path.read_text(encoding="utf-8").split("\n\n")
    assert ['msgctxt "occupied"' in entry for entry in noted if "#| msgid" in entry] == [True]
    looked_at = path.read_text(encoding="utf-8").replace("#, fuzzy, python-brace-format\n", "")
    path.write_text(looked_at, encoding="utf-8")
    po.update_po_file(path)
    assert po.check_po_file(path).is_complete and "#| msgid" not in path.read_text(encoding="utf-8")
    built = GNUTranslations(BytesIO(po.compile_catalog(po.read_catalog(path))))
    assert built.pgettext("occupied", "{square} is taken.").startswith("[{square} ís álréádý")


@pytest.mark.ci
def test_a_former_text_of_many_lines_stays_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = translate_file(folder / "ru.po")
    for code in ("card.league.rule", "card.settings.pages", "store.driver"):
        former = MESSAGES[code].text
        [now] = make_messages(MessagePlace.SENTENCE, {code: "Something else."})
        monkeypatch.setitem(MESSAGES, code, now)
        assert f"- `{code}` has other words: 'Something else.', before {former!r}" in po.untranslated_note(
            path
        )
    told = po.untranslated_note(path)
    for _ in range(3):
        po.update_po_file(path)
        assert po.untranslated_note(path) == told


@pytest.mark.ci
def test_translators_are_told_what_is_new(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = translate_file(folder / "ru.po")
    assert po.untranslated_note(path) == ["### ru: nothing to do", "", ""]
    catalog = po.read_catalog(path)
    for entry in catalog:
        if entry.context == "occupied":
            entry.string = ""
    with path.open("wb") as file:
        write_po(file, catalog)
    assert main(["--folder", str(folder), "news"]) == 0
    new = f"- `occupied` is new: {MESSAGES['occupied'].text!r}"
    assert capsys.readouterr().out.splitlines() == ["### ru: 1 to do", "", new, ""]


@pytest.mark.ci
def test_what_translators_noted_stays(folder: Path) -> None:
    path = translate_file(folder / "ru.po")
    text = path.read_text(encoding="utf-8")
    at = text.index('msgctxt "occupied"')
    at = text.rindex("\n\n", 0, at) + 2
    path.write_text(text[:at] + "# asked Ada about this\n" + text[at:], encoding="utf-8")
    po.update_po_file(path)
    assert "# asked Ada about this" in path.read_text(encoding="utf-8")


@pytest.mark.ci
def test_a_code_that_is_gone_is_reported_and_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = translate_file(folder / "ru.po")
    monkeypatch.delitem(MESSAGES, "occupied")
    assert po.check_po_file(path).unknown_codes == ["occupied"]
    assert b"occupied\x04" not in po.compile_catalog(po.read_catalog(path))


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("{square} {sqare}", "wrong"),
        ("taken", "wrong"),
        ("{square", "wrong"),
        ("{square.__class__}", "wrong"),
        ("{square}" + "x" * 1499, "long"),
    ],
)
def test_the_check_names_what_is_wrong_with_a_translation(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, kind: str
) -> None:
    translate_file(folder / "ru.po", change={"occupied": text})
    found = po.check_po_file(folder / "ru.po")
    assert {"wrong": found.wrong_placeholders, "long": found.too_long}[kind] == ["occupied"]
    assert main(["--folder", str(folder)]) == 1
    assert "  occupied: " in capsys.readouterr().out


@pytest.mark.ci
def test_a_translation_may_fill_its_place_to_the_last_character(folder: Path) -> None:
    translate_file(folder / "ru.po", change={"occupied": "{square}" + "x" * 1498})
    assert po.check_po_file(folder / "ru.po").too_long == []


@pytest.mark.ci
def test_a_sentence_lands_in_english_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row is added to the English, and the checks pass.

    Readers of other languages see it in English.
    """
    translate_file(folder / "uk.po")
    assert main(["--folder", str(folder), "status", "--complete"]) == 0
    [row] = make_messages(MessagePlace.SENTENCE, {"card.new": "{square} shines."})
    monkeypatch.setitem(MESSAGES, row.code, row)
    assert main(["--folder", str(folder), "check"]) == 0
    po.compile_po_files(folder)
    forget()
    assert telling.render_message("card.new", {"square": "c3"}, "uk") == "c3 shines."
    assert telling.render_message("occupied", {"square": "c3"}, "uk").startswith("[c3 ís")
    assert main(["--folder", str(folder), "status"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("0 fuzzy, 1 missing")
    assert main(["--folder", str(folder), "status", "--complete"]) == 1
    forget()


@pytest.mark.ci
def test_the_project_s_own_catalogues_are_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first.startswith("en ")
    assert second.startswith("en-XA ")
    assert first.endswith(" sound")


@pytest.mark.ci
def test_what_translators_should_know_stands_in_the_template_alone(tmp_path: Path) -> None:
    assert main(["--folder", str(tmp_path), "update", "uk"]) == 0
    told = (tmp_path / "twotone.pot").read_text(encoding="utf-8")
    assert "#. {square}: the name of a square, such as c3\n" in told
    assert all(f'msgctxt "{code}"' in told for code in MESSAGES)
    assert "#." not in (tmp_path / "uk.po").read_text(encoding="utf-8")


@pytest.mark.ci
def test_a_new_language_is_made_by_name_and_nonsense_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--folder", str(folder), "update", "pt-BR"]) == 0
    made = read_po(BytesIO((folder / "pt-BR.po").read_bytes()))
    assert made.get("no", context=COMPLETE) is not None
    for name in ("en", "../x", "Portuguese"):
        assert main(["--folder", str(folder), "update", name]) == 2
        assert "no language to translate into" in capsys.readouterr().err


@pytest.mark.ci
def test_every_message_can_be_filled_with_its_examples() -> None:
    for message in MESSAGES.values():
        filled: Message = message
        assert all(text.format_map(example_facts(filled)) for text in message.templates)


@pytest.mark.ci
def test_the_check_names_a_fact_that_nobody_has_explained(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = make_messages(MessagePlace.SENTENCE, {"dusk": "The {shade} falls."})
    monkeypatch.setitem(MESSAGES, row.code, row)
    assert main(["--folder", str(folder), "check"]) == 1
    assert "  dusk: a fact that words/facts.py does not explain" in capsys.readouterr().out.splitlines()


@pytest.mark.ci
def test_what_the_head_of_a_file_says_of_its_translators_stays(folder: Path) -> None:
    path = folder / "uk.po"
    assert main(["--folder", str(folder), "update", "uk"]) == 0
    path.write_text(path.read_text().replace("# FIRST AUTHOR <EMAIL@ADDRESS>, 2026.", "# By Olena, 2026."))
    assert main(["--folder", str(folder), "update", "uk"]) == 0
    assert "# By Olena, 2026.\n" in path.read_text()
    assert "FIRST AUTHOR" not in path.read_text()
