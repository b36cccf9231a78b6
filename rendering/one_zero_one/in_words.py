"""One Zero One in words: the display, the score, a hand."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rendering.one_zero_one.cell_faces import lettered_cells
from rendering.standing import describe_standing
from rules.game import Seat
from rules.one_zero_one.playing_cards import LINES, Cell, LaidCard, PlayingCard
from rules.one_zero_one.view import ProgramView
from words import Localizer, Words, join_with_commas, localizer_for

WAYS = {"<": "alt.card.left", ">": "alt.card.right", "^": "alt.card.up", "v": "alt.card.down"}
AXES = {"h": "board.hand.sideways", "v": "board.hand.upright"}


def describe_display(
    view: ProgramView, say: Localizer, chosen: Sequence[str], choices: Sequence[str]
) -> Iterator[str]:
    """Yield the last change and the display in full words, then shorter versions.

    The shorter ones are for texts that would not fit.
    """
    last = view.last
    said = []
    if last:
        said.append(say("alt.last_move.effects", move=last.text, effects=last.words))
        said.append(say("alt.last_move", move=last.text))
    for brief in (False, True):
        display = " ".join(_sentences(view, say, chosen, choices, brief=brief))
        for last_move in (*said, ""):
            yield f"{last_move} {display}".lstrip()


def describe_score(view: ProgramView, say: Localizer, names: tuple[Words, Words] | None) -> str:
    """Return the points of both players, by seat: `Points: Ada 60 · Ben 50`.

    Without names, which would be digits beside numbers, return `0: 60 points · 1: 50 points`.
    """
    if names is None:
        return say("board.program.points", **_points(view))
    first, second = view.score
    return say("board.points", side=names[0], points=first, other=names[1], other_points=second)


def describe_open_hands(view: ProgramView, say: Localizer, player_names: tuple[Words, Words]) -> str:
    """Return the cards of both hands, by seat, if they are open during a match.

    Return "" otherwise.
    """
    first, second = view.hands
    if first is None or second is None or view.over:
        return ""
    held = [card_names(hand, say) or say("board.hand.empty") for hand in (first, second)]
    return say(
        "board.hands.open", side=player_names[0], hand=held[0], other=player_names[1], other_hand=held[1]
    )


def display_as_text(view: ProgramView, say: Localizer) -> str:
    """Return the display as monospaced text, one line for each of its lines.

    A legend explains the marks.
    """
    cells = [
        [_code(view, Cell(line, i), laid) for i, laid in enumerate(cards, 1)] for line, cards in _lines(view)
    ]
    for place in view.placements:
        row = cells[place.cell.line // 10 - 1]
        if place.cell.column <= len(row):
            row[place.cell.column - 1] = f"[{place.letter}]"
        else:
            row.append(f"[{place.letter}]")
    rows = []
    for i, line in enumerate(LINES):
        held = view.control[i]
        who = "-" if held.digit is None else str(held.digit)
        shut = "" if view.open_lines[i] else " " + say("board.line.closed")
        rows.append(f"{line} {who} {held.zeros}:{held.ones} | {' '.join(cells[i])}{shut}".rstrip())
    first = [say("alt.last_move.effects", move=view.last.text, effects=view.last.words)] if view.last else []
    first += [describe_standing(view, say), say("board.program.points", **_points(view))]
    rest = [
        "  ".join(_deck(view, digit, "board", say) for digit in (0, 1)),
        " ".join(_hands(view, say)),
    ]
    if view.cut:
        rest.append(say("board.cut_pile", cards=card_names(view.cut, say)))
    if any("*" in code or "?" in code or "~" in code for row in cells for code in row):
        rest.append(say("board.legend"))
    return "\n".join([*first, "", *rows, "", *rest])


def describe_hand(view: ProgramView, say: Localizer) -> str:
    """Return the viewer's cards, each with the ways it may point.

    Raise `ValueError` if none are shown.
    """
    held = None if view.viewer is None else view.hands[view.viewer]
    if held is None:
        raise ValueError("only a player's own view has a hand")
    cards = (say(AXES[card.axis], card=card.name) if card.axis else card.name for card in held)
    return join_with_commas(cards, say.language) or say("board.hand.empty")


def cards_in_words(view: ProgramView, line: int, say: Localizer) -> str:
    """Return the cards of a line in full words, from its first column on.

    Return "" if it has none.
    """
    cards = view.lines[LINES.index(line)]
    return join_with_commas(
        (
            card_in_words(laid, Cell(line, column) in view.discounted, say.language)
            for column, laid in enumerate(cards, 1)
        ),
        say.language,
    )


def card_names(cards: Sequence[PlayingCard], say: Localizer) -> str:
    """Return cards in move notation, with equal cards counted."""
    counts = {card: cards.count(card) for card in cards}
    return join_with_commas(
        (card.name + (f" ×{count}" if count > 1 else "") for card, count in counts.items()), say.language
    )


def _lines(view: ProgramView) -> Iterable[tuple[int, tuple[LaidCard | None, ...]]]:
    return zip(LINES, view.lines, strict=True)


def _points(view: ProgramView) -> dict[str, int]:
    return {"zeros": view.score[view.digits.index(0)], "ones": view.score[view.digits.index(1)]}


def _sentences(
    view: ProgramView, say: Localizer, chosen: Sequence[str], choices: Sequence[str], *, brief: bool
) -> Iterator[str]:
    """Yield turn, choices, points, each line, decks, hands and the cut pile.

    If `brief`, cards are as moves write them.
    """
    yield describe_standing(view, say)
    marked = list(lettered_cells(view, chosen, choices))
    for code, taken in (("alt.chosen", True), ("alt.choices", False)):
        cells = [
            say("alt.cell", letter=place.letter, line=place.cell.line, column=place.cell.column)
            for place, is_chosen in marked
            if is_chosen is taken
        ]
        if cells:
            yield say(code, squares=join_with_commas(cells, say.language))
    yield say("alt.program.points", **_points(view))
    for i, (line, cards) in enumerate(_lines(view)):
        if brief:
            said = " ".join(_code(view, Cell(line, column), laid) for column, laid in enumerate(cards, 1))
        else:
            said = cards_in_words(view, line, say)
        held = view.control[i]
        facts = {"line": line, "zeros": held.zeros, "ones": held.ones}
        if held.digit is not None:
            yield say("alt.line.controlled", **facts, digit=held.digit, cards=said)
            continue
        code = "alt.line.open" if view.open_lines[i] else "alt.line.closed"
        yield say(code, **facts, cards=said) if said else say(f"{code}.empty", **facts)
    for digit in (0, 1):
        yield _deck(view, digit, "alt", say)
    yield from _hands(view, say)
    if view.cut:
        yield say("alt.cut_pile", cards=card_names(view.cut, say))


def _deck(view: ProgramView, digit: int, room: str, say: Localizer) -> str:
    """Return a deck's size and top card, from the messages of `alt` or `board`."""
    deck = view.decks[view.digits.index(digit)]
    if view.lot:
        return say(f"{room}.deck.unseen", digit=digit, count=deck.count)
    if not deck.top:
        return say(f"{room}.deck.empty", digit=digit)
    return say(f"{room}.deck", digit=digit, count=deck.count, card=deck.top.name)


