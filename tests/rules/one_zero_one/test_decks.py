"""Decks as data and as text, and the deal that follows from the secret."""

from collections import Counter

import pytest

from rules.catalogue import load_match
from rules.game import BadOption
from rules.match import Match, secret_of
from rules.one_zero_one.decks import DECKS, deck_of, format_deck, parse_deck, recompute_deal
from rules.one_zero_one.playing_cards import PLAIN, PlayingCard
from rules.one_zero_one.position_setup import card_form
from rules.shuffle import Shuffle
from tests.rules.one_zero_one.diagram import GAME, cards
from tests.rules.playouts import random_match

SAVES = "SAVE-h, SAVE-v"
BASE = f"6 PLAIN, DELETE-h, DELETE-v, ENTER-h, ENTER-v, IF-h, IF-v, PRINT-h, PRINT-v, {SAVES}"


class TestNamed:
    @pytest.mark.parametrize("name", DECKS)
    def test_each_has_six_plain_and_ten_commands(self, name: str) -> None:
        deck = DECKS[name]
        assert len(deck) == 16
        assert deck.count(PLAIN) == 6
        assert all(count == 1 for card, count in Counter(deck).items() if card != PLAIN)
        assert parse_deck(format_deck(deck)) == deck

    @pytest.mark.parametrize(
        ("name", "out", "into"),
        [
            ("errors", "ENTER-h ENTER-v", "SYNTAX-v ELSE"),
            ("remarks", "IF-h IF-v", "REM-h SYNTAX-v"),
            ("jumps", "ENTER-h ENTER-v", "GOTO10-h GOTO10-v"),
            ("clipboard", "DELETE-h DELETE-v PRINT-h PRINT-v", "CUT-h CUT-v PASTE-h PASTE-v"),
            (
                "everything",
                "DELETE-h DELETE-v ENTER-h ENTER-v IF-h IF-v PRINT-h PRINT-v SAVE-v",
                "SYNTAX-v REM-h ELSE GOTO10-h GOTO10-v CUT-h CUT-v PASTE-h PASTE-v",
            ),
        ],
    )
    def test_variants_swap_base_commands(self, name: str, out: str, into: str) -> None:
        assert set(DECKS[name]) == set(DECKS["base"]) - set(cards(out)) | set(cards(into))

    def test_base(self) -> None:
        assert format_deck(DECKS["base"]) == BASE


class TestFree:
    FREE = "8 PLAIN, DELETE-h, ENTER-v, SYNTAX-v, REM-h, ELSE, GOTO10-h, CUT-h, PASTE-v"

    def test_a_list_of_cards_is_a_deck(self) -> None:
        listed = [card_form(card) for card in parse_deck(self.FREE)]
        options = GAME.read_options({"deck": list(reversed(listed))})
        assert options["deck"] == listed
        match = Match(GAME, {"deck": listed}, secret_of("free"))
        hand, deck = match.origin.hands[0], match.origin.decks[0]
        assert Counter((*hand, *deck)) == Counter(deck_of(options))

    def test_text_is_a_deck_too(self) -> None:
        assert deck_of(GAME.read_options({"deck": self.FREE})) == parse_deck(self.FREE)

    def test_a_match_with_one_is_recorded_and_replayed(self) -> None:
        match = random_match(GAME, {"deck": self.FREE}, 7)
        again = load_match(match.record())
        assert again.options == match.options
        assert again.position == match.position
        assert again.outcome == match.outcome

    def test_a_list_that_equals_a_named_deck_is_named(self) -> None:
        assert GAME.read_options({"deck": BASE})["deck"] == "base"
        assert GAME.read_options({"deck": " Clipboard"})["deck"] == "clipboard"

    @pytest.mark.parametrize(
        "text",
        [
            "PLAIN x6; delete-h; delete-v; 2 enter; if-h\nif-v\n2 x print; save-h, SAVE-V,",
            "6x plain, 2 DELETE, 2 ENTER, 2 IF...THEN..., 2 PRINT, 2 SAVE",
            "PLAIN, PLAIN, PLAIN, 3 PLAIN, 2 DELETE, 2 ENTER, 2 IF, 2 PRINT, SAVE-h, 1 SAVE-v",
        ],
    )
    def test_text_is_read_leniently(self, text: str) -> None:
        assert parse_deck(text) == DECKS["base"]

    def test_single_cards_need_no_axis(self) -> None:
        assert parse_deck("7 PLAIN, 2 DELETE, 2 IF, 2 SAVE, syntax error, REM, if...then...else...")[-3:] == (
            *cards("SYNTAX-v REM-h"),
            PlayingCard("ELSE", None),
        )

    @pytest.mark.parametrize(
        ("text", "code", "says"),
        [
            (
                "5 PLAIN, 2 DELETE, 2 SAVE",
                "size",
                "exactly 16 cards, the starting card apart; this one has 9",
            ),
            (
                "3 PLAIN, 2 DELETE, 2 ENTER, 2 IF, 2 PRINT, 2 SAVE, SYNTAX, REM, ELSE",
                "plain",
                "this one has 3",
            ),
            ("9 PLAIN, 2 DELETE, 2 ENTER, 2 IF, SAVE-h", "plain", "4 to 8 PLAIN cards; this one has 9"),
            (
                "8 PLAIN, 2 DELETE-h, 2 ENTER, 2 IF, 2 SAVE",
                "many",
                "DELETE-h 2 times; a player's box holds one",
            ),
            ("8 PLAIN, 2 DELETE, 2 ENTER, 2 IF, 2 CUT", "clipboard", "has CUT but no PASTE"),
            ("8 PLAIN, 2 DELETE, 2 ENTER, 2 IF, SAVE-h, PASTE-h", "clipboard", "has PASTE but no CUT"),
            ("8 PLAIN, 2 DELETE, 2 ENTER, 2 IF, 2 FORK", "entry", "“2 FORK” in the deck is no card"),
            ("8 PLAIN, 2 DELETE, 2 ENTER, 2 IF, SAVE, REM", "axis", "Say which SAVE"),
            ("8 PLAIN, 2 DELETE, 2 ENTER, 2 IF, REM-v, SYNTAX", "no_such_card", "REM-v; there is REM-h"),
            ("8 PLAIN, -", "entry", "“-” in the deck is no card"),
            ("9" * 500 + "," + "9" * 500, "long", "at most 1000 characters"),
            ("fancy", "unknown", "base, errors, remarks, jumps, clipboard, everything"),
        ],
    )
    def test_a_deck_is_refused_with_the_reason(self, text: str, code: str, says: str) -> None:
        with pytest.raises(BadOption) as caught:
            GAME.read_options({"deck": text})
        assert caught.value.code == f"one_zero_one.deck.{code}"
        assert says in str(caught.value)

    @pytest.mark.parametrize(
        "value", [7, None, True, {}, [], ["PLAIN"], [{"command": "FORK"}], [[]], [None] * 16]
    )
    def test_what_is_no_deck_at_all_is_refused(self, value: object) -> None:
        with pytest.raises(BadOption):
            GAME.read_options({"deck": value})

    @pytest.mark.parametrize("count", [4, 8])
    def test_four_to_eight_plain_cards(self, count: int) -> None:
        commands = [card for name in ("base", "everything") for card in DECKS[name] if card != PLAIN]
        deck = [*[PLAIN] * count, *dict.fromkeys(commands)][:16]
        clipboard = {card.command for card in deck} & {"CUT", "PASTE"}
        assert len(clipboard) != 1
        assert parse_deck(format_deck(deck)).count(PLAIN) == count


