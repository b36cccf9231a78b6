"""Which tests stay where only the language is tried."""

from tests.thinned import thinned


def test_of_many_parameters_the_first_the_middle_and_the_last_stay() -> None:
    assert thinned([f"tests/test_a.py::test_it[{number}]" for number in range(9)]) == {
        f"tests/test_a.py::test_it[{number}]" for number in (0, 4, 8)
    }


def test_every_function_of_every_file_stays() -> None:
    names = [
        "tests/test_a.py::test_it",
        *(f"tests/test_a.py::test_more[{game}]" for game in ("binar", "binary", "yin-yang")),
        "tests/test_b.py::test_it",
    ]
    assert thinned(names) == set(names)
