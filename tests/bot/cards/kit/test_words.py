"""Cards speak of people by name and of moves in sentences, in every game alike."""

import pytest

from bot.cards.kit.kit import fit_lines
from bot.cards.play.moves import numbered_lines
from rules.catalogue import GAMES
from rules.match import Match, Ply
from rules.one_zero_one.view import ProgramView
from tests.bot.server import Server, texts
from tests.rules.playouts import random_match
from words import ENGLISH, PSEUDO, Phrase, SeatedPlayer, insert_player_names, localizer_for

OWN_DIGITS = "own digits (Even 0 and Odd 1)"
DOUBLE = "double lines (row and column together)"


NAMES = ("Ada", "Ben")
SAY = localizer_for(ENGLISH)


def test_every_move_of_every_game_is_told_by_the_name_of_whoever_made_it(key: str) -> None:
    match = random_match(GAMES[key], {}, seed=3, limit=30)
    assert match.copy_at(0).view(None).did is None
    for plies in range(1, len(match.plies) + 1):
        then = match.copy_at(plies)
        did = then.view(None).did
        assert did is not None
        mover = NAMES[then.plies[-1].seat]
        assert str(insert_player_names(did, NAMES)).startswith(f"{mover} ")
        told = insert_player_names(did, NAMES)
        assert isinstance(told, Phrase)
        assert mover in told.text(PSEUDO)


def test_what_the_commands_of_one_zero_one_did_is_told_by_whose_cards_they_met() -> None:
    told = set()
    for seed in range(40):
        deck = "everything" if seed % 2 else "base"
        match = random_match(GAMES["one-zero-one"], {"deck": deck}, seed=seed, limit=40)
        for plies in range(1, len(match.plies) + 1):
            did = match.copy_at(plies).view(None).did
            assert did is not None
            told.update(str(insert_player_names(did, NAMES)).replace(". ", ".\n").splitlines())
    for sentence in (
        "DELETE removed Ada's 0 from line 20.",
        "Ben laid a plain 1 on line 10.",
        "GOTO10 moved Ada's 0 along line 10.",
        "SAVE waits for a card on line 20.",
        "DELETE found nothing that it could change.",
    ):
        assert any(_alike(sentence, other) for other in told), sentence
    for verb in ("brought", "took", "moved", "turned", "saved", "removed"):
        assert any(verb in other for other in told), verb


def test_a_card_is_called_that_of_the_player_whose_digit_it_showed() -> None:
    met = 0
    for seed in range(20):
        match = random_match(GAMES["one-zero-one"], {}, seed=seed, limit=40)
        for plies in range(1, len(match.plies) + 1):
            view = match.copy_at(plies).view(None)
            assert isinstance(view, ProgramView)
            assert view.last is not None
            told = str(insert_player_names(view.last.words, NAMES))
            for effect in view.last.effects:
                if effect.kind == "deleted":
                    met += 1
                    owner = NAMES[view.digits.index(effect.before.digit)]
                    assert f"removed {owner}'s " in told
    assert met > 10


def _alike(sentence: str, other: str) -> bool:
    """Whether two sentences differ in names and numbers only."""

    def bare(text: str) -> str:
        named = text.replace("Ada", "Ben")
        return "".join("0" if c.isdigit() else c for c in named)

    return bare(sentence) == bare(other)


def test_the_card_that_ends_one_zero_one_is_not_said_to_have_found_nothing() -> None:
    for seed in range(40):
        match = random_match(GAMES["one-zero-one"], {}, seed=seed, limit=99)
        if match.position.ended == "run":
            assert "found nothing" not in str(match.view(None).did)


def test_names_take_the_place_of_sides_however_deep_they_stand() -> None:
    inner = Phrase("resignation", loser=SeatedPlayer(1, Phrase("side.white")))
    assert str(inner) == "White resigned"
    assert (
        str(insert_player_names(Phrase("match.over", reason=inner), NAMES))
        == "This match is over: Ben resigned."
    )
    assert insert_player_names("11-15", NAMES) == "11-15"


def test_a_player_whose_opponent_was_skipped_moves_under_a_number_of_their_own() -> None:
    plies = [
        Ply(seat, "", None, "", move) for seat, move in ((0, "a"), (1, "b"), (1, "c"), (0, "d"), (0, "e"))
    ]
    assert list(numbered_lines(plies, localizer_for(ENGLISH))) == ["1. a b", "2. … c", "3. d", "4. e"]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "agreed"),
    [
        ("binar", f"5×5 board, {OWN_DIGITS}, {DOUBLE}"),
        ("one-zero-one", "base deck, hidden hands"),
        ("zong-heng", "8×8 board, start in rows"),
    ],
)
async def test_options_are_words_on_challenges_and_first_boards(room: Server, game: str, agreed: str) -> None:
    shown = await room.ann.slash(room.channel, "play", game=game, opponent=room.ben)
    assert agreed in texts(room.channel.history()[-1])
    await room.ben.click(room.channel.history()[-1], label="Accept")
    assert agreed in texts(room.board(room.place))
    assert shown


async def test_a_game_without_options_has_no_line_about_them(room: Server) -> None:
    await room.ann.slash(room.channel, "play", game="yin-yang", opponent=room.ben)
    assert "option" not in texts(room.channel.history()[-1]).casefold()


async def test_players_stand_before_their_sides_so_that_digits_do_not_look_like_a_score(room: Server) -> None:
    board = texts(room.board(await room.begin("binar", side="Even")))
    assert f"{room.ann.mention} (Even) — {room.ben.mention} (Odd)" in board


@pytest.mark.ci
async def test_counts_are_told_by_name_with_what_they_lead_to(room: Server) -> None:
    for game, line in (
        ("russian", "-# Pieces: {0} 12 · {1} 12"),
        (
            "yin-yang",
            "-# {0} counts every stone on a square of the stone's own colour, {1} every stone on the other colour.",
        ),
        ("incorrect-checkers", "-# Pieces home: {0} 0 · {1} 0"),
        ("one-zero-one", "-# Line 50 holds 0 of the three cards at which the program runs."),
    ):
        place = await room.begin(game)
        number = len(room.channel.threads)
        names = [member.name for member in await room.players(number)]
        assert line.format(*names) in texts(room.board(place))


def test_the_words_of_every_option_are_in_the_catalogue(key: str) -> None:
    for option in GAMES[key].options:
        assert all(str(option.describe(choice)) for choice in option.choices)


def test_a_deck_of_one_s_own_has_words() -> None:
    own = [
        {"command": card.command, "axis": card.axis}
        for card in Match(GAMES["one-zero-one"], {}, b"").origin.decks[0]
    ]
    assert str(GAMES["one-zero-one"].options[0].describe(own)) == "deck made for this match"


def test_a_list_that_is_too_long_says_how_many_are_left_out() -> None:
    lines = ["x" * 9] * 10
    assert fit_lines(SAY, lines, 100) == lines
    kept = fit_lines(SAY, lines, 99)
    assert kept[:-1] == lines[: len(kept) - 1]
    assert kept[-1] == SAY("card.more", count=10 - len(kept[:-1]))
    assert len("\n".join(kept)) <= 99
    assert fit_lines(SAY, lines, 5) == []
