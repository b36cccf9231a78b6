"""The table of a section, and its games, as files."""

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.table_record import event_games_card, table_record_card
from club.competitions.kinds.all_kinds import KINDS
from tests.bot.cards.competitions.made_sheets import entrants, sheet
from tests.bot.cards.whole_card import SAY, frame_of, lines_of, presses_of


def test_the_table_comes_as_files_with_a_button_for_the_games() -> None:
    files = {"csv": "a,b", "trf": "001"}
    card = table_record_card(sheet(entrants(2)), files, SAY, has_games=True)
    assert (frame_of(card), lines_of(card)) == (
        "no frame",
        [
            "### Autumn: the table as files",
            "TRF16 is what programs for tournaments read: a win gives one point there, and **w** is who …",
            "(file table-3.csv)",
            "(file table-3.trf)",
            "[All games as PDN] 0:table-games:0:3",
        ],
    )
    assert [(file.filename, file.description, file.fp.read()) for file in card.files] == [
        ("table-3.csv", "The table of Autumn as CSV, for spreadsheets", b"a,b"),
        ("table-3.trf", "The table of Autumn as TRF16, which programs for tournaments read", b"001"),
    ]
    assert presses_of(table_record_card(sheet(entrants(2)), files, SAY, has_games=False)) == []


def test_the_games_are_one_file() -> None:
    card = event_games_card(sheet(entrants(2)), "[Event]", 2, SAY)
    assert (
        frame_of(card),
        lines_of(card),
        [(file.filename, file.description, file.fp.read()) for file in card.files],
    ) == (
        "no frame",
        ["Autumn: 2 games that are over, as one PDN", "(file games-3.pdn)"],
        [("games-3.pdn", "The games of Autumn as PDN", b"[Event]")],
    )


def test_every_kind_of_competition_has_cards() -> None:
    assert [type(cards_for_kind(kind)).__name__ for kind in KINDS] == [
        "LeagueCards",
        "SwissCards",
        "TournamentCards",
        "KnockoutCards",
        "TeamMatchCards",
        "LadderCards",
        "SimulCards",
    ]
    assert [(cards_for_kind(kind).code, cards_for_kind(kind).leave_button) for kind in KINDS] == [
        ("league", "button.league.withdraw"),
        ("tournament", "button.league.withdraw"),
        ("tournament", "button.league.withdraw"),
        ("tournament", "button.league.withdraw"),
        ("team", "button.league.withdraw"),
        ("ladder", "button.league.leave"),
        ("simul", "button.league.withdraw"),
    ]
