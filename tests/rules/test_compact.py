"""A match told by one short text, which reads back as the same match."""

import random

import pytest

from rules.catalogue import GAMES
from rules.compact import ALPHABET, BadTextError, CompactMatch

PLIES = 40


def test_a_match_reads_back_from_its_text(key: str) -> None:
    chance = random.Random(3)
    compact = CompactMatch.begin(GAMES[key], {})
    texts = {str(compact)}
    while compact.match.turn is not None and len(compact.match.plies) < PLIES:
        compact.play(chance.choice(compact.match.moves()))
        texts.add(str(compact))
    again = CompactMatch.parse(GAMES[key], {}, str(compact))
    assert [ply.text for ply in again.match.plies] == [ply.text for ply in compact.match.plies]
    assert str(again) == str(compact)
    assert len(texts) == len(compact.match.plies) + 1
    assert set(str(compact)) <= set(ALPHABET)


@pytest.mark.parametrize("text", ["0", "00", "ä", "a b", "_" * 90, "1"])
def test_a_text_that_no_match_has_is_refused_or_is_a_match(text: str) -> None:
    try:
        compact = CompactMatch.parse(GAMES["binar"], {"size": 3}, text)
    except BadTextError:
        return
    assert text == "1"
    assert compact.match.plies == []
