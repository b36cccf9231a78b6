"""The computer with other aims: it knows what wins, and its levels are steps."""

import pytest

from engines.analysis import is_judged
from engines.bounds import WIN
from engines.checkers.aims import NEARLY, to_crown, to_lose
from engines.checkers.player import LEVELS, CheckersPlayer, level_of
from engines.checkers.search import CheckersSearch
from engines.choose import choose_move
from engines.exercises import find_exercises
from engines.observation import observe
from engines.puzzles.match_hunt import find_match_puzzle
from rules.catalogue import GAMES
from rules.checkers.moves import WHITE
from rules.checkers.rulesets import ruleset
from rules.match import Match, secret_of
from tests.rules.checkers.matches import at, position

AIMS = ("lose", "crown")
KINDS = ("american", "russian", "international")


def play(key: str, aim: str, levels: tuple[int, int], seed: int) -> float:
    """Return the points of level 1 in a game; the seed decides its seat."""
    match = Match(GAMES[key], {"aim": aim}, secret_of(str(seed)))
    while match.turn is not None:
        level = levels[0] if match.turn == seed % 2 else levels[1]
        match.make_move(choose_move(observe(match, match.turn), match.options, level, seed).move)
    assert match.outcome
    return 0.5 if match.outcome.winner is None else float(match.outcome.winner == seed % 2)


@pytest.mark.ci
@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("aim", AIMS)
def test_level_three_beats_random_moves_and_plays_to_the_end(key: str, aim: str) -> None:
    assert sum(play(key, aim, (3, 0), seed) for seed in range(4)) >= 3.5


def test_it_gives_the_last_piece_away_where_that_wins() -> None:
    match = at("russian", "c3", "e5", aim="lose")
    search = CheckersSearch(position(match), 1_000)
    best = search.rate(4, 0)[0]
    assert match.game.write(match.position, best.move) == "c3-d4"
    assert best.worth == WIN - 2
    usual = at("russian", "c3", "e5")
    found = CheckersSearch(position(usual), 1_000).rate(4, 0)[0]
    assert usual.game.write(usual.position, found.move) == "c3-b4"


def test_it_counts_being_stuck_as_a_win_in_giveaway_and_as_a_loss_elsewhere() -> None:
    for aim, worth in (("capture", 1), ("crown", 1), ("lose", -1)):
        match = at("american", "g5 f4 a1", "h6", aim=aim)
        worths = {
            match.game.write(match.position, found.move): found.worth
            for found in CheckersSearch(position(match), 1_000).rate(2, WIN)
        }
        assert worths[next(text for text in worths if text.startswith(_number(match, "a1")))] == worth * (
            WIN - 1
        )


def _number(match: Match, square: str) -> str:
    return str(position(match).generator.index[square] + 1)


def test_it_sees_the_first_king_coming() -> None:
    match = at("russian", "b6 c1", "d4 g7", aim="crown")
    found = CheckersSearch(position(match), 2_000).rate(6, 0)[0]
    assert found.worth == WIN - 3
    assert match.game.write(match.position, found.move).startswith("b6-")
    late = at("russian", "a3", "c3 h8", "Black", aim="crown")
    assert CheckersSearch(position(late), 2_000).rate(6, 0)[0].worth == WIN - 3


def test_a_forfeit_of_the_last_piece_wins_in_giveaway() -> None:
    match = at("malaysian", "c3", "d4", aim="lose", first="white")
    best = CheckersSearch(position(match), 1_000).rate(2, 0)[0]
    assert best.worth == WIN - 1
    assert best.move.forfeit == best.move.end
    match.make_move(best.move)
    assert match.outcome
    assert match.outcome.winner == 0


def test_fewer_pieces_are_better_to_lose_and_a_lead_weighs_more_the_fewer_there_are() -> None:
    assert to_lose(0b1, 0b1110000, 0) > to_lose(0b11, 0b1110000, 0) > 0
    assert to_lose(0b11, 0b1, 0) < 0
    assert to_lose(0b1, 0b110, 0) > to_lose(0b111, 0b1111000, 0)
    assert to_lose(0b1, 0b110, 0b1) > to_lose(0b1, 0b110, 0)


def test_nearer_the_far_rank_is_better_to_crown_and_a_step_onto_it_is_nearly_won() -> None:
    row = ruleset("russian", aim="crown")

    def worth(white: str, black: str) -> int:
        board = position(at("russian", white, black, aim="crown")).board
        return to_crown(row)[WHITE](board.white, board.black, board.kings)

    assert worth("c5", "g7") > worth("c3", "g7")
    assert worth("c3", "g7") > worth("c3", "g5")
    assert worth("c3 e1", "g5") > worth("c3", "g5")
    assert worth("c3", "h8") < worth("c3", "a7") + 100
    assert worth("b6 c1", "h4") < NEARLY
    assert worth("a7", "h4") == NEARLY


@pytest.mark.parametrize("aim", AIMS)
def test_there_are_six_levels_and_the_first_slips_more_where_everything_is_to_be_lost(aim: str) -> None:
    assert CheckersPlayer("russian").levels == len(LEVELS)
    first = level_of("russian", 1, aim)  # pyrefly: ignore[bad-argument-type]  # a parameter of the test
    assert (first == LEVELS[0]) == (aim == "crown")
    assert level_of("russian", 6, aim) == LEVELS[5]  # pyrefly: ignore[bad-argument-type]


@pytest.mark.parametrize("aim", AIMS)
def test_no_puzzles_and_exercises_are_made_of_another_aim(aim: str) -> None:
    match = Match(GAMES["russian"], {"aim": aim}, bytes(32))
    while match.turn is not None:
        match.make_move(choose_move(observe(match, match.turn), match.options, 0, len(match.plies)).move)
    positions = [match.origin, *(ply.position for ply in match.plies)]
    assert find_match_puzzle(match.game, match.options, positions, 1) is None
    assert find_exercises(match, 1, (0, 1)) == ()
    assert not is_judged(match.options)
    assert is_judged(Match(GAMES["russian"], {}, bytes(32)).options)
