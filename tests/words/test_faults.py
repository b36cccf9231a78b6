"""The check finds what goes wrong when one message is put into another."""

import pytest

from words.english import MESSAGES
from words.faults import SMALL, Composition, find_faults

COLONS = "two colons in a sentence"


def faults(text: str, code: str = "occupied", language: str = "en", given: tuple[str, ...] = ()) -> list[str]:
    return list(find_faults(Composition(language, MESSAGES[code], text, given)))


@pytest.mark.parametrize(
    ("language", "text", "fault"),
    [
        ("pl", "Wygrywa Ada (Białe): Czarne: czas minął.", COLONS),
        ("pt-BR", "Vitória: Pretas. desistência de Brancas.", "a small letter after a full stop"),
        ("de", "jemand von früher sucht ein Gegenüber.", SMALL),
        ("fr", "Cases qui comptent : f3 ; c4.", "a plain blank before a French mark"),
        ("fr", "Est-ce vrai?", "a plain blank before a French mark"),
        ("de", "Ein Spiel “chess” gibt es nicht.", "quotation marks of another language"),
        ("it", "La partita “chess” non c'è.", "quotation marks of another language"),
        ("pl", "Ktoś, kto już nie gra gra z Adą.", "the same word twice"),
        ("pl", "Ada ma jeszcze 1 godz..", "stops that do not go together"),
        ("fr", "C’est l'adversaire.", "quotation marks of another language"),
        ("it", "Tocca all’avversario.", "quotation marks of another language"),
        ("fr", "La parité de l’autre camp\u00a0 (la rangée 3).", "stops that do not go together"),
        ("en", "Use **Accept.", "a mark of Markdown that is shown"),
        ("en", r"Use \*\*Accept\*\*.", "a mark of Markdown that is shown"),
    ],
)
def test_a_fault_of_the_readers_lists_is_found(language: str, text: str, fault: str) -> None:
    assert faults(text, language=language) == [fault]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ada (White) wins 3:1: Ben resigned (on board 2: a draw)."),
        ("en", "Write it like W:W31-50:B1-20: first whose turn it is."),
        ("de", "Ein Spiel „chess“ gibt es nicht: Es heißt anders."),
        ("fr", "Vrai\u00a0: «\u00a0chess\u00a0» n’existe pas\u00a0!"),
        ("it", "**La nostra interpretazione:** il regolamento non lo dice: decidiamo noi."),
        ("ru", "Не читается; см. журнал."),
        ("nl", "Wie die die steen legde, wint."),
        ("en", "-# Look at `a: b: c`, <t:1700000000:R> or https://x.y/z:a:b."),
    ],
)
def test_what_is_right_is_left_alone(language: str, text: str) -> None:
    assert faults(text, language=language) == []


@pytest.mark.parametrize(
    ("code", "language", "text"),
    [
        ("zong_heng.which_way", "de", "Wohin rücken die Steine: up, down, left oder right?"),
        ("league.clock", "ru", "В лиге нужны часы, например «3 days + 24 hours»."),
        ("clock.unreadable", "nl", "Schrijf bijvoorbeeld `3 days` voor elke zet."),
        ("command.play.options", "pl", "Opcje gry słowami, na przykład: 7×7 board"),
        ("over", "es", "La partida is over."),
    ],
)
def test_english_that_is_left_over_is_found(code: str, language: str, text: str) -> None:
    assert faults(text, code, language) == ["English left over"]


@pytest.mark.parametrize(
    ("code", "language", "text", "given"),
    [
        ("game.unknown", "de", "Wähle eines aus der Liste, die „game“ anbietet.", ()),
        ("card.team.code", "it", "Si usa `/team accept` con il codice.", ()),
        ("card.team.code", "it", "Si usa:\n```\n/team accept code:1\n```", ()),
        ("card.nudge", "nl", "De ladder is open.", ()),
        ("league.clock", "de", "Die Liga days and hours läuft.", ("days and hours",)),
        ("config.port", "de", "Port must be a number", ()),
        ("league.clock", "en", "A league needs a clock of hours.", ()),
    ],
)
def test_commands_names_and_cognates_are_no_english_left_over(
    code: str, language: str, text: str, given: tuple[str, ...]
) -> None:
    assert faults(text, code, language, given) == []


def test_names_and_moves_may_begin_a_sentence_with_a_small_letter() -> None:
    assert faults("c3 is taken. e5 is not.", given=("c3", "e5")) == []
    assert faults("c3 is taken. but e5 is not.", given=("c3", "e5")) == ["a small letter after a full stop"]


def test_a_part_of_a_sentence_begins_as_it_likes() -> None:
    assert faults("by agreement", "agreement") == []
    assert faults("by agreement", "occupied") == [SMALL]
    assert faults("negras ganan", "card.import.won", "es") == [SMALL]


def test_buttons_show_the_marks_of_markdown() -> None:
    assert faults("**Play**", "button.play_this") == ["a mark of Markdown that is shown"]
    assert faults("**Played** `c3`", "card.turn") == []