class TestDeal:
    def test_the_order_of_draws_is_as_documented(self) -> None:
        """Digit of seat 0, then seat 0's deck, then seat 1's, each from the listing order."""
        secret = secret_of("order")
        shuffle = Shuffle(secret)
        starter = shuffle.below(2)
        first, second = (tuple(shuffle.permute(DECKS["errors"])) for _ in range(2))
        dealt = recompute_deal(secret, GAME.read_options({"deck": "errors"}))
        assert dealt.digits == (starter, 1 - starter)
        assert dealt.decks == (first, second)

    def test_the_match_is_dealt_so(self) -> None:
        match = Match(GAME, {}, secret_of("order"))
        dealt = recompute_deal(match.secret, match.options)
        assert match.origin.digits == dealt.digits
        for seat in (0, 1):
            assert sorted(match.origin.hands[seat]) == sorted(dealt.decks[seat][:3])
            assert match.origin.decks[seat] == dealt.decks[seat][3:]
        assert [row[0].digit for row in match.origin.lines[:2]] == list(dealt.digits)
        assert match.sides == tuple(map(str, dealt.digits))

    def test_nothing_of_the_deal_is_in_a_repr(self) -> None:
        match = Match(GAME, {}, secret_of("order"))
        assert "DELETE" not in repr(match.origin) + repr(recompute_deal(match.secret, match.options))

    def test_the_same_deck_in_another_order_gives_the_same_deal(self) -> None:
        one = GAME.read_options({"deck": TestFree.FREE})
        two = GAME.read_options({"deck": ", ".join(reversed(TestFree.FREE.split(", ")))})
        assert recompute_deal(secret_of("x"), one) == recompute_deal(secret_of("x"), two)

    def test_shuffles_are_fair(self) -> None:
        """Every card's place in both decks, and the starting player, are fair.

        Chi-square over 1,600 deals; the seeds are fixed.
        """
        deals = [recompute_deal(secret_of(f"fair {i}"), {"deck": "base"}) for i in range(1600)]
        starts = sum(dealt.digits[0] for dealt in deals)
        assert 700 < starts < 900
        commands = [card for card in DECKS["base"] if card != PLAIN]
        for seat in (0, 1):
            seen = Counter((card, place) for dealt in deals for place, card in enumerate(dealt.decks[seat]))
            chi = sum((seen[card, place] - 100) ** 2 / 100 for card in commands for place in range(16))
            assert 100 < chi < 205, "150 is expected, with a standard deviation of 17"

    def test_both_decks_are_shuffled_apart(self) -> None:
        same = sum(
            one == two
            for i in range(300)
            for one, two in zip(*recompute_deal(secret_of(str(i)), {"deck": "base"}).decks, strict=True)
        )
        expected = 300 * 16 * (10 + 36) / 256
        assert abs(same - expected) < 120
