"""Games written in every way in which people and programs write them, and damaged."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from rules.catalogue import GAMES
from rules.checkers import fen
from rules.checkers.moves import Generator
from rules.checkers.pdn.scores import Winner
from rules.checkers.position import COLOURS
from rules.checkers.rulesets import LEFT_OUT
from rules.match import Match
from rules.record import RecordKind
from tests.rules.checkers.matches import SETUPS
from tests.rules.playouts import random_match

DASHES = ("-", "‐", "–", "—", "−", " - ", "->", "－")
CROSSES = ("x", "X", "×", "х", ":", " x ", "✕")
RESULTS: dict[Winner | None, tuple[str, ...]] = {
    "white": ("1-0", "2-0", "2:0", "1 : 0", "2 - 0", "3-0"),
    "black": ("0-1", "0-2", "0:2", "0 : 1"),
    "draw": ("1/2-1/2", "½-½", "1-1", "1 : 1", "0.5-0.5", "1/2", "1+ - 1-", "5-5"),
    None: ("*", "0-0", "", "1.01-0.99", "1 1/2 - 1/2", "[Empty]"),
}
COMMENTS = (
    "{good}",
    "{ [%clk 0:09:58] }",
    "{nested {inside} it}",
    "; to the end 11-15 (\n",
    "\n% escaped { line\n",
    "{ 1. 22-18 is bad ) [x] }",
    "{комментарий}",
)
GLYPHS = ("!", "?", "!?", "(!)", "$17", "±", "+-", "□", "=")
VARIATIONS = ("(1. 9-13 22-18)", "(22-17? (2. 5-9 {why}) 13x22)", "( )", "(!? 4-4)")
TO_CYRILLIC = str.maketrans("abcdefgh", "абсдефгн")
TAGS = (
    '[Event "Cup"]',
    '[site "Here"]',
    "[ROUND “3”]",
    '[White "A \\"B\\" C"]',
    '[Black "Лев"]',
    '[Date "2001.01.01"]',
)


@dataclass(frozen=True)
class WrittenGame:
    """A game as it was written, and all that the text says of it."""

    text: str
    kind: RecordKind
    is_named: bool
    match: Match
    result: str
    winner: Winner | None
    is_plain: bool
    """Whether the text has one meaning; squares without signs may have several."""


def write_game(seed: int) -> WrittenGame:
    """Return a random game of a random kind in a random style."""
    chance = random.Random(seed)
    key, options = chance.choice(SETUPS)
    start = random_match(GAMES[key], options, seed, limit=chance.choice((0, 0, 0, 20)))
    match = _continue_from(start, chance) if start.plies and start.turn is not None else None
    match = match or random_match(GAMES[key], options, seed, limit=chance.randrange(1, 60))
    kind = RecordKind(
        key, {name: value for name, value in match.settled_options.items() if name != "opening"}
    )
    needs_name = (
        match.was_set or kind.options.get("kings") == "flying" or LEFT_OUT.keys() & kind.options.keys()
    )
    is_named = bool(needs_name) or chance.random() < 0.5
    winner = chance.choice(list(RESULTS))
    result = chance.choice(RESULTS[winner])
    style = MoveStyle(match.origin.generator, chance)
    words = _numbered(match, style, chance)
    if result:
        words.append(result)
    body = chance.choice((" ", "\n", "\r\n", "  ")).join(words)
    if (words and words[-1] == "") or "%" in body:
        body = body.replace("\r", "")
    head = _head(kind, match, is_named, result, chance)
    text = _wrap("\n".join(head) + "\n\n" * bool(head) + body, chance)
    return WrittenGame(text, kind, is_named, match, result, winner, style.is_plain)


def _continue_from(start: Match, chance: random.Random) -> Match:
    """Return a match that begins with the last position of another."""
    match = Match(start.game, start.settled_options, start.secret)
    position = start.position
    gen = position.generator
    match.set_position(fen.write(gen, position.board, position.colour))
    while match.turn is not None and len(match.plies) < 20:
        match.make_move(chance.choice(match.game.moves(match.position)))
    return match


class MoveStyle:
    """One way to write all moves of a game."""

    def __init__(self, gen: Generator, chance: random.Random) -> None:
        self._gen = gen
        self._chance = chance
        self._lettered = chance.random() < (0.3 if gen.ruleset.notation == "numeric" else 0.7)
        self._zeros = chance.random() < 0.2
        self._dash = chance.choice(DASHES)
        self._cross = chance.choice(CROSSES)
        self._whole_paths = chance.random() < 0.3
        self._form = chance.choice(("signs",) * 6 + ("glued", "blanks", "short"))
        if gen.ruleset.optional_capture and self._form != "signs":
            self._form = "signs"
        if self._form == "short":
            self._lettered = True
        self._spell: Callable[[str], str] = chance.choice((str, str, str, str.upper, self._in_cyrillic))
        self.is_plain = self._form == "signs" or (self._form == "glued" and self._lettered)

    def write(self, match: Match, ply: int) -> str:
        """Return a ply of a match."""
        before = match.copy_at(ply).position
        move = match.plies[ply].position.last.move
        path = move.path if self._whole_paths else before.named_squares(move)
        names = [self._name(square) for square in (move.start, *path)]
        sign = self._cross if move.captured else self._dash
        if self._form == "glued":
            if not self._lettered:
                names = [name.zfill(2) for name in names]
            return self._spell("".join(names))
        if self._form == "blanks":
            return self._spell(" ".join(names))
        if self._form == "short":
            names[0] = names[0][0]
            return self._spell(names[0] + (":" if move.captured else "").join(names[1:]))
        return self._spell(names[0]) + "".join(sign + self._spell(name) for name in names[1:])

    def _name(self, square: int) -> str:
        if self._lettered:
            return self._gen.squares[square]
        return str(square + 1).zfill(2 if self._zeros else 1)

    def _in_cyrillic(self, text: str) -> str:
        return text.translate(TO_CYRILLIC) if self._gen.ruleset.size == 8 and self._form == "signs" else text


def _numbered(match: Match, style: MoveStyle, chance: random.Random) -> list[str]:
    """Return the moves with numbers and remarks between them."""
    numbers = chance.choice(("1.", "1. ", "glued", "none", "1...", "wrong", "1:", "bare"))
    if numbers == "bare" and not style.is_plain:
        numbers = "1."
    crowded = chance.random() < 0.3
    words: list[str] = []
    second = match.origin.turn
    for ply in range(len(match.plies)):
        number, is_second = (ply + second) // 2 + 1, (ply + second) % 2 == 1
        text = style.write(match, ply)
        if numbers == "wrong":
            number = chance.randrange(1, 99)
        if not is_second and numbers != "none":
            text = {"glued": f"{number}.{text}", "1:": f"{number}: {text}", "bare": f"{number} {text}"}.get(
                numbers, f"{number}. {text}"
            )
        elif is_second and (numbers == "1..." or (ply == 0 and numbers != "none")):
            text = f"{number}... {text}"
        if crowded and chance.random() < 0.3:
            text += chance.choice(("", " ")) + chance.choice(GLYPHS)
        words.append(text)
        if crowded and chance.random() < 0.3:
            words.append(chance.choice(COMMENTS))
        if crowded and chance.random() < 0.2:
            words.append(chance.choice(VARIATIONS))
    return words


def _head(kind: RecordKind, match: Match, is_named: bool, result: str, chance: random.Random) -> list[str]:
    """Return the tags."""
    row = match.origin.generator.ruleset
    head = chance.sample(TAGS, chance.randrange(len(TAGS) + 1))
    if is_named:
        if row.gametype and chance.random() < 0.7:
            head.append(f'[{chance.choice(("GameType", "Gametype", "GAMETYPE"))} "{row.gametype}"]')
        else:
            head.append(f'[Variant "{kind.game.title()}"]')
        head += [f'[{name.capitalize()} "{value}"]' for name, value in kind.options.items()]
    if match.was_set:
        origin = match.origin
        head.append(
            f'[FEN "{fen.write(origin.generator, origin.board, origin.colour, ranges=chance.random() < 0.5)}"]'
        )
    if result and "[" not in result and chance.random() < 0.5:
        head.append(f'[Result "{result}"]')
    return head


def _wrap(text: str, chance: random.Random) -> str:
    """Return the text as it comes out of chats, forums and old programs."""
    kind = chance.randrange(8)
    if kind == 0:
        return f"[pdn]\n{text}\n[/pdn]"
    if kind == 1:
        return f"```pdn\n{text}\n```"
    if kind == 2:
        return f"\ufeff{text}\x1a"
    return text


def damage(text: str, chance: random.Random) -> str:
    """Return the text with one to four faults."""
    for _ in range(chance.randrange(1, 5)):
        at, size = chance.randrange(len(text) + 1), chance.randrange(1, 6)
        other = chance.randrange(len(text) + 1)
        match chance.randrange(6):
            case 0:
                text = text[:at] + text[at + size :]
            case 1:
                text = (
                    text[:at]
                    + "".join(chance.choices('0123456789-x:.*{}()[]"/ abch\n;$!?½', k=size))
                    + text[at:]
                )
            case 2:
                text = text[:at] + text[other : other + 20] + text[at:]
            case 3:
                text = text[:at]
            case 4:
                text = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
            case _:
                text = text[:at] + chance.choice("0123456789") + text[at + 1 :]
    return text


def colour_of(match: Match, winner: Winner) -> int:
    """Return the seat of a colour's name."""
    return int(COLOURS.index(winner) != match.origin.first)
