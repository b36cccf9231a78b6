"""The help marks our own decisions as rulings.

In a match it covers only the cards of the match's deck.
"""

from rules.catalogue import GAMES

GAME = GAMES["one-zero-one"]
BY_WHOM = "IF…THEN turns its target to the digit of whoever plays the card"


def rulings(deck: str) -> list[str]:
    return list(map(str, GAME.help_for(GAME.read_options({"deck": deck})).rulings))


def test_whose_digit_an_if_shows_is_a_ruling_where_the_deck_has_one() -> None:
    assert any(ruling.startswith(BY_WHOM) for ruling in map(str, GAME.help.rulings))
    assert any(ruling.startswith(BY_WHOM) for ruling in rulings("base"))
    assert not any(ruling.startswith(BY_WHOM) for ruling in rulings("remarks")), "this deck has SYNTAX for IF"


def test_that_the_third_card_of_line_50_ends_the_game_wherever_it_lies_is_a_ruling() -> None:
    for deck in ("base", "everything"):
        assert any("whichever of the three cells" in ruling for ruling in rulings(deck))
