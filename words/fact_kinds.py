"""The kinds of values that reach each fact of a message.

`words/facts.py` has one example a fact. Faults are made when one message is put into another, so the
check (`words/composition.py`) fills in a value of every kind: people and sides, a player who was
forgotten, a team, every reason of a result, titles in the plural, clocks and lists.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from words.english import MESSAGES
from words.facts import FACTS
from words.telling import Phrase, Words, join_phrases

Value = Words | int
Values = tuple[Value, ...]

COUNTS: Final = (0, 1, 2, 5, 21, 22, 25, 101)
"""Numbers that between them need every plural form of every language."""


def _phrases(*prefixes: str, **facts: Value) -> tuple[Phrase, ...]:
    """Return a phrase of each message whose code begins with one of these."""
    return tuple(Phrase(code, **facts) for code in MESSAGES if code.startswith(prefixes))


def _join(code: str, *items: Words) -> Words:
    return join_phrases(code, items)


COLOURS: Final = _phrases("side.black", "side.white")
OPPOSITES: Final = (
    COLOURS,
    _phrases("side.even", "side.odd"),
    _phrases("side.first", "side.second"),
    (Phrase("one_zero_one.player", digit=0), Phrase("one_zero_one.player", digit=1)),
)
"""The two sides of each kind of game."""
SIDES: Final = tuple(side for pair in OPPOSITES for side in pair)
OTHER_SIDES: Final = tuple(side for pair in OPPOSITES for side in reversed(pair))
FORMER: Final = Phrase("person.former")
PEOPLE: Final[Values] = ("Ada", FORMER, Phrase("computer.name"), Phrase("card.somebody"))
OTHER_PEOPLE: Final[Values] = ("Ben", *PEOPLE[1:])
TEAMS: Final[Values] = (Phrase("team.of", name="Ada"), Phrase("team.of", name=FORMER))
PLAYERS: Final[Values] = (*PEOPLE, *TEAMS, Phrase("computer.at"))
"""What holds a seat of a match."""
SEATED: Final[Values] = (*PLAYERS, *SIDES)
"""What a player is called: by name on a card, by side where no names are known."""
OTHER_SEATED: Final[Values] = (*OTHER_PEOPLE, *TEAMS, Phrase("computer.at"), *OTHER_SIDES)

SPANS: Final[Values] = (
    *(Phrase("clock.days", count=count) for count in COUNTS[1:]),
    Phrase("clock.hours", count=1),
    Phrase("clock.minutes", count=5),
    Phrase("clock.both", before=Phrase("clock.days", count=1), item=Phrase("clock.hours", count=12)),
)
CLOCKS: Final[Values] = (
    *(Phrase("clock.move", span=span) for span in SPANS),
    Phrase("clock.bank", span=SPANS[2], increment=Phrase("clock.hours", count=12)),
    Phrase("clock.none"),
)
DRAW_COUNTS: Final[tuple[Phrase, ...]] = tuple(
    Phrase(phrase.code, moves=moves) for moves in (15, 1, 2, 21) for phrase in _phrases("checkers.draw.")
)
GAME_REASONS: Final = re.compile(
    r"binar\.(both|mover|opponent|full)\b.*|binary\.(more|tie|equal)|incorrect_checkers\.(home|limit)"
    r"|one_zero_one\.(run|load)\.(points|tie|draw)|yin_yang\.(more_own|more_other|tie)"
    r"|zong_heng\.(larger|later|equal)"
)
REASONS: Final[Values] = (
    *(
        Phrase(code, loser=loser)
        for code in ("resignation", "forfeit", "time", "checkers.no_piece", "checkers.no_move")
        for loser in OTHER_SEATED
    ),
    *(
        Phrase(code, winner=winner)
        for code in ("checkers.no_piece.wins", "checkers.no_move.wins", "checkers.first_king")
        for winner in SEATED
    ),
    Phrase("agreement"),
    *(Phrase("checkers.repetition", times=times) for times in (3, 1)),
    *DRAW_COUNTS,
    *(Phrase(code) for code in MESSAGES if GAME_REASONS.fullmatch(code)),
    *(Phrase("one_zero_one.load.points", side=name) for name in SEATED),
)
"""Why a match has come to a result."""
DRAWS: Final[Values] = tuple(
    each
    for each in REASONS
    if isinstance(each, Phrase)
    and (not each.facts or "moves" in each.facts or "times" in each.facts)
    and re.search(r"agreement|repetition|draw|equal|full", each.code)
)
"""Why a match is drawn."""
ENDINGS: Final = _phrases("ended.")
"""Why a match has ended without one."""
WON: Final[Values] = tuple(
    Phrase(code, name=name, side=side, reason=REASONS[i])
    for code in ("card.result.won", "card.result.won.points")
    for i, (name, side) in enumerate(zip(PLAYERS, SIDES, strict=False))
)
RESULTS: Final[Values] = (
    *WON,
    Phrase("card.result.draw", reason=Phrase("agreement")),
    Phrase("card.result.draw", reason=DRAW_COUNTS[0]),
    Phrase("card.result.draw.points", reason=DRAWS[-1]),
    *(Phrase("card.result.none", reason=reason) for reason in ENDINGS),
)
TITLES: Final = (
    *(title for title in _phrases("title.") if not MESSAGES[title.code].facts),
    *(
        Phrase(code, title=Phrase("title.russian"))
        for code in ("title.lose", "title.crown", "title.federation")
    ),
)
WAYS: Final = _phrases("step.up", "step.right", "step.down", "step.left")
STEPS: Final = (*_phrases("step.rank", "step.digit"), *WAYS)
AGREED: Final = tuple(option for option in _phrases("agreed.") if not MESSAGES[option.code].facts)
MOVES: Final[Values] = ("c3-d4", *_phrases("one_zero_one.move"))
"""A move as written, and moves in words."""
WILL: Final = tuple(each for each in _phrases("one_zero_one.will.") if each.code.count(".") == 2)
THEMES: Final = _phrases("puzzle.theme.")
TABLES: Final = (
    Phrase("ending.draw"),
    *(Phrase(code, count=count) for code in ("ending.win", "ending.loss") for count in COUNTS[1:]),
)
"""What the tables of endings say of a position."""
KINDS_OF_MATCHES: Final = _phrases(
    *(f"overview.{kind}" for kind in ("game", "side", "length", "phase", "clock"))
)
RULINGS: Final = tuple(code for code in MESSAGES if ".help.rulings." in code)
DATES: Final = (Phrase("date", year="2026", month="06", day_of_month="03"),)
PIECES: Final = tuple(Phrase("checkers.pieces", count=count) for count in COUNTS)
RATINGS: Final = (Phrase("rating"),)
WHY: Final = tuple(
    map(Phrase, ("over", "nothing_to_undo", "occupied", "checkers.impossible", "position.empty"))
)

VALUES: Final[Mapping[str, Values]] = {
    "side": SIDES,
    "owner": (*PLAYERS, "0"),
    "winner": SEATED,
    "loser": OTHER_SEATED,
    "colour": COLOURS,
    "empty": COLOURS,
    "name": PEOPLE,
    "opponent": OTHER_PEOPLE,
    "title": TITLES,
    "titles": (_join("series.more", *TITLES[:2]), _join("series.more", *TITLES)),
    "reason": REASONS,
    "result": RESULTS,
    "clock": CLOCKS,
    "span": SPANS,
    "increment": SPANS,
    "least": SPANS,
    "most": SPANS,
    "strength": tuple(
        Phrase("computer.strength", stars="★★★☆☆☆", level=level) for level in _phrases("strength.")
    ),
    "many": PIECES,
    "few": PIECES,
    "why": WHY,
    "rule": _phrases("checkers.rule."),
    "count_a": DRAW_COUNTS,
    "count_b": DRAW_COUNTS[1:],
    "count_c": DRAW_COUNTS[2:],
    "clauses": (
        _join("series.clauses", *_phrases("checkers.clause.")[:3]),
        *_phrases("checkers.clause.", "checkers.outside."),
    ),
    "options": (_join("series.more", *AGREED[:3]), _join("series.more", *AGREED)),
    "choices": (_join("series.more", *AGREED[:2]),),
    "known": (_join("series.more", *AGREED[:2]), _join("series.more", *AGREED)),
    "steps": ("c3 › e5", *STEPS),
    "theme": THEMES,
    "themes": (_join("series.more", *THEMES[:2]),),
    "whose": _phrases("one_zero_one.whose."),
    "where": _phrases("one_zero_one.where.line"),
    "way": WAYS,
    "other_way": WAYS[2:],
    "day": DATES,
    "other_day": DATES,
    "table_of": (
        Phrase("picture.league", section="B"),
        Phrase("picture.teams.done", done=5, count=8),
        *_phrases("picture.ladder", "picture.teams.over"),
    ),
    "button": _phrases("button.play", "button.daily", "button.accept"),
    "other_button": _phrases("button.more"),
    "results": (_join("series.more", *_phrases("picture.profile.won", "picture.profile.lost")),),
    "former": (FORMER,),
    "ruling": tuple(each for each in _phrases(*RULINGS) if not MESSAGES[each.code].facts),
    "lines": (Phrase("series.last", before=Phrase("alt.full.row"), item=Phrase("alt.full.column")),),
}
"""The kinds of values of facts that are more than their example."""

EXCEPTIONS: Final[tuple[tuple[str, Mapping[str, Values]], ...]] = (
    (
        r"\w+\.did\b|result\.after|card\.(to_move|is_to_move|players|result|hand|vote)|yin_yang\.progress|alt\.end",
        {"name": SEATED, "opponent": OTHER_SEATED},
    ),
    (r"card\.try\.won", {"name": SIDES}),
    (r"(alt|card\.\w+)\.draw", {"reason": DRAWS}),
    (r"card\.ladder", {"other": (5,)}),
    (r"one_zero_one\.", {"side": (*PLAYERS[:-1], *OPPOSITES[3])}),
    (r"checkers\.help\.notation", {"path": ("15x22x31",), "last_choice": ("32",)}),
    (r"checkers\.(clause\.draws|help\.ending)", {"clauses": (_join("series.more", *DRAW_COUNTS[:3]),)}),
    (r"(alt|board|zong_heng|picture|card\.openings|card\.players)\b", {"other": OTHER_SIDES}),
    (r"checkers\.theirs", {"own": COLOURS[::-1]}),
    (r"card\.contrast$|button\.contrast|record\.other_game", {"other": TITLES[1:]}),
    (r"card\.tables", {"item": TABLES, "other": TABLES}),
    (r"card\.result\.none|alt\.end\.none", {"reason": ENDINGS}),
    (r"match\.over", {"reason": (*REASONS, *ENDINGS)}),
    (
        r"one_zero_one\.position",
        {"where": _phrases(*(f"one_zero_one.where.{at}" for at in ("hand", "deck", "cut")))},
    ),
    (r"one_zero_one\.will\.(scored|ends|either|way)|button\.foretold", {"item": WILL, "text": WILL}),
    (r"one_zero_one\.will\.(then|ways|on_arrival)", {"before": WILL, "item": WILL[1:]}),
    (r"card\.pick\.told", {"item": STEPS, "text": WILL}),
    (r"clock\.both", {"before": SPANS, "item": SPANS[1:]}),
    (r"unknown_|no_options|record\.(field|missing|other_option)", {"name": ("size",)}),
    (r"position\.symbol", {"known": ("x, o",)}),
    (r"option\.twice", {"item": AGREED, "chosen": AGREED[1:]}),
    (r"log\.clock", {"was": CLOCKS, "became": CLOCKS[1:]}),
    (r"card\.rating|alt\.end\.rating", {"was": RATINGS, "became": RATINGS}),
    (r"card\.league\.jump\.ruled", {"result": _phrases("league.result.")}),
    (
        r"card\.(pick|vote|guess|which)|answer\.played|choice\.move|button\.(only_move|play_this|just|vote)"
        r"|alt\.last_move",
        {"move": MOVES},
    ),
    (r"alt\.last_move\.effects", {"effects": _phrases("binary.did.", "one_zero_one.did.")}),
    (r"card\.overview\.costly", {"item": _phrases("overview.lesson.")}),
    (r"(card|alt)\.overview", {"item": KINDS_OF_MATCHES}),
    (r"card\.hint\.look", {"item": THEMES}),
    (r"(card|web)\.puzzle\.themes", {"text": (_join("series.more", *THEMES[:2]), *THEMES)}),
    (r"card\.steps\.task", {"text": _phrases("steps.goal.")}),
    (r"one_zero_one\.card", {"text": _phrases("one_zero_one.card.")}),
    (
        r"checkers\.help\.(moving|capturing)",
        {
            "men": _phrases("checkers.sentence.men_move.", "checkers.sentence.men_capture."),
            "kings": _phrases("checkers.sentence.kings_"),
        },
    ),
    (r"result\.after", {"before": tuple(Phrase(code) for code in MESSAGES if code.endswith(".happened"))}),
    (r"one_zero_one\.move\.then", {"before": _phrases("one_zero_one.move.plain")}),
)
"""Where a fact has other kinds, by the beginning of a message's code.

The first that fits counts.
"""


@cache
def possible_values(code: str, fact: str) -> Values:
    """Return a value of every kind that can reach a fact of a message."""
    for pattern, values in EXCEPTIONS:
        if fact in values and re.match(pattern, code):
            return values[fact]
    return VALUES.get(fact, (FACTS[fact].example,))


def _parts() -> frozenset[str]:
    """Return the codes of messages that are put into others."""
    tables = (VALUES, *(values for _, values in EXCEPTIONS))
    queue: list[Value] = [value for table in tables for values in table.values() for value in values]
    found = set()
    while queue:
        value = queue.pop()
        if isinstance(value, Phrase):
            found.add(value.code)
            queue += value.facts.values()
    return frozenset(found)


PARTS: Final = _parts()
"""The messages that are parts of others.

As such they may begin with a small letter.
"""