def _hands(view: ProgramView, say: Localizer) -> Iterator[str]:
    return (_hand(view, digit, view.digits.index(digit), say) for digit in (0, 1))


def _hand(view: ProgramView, digit: int, seat: Seat, say: Localizer) -> str:
    """Return a hand's cards if both hands are open, else its size."""
    held = view.hands[seat]
    if held is None or None in view.hands:
        return say("alt.hand.hidden", digit=digit, count=view.hand_sizes[seat])
    if not held:
        return say("alt.hand.empty", digit=digit)
    return say("alt.hand", digit=digit, cards=card_names(held, say))


@lru_cache(maxsize=1024)
def card_in_words(laid: LaidCard | None, is_discounted: bool, language: str) -> str:
    """Return a card of the display in words (`0 DELETE left saved`), or a gap."""
    say = localizer_for(language)
    if not laid:
        return say("alt.card.gap")
    words = str(laid.digit) if laid.command == "PLAIN" else f"{laid.digit} {laid.command}"
    for code, holds in (
        (WAYS.get(laid.points or "", ""), laid.points),
        ("alt.card.saved", laid.saved),
        ("alt.card.waiting", laid.pending),
        ("alt.card.not_counted", is_discounted),
    ):
        if holds:
            words = say(code, card=words)
    return words


def _code(view: ProgramView, cell: Cell, laid: LaidCard | None) -> str:
    """Return a card's code, such as `1`, `0DELETEv` or `1SAVE>*`; a gap is `_`."""
    if not laid:
        return "_"
    command = "" if laid.command == "PLAIN" else laid.command
    marks = "*" * laid.saved + "?" * laid.pending + "~" * (cell in view.discounted)
    return f"{laid.digit}{command}{laid.points or ''}{marks}"
