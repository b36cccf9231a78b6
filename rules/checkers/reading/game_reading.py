"""The games of a text: the kinds of each, and how much of it was read."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal

from rules.checkers.captures import MOST_CAPTURES, MOST_ROUTES, TooMany
from rules.checkers.moves import BLACK, WHITE
from rules.checkers.notation import write_move
from rules.checkers.pdn.grammar import LineRemark, PdnGame, Span, parse_games
from rules.checkers.pdn.lexer import Lexer
from rules.checkers.pdn.scores import OPEN, Score, read_score, read_way
from rules.checkers.position import SIDES
from rules.checkers.reading.kind_search import KindAttempt, KindSearch
from rules.checkers.reading.kinds import BY_NUMBER, RuleChoice
from rules.checkers.reading.line_replay import Budget, LineFault, OutOfBudgetError
from rules.checkers.reading.record_start import FirstPosition, RecordStart
from rules.checkers.reading.turning import AS_IS
from rules.checkers.rulesets import RULESETS
from rules.game import AmbiguousMove, AnyGame, BadRecord, RulesError, Seat
from rules.match import RECORD_PLIES, Before, Match, Where, bad_record
from rules.record import ReadGame, Record, RecordKind, RecordRemark, UnreadPart, clip_name
from words import Words, clip

MOST_GAMES: Final = 10_000
"""Maximum number of games in a text."""
_BETWEEN: Final = re.compile(r"\s*(?:\d{1,3}[.…]+\s*)?")
"""Two parts with no more than a move number between them are one."""
GAME_COST: Final = 60
EXPLANATION_COST: Final = 500
"""Microseconds on a slow machine for a game, and for the rule that a move breaks."""
UNBOUNDED: Final = 1e12
"""A line that was read once is not too long to be read again."""
LOAD_BUDGET: Final = 3e6
"""Microseconds that finding the kind of one game may cost.

A long game takes a tenth of a second under all kinds.
"""


def read_games(text: str, games: Mapping[str, AnyGame], budget: Budget) -> list[ReadGame]:
    """Return all games of a text in PDN, replayed under every kind.

    `budget` bounds the work for all of them together. Raise `BadRecord` if there is no game, or if
    there are more than `MOST_GAMES`.
    """
    lexer = Lexer(text)
    scores = list_scores(lexer)
    readings = [GameReading(lexer, score, games, number) for number, score in enumerate(scores, 1)]
    found = [reading.find_kinds(budget) for reading in readings]
    counts = Counter(kind.game for game in found if game.plies for kind in game.kinds)
    return [reading.finish(game, counts) for reading, game in zip(readings, found, strict=True)]


def read_number(
    text: str,
    games: Mapping[str, AnyGame],
    number: int,
    budget: Budget,
    *,
    kind: str | None = None,
    chosen: RecordKind | None = None,
) -> ReadGame:
    """Return one game of a text, counted from 1, with `kind` first among its kinds.

    `chosen` is the kind to be taken if the record names none. Raise `BadRecord` if there is no such
    game.
    """
    lexer = Lexer(text)
    score, _ = _find_score(lexer, number)
    reading = GameReading(lexer, score, games, number)
    return reading.finish(reading.find_kinds(budget, chosen), Counter({kind: 1} if kind else {}))


def list_scores(lexer: Lexer) -> list[PdnGame]:
    """Return the games of a text as they are written; raise `BadRecord`."""
    scores: list[PdnGame] = []
    for score in parse_games(lexer):
        if not score.is_game:
            if scores:
                break
            raise _no_game(lexer, score)
        if len(scores) == MOST_GAMES:
            raise bad_record("pdn.many", partial(lexer.place, score.offset), limit=MOST_GAMES)
        scores.append(score)
    return scores


def _no_game(lexer: Lexer, score: PdnGame) -> BadRecord:
    if not score.unread:
        return bad_record("pdn.empty", partial(lexer.place, len(lexer.text)))
    first = score.unread[0]
    word = lexer.text[first.offset : first.end].split(maxsplit=1)
    return bad_record("pdn.character", partial(lexer.place, first.offset), word=clip(word[0] if word else ""))


def parse(text: str, games: Mapping[str, AnyGame], before: Before = lambda ply: None) -> Record:
    """Parse the first match of a file, and note whether more follow.

    Raise `BadRecord`, also for a game that names no kind if several fit, and for one of which a part
    was not read.
    """
    return parse_number(text, games, 1, before=before)


def parse_number(
    text: str,
    games: Mapping[str, AnyGame],
    number: int,
    *,
    chosen: RecordKind | None = None,
    before: Before = lambda ply: None,
) -> Record:
    """Parse one match of a file, counted from 1.

    `chosen` is the kind to be taken if the record names none. Raise `BadRecord`.
    """
    lexer = Lexer(text)
    if chosen and chosen.game not in RULESETS:
        raise RulesError("pdn.no_checkers", title=games[chosen.game].title)
    score, goes_on = _find_score(lexer, number)
    reading = GameReading(lexer, score, games, number)
    game = reading.find_kinds(Budget(LOAD_BUDGET), chosen)
    at = partial(lexer.place, score.offset)
    if game.error:
        raise game.error
    if game.unread:
        part = game.unread[0]
        reading.check_names()
        raise BadRecord("pdn.unread", line=part.line, column=part.column, word=clip(part.text))
    if len(game.kinds) > 1:
        fitting = ", ".join(kind.game for kind in game.kinds)
        raise bad_record("pdn.no_variant", at, known=fitting)
    match = reading.open(game.kinds[0], before=before)
    return Record(match, _names(game), goes_on=goes_on)


def _find_score(lexer: Lexer, number: int) -> tuple[PdnGame, bool]:
    """Return a game of a text by its number, and whether another follows."""
    count = 0
    found: PdnGame | None = None
    for score in parse_games(lexer):
        if found:
            return found, score.is_game or found is not score
        count += 1
        if not score.is_game and count == 1:
            raise _no_game(lexer, score)
        if count == number and score.is_game:
            found = score
    if found is None:
        raise bad_record("pdn.number", partial(lexer.place, len(lexer.text)), number=number, count=count)
    return found, False


def _names(game: ReadGame) -> tuple[str, str] | None:
    """Return the players' names by seat, or `None` if either is missing."""
    first, second = game.players
    return (first, second) if first and second else None


class GameReading:
    """One game of a text on its way from tokens to kinds and matches."""

    def __init__(self, lexer: Lexer, score: PdnGame, games: Mapping[str, AnyGame], number: int) -> None:
        self._lexer = lexer
        self._score = score
        self._number = number
        self._start = RecordStart(lexer, score, games)
        self._choices: Sequence[RuleChoice] = ()
        self._turning = AS_IS
        self._unread = list(score.unread)
        self._result = self._read_result()

    def find_kinds(self, budget: Budget, chosen: RecordKind | None = None) -> ReadGame:
        """Return the game with its kinds, likeliest first by their names alone.

        `chosen` is the kind to be taken if the record names none.
        """
        error, attempts = None, list[KindAttempt]()
        budget.left -= GAME_COST
        search = KindSearch(self._start, budget, chosen)
        self._unread += search.unread
        try:
            attempts = search.attempts()
        except BadRecord as refusal:
            error = refusal
        except OutOfBudgetError:
            error = bad_record("pdn.costly", self._at(self._score.offset))
        whole = [attempt for attempt in attempts if attempt.is_whole]
        best = whole[0] if whole else max(attempts, key=lambda attempt: attempt.rank, default=None)
        if best and not whole:
            error = self._explain(best, budget, named=search.named is not None)
        if fault := self._score.fault:
            error = error or bad_record(fault.code, self._at(fault.offset))
        shown = whole or ([best] if best and search.named else [])
        self._leave_unread(best)
        if error:
            # Its frames would keep all that was read until the collector comes.
            error = error.with_traceback(None)
        return self._build(best, shown, error, names_kind=search.named is not None)

    def finish(self, game: ReadGame, counts: Counter[str]) -> ReadGame:
        """Return the game with those kinds first that most games of the text can be."""
        kinds = tuple(sorted(game.kinds, key=lambda kind: -counts[kind.game]))
        if kinds == game.kinds:
            return game
        choice = next(each for each in self._choices if each.game == kinds[0].game)
        first = self._first_colour(choice, swaps=game.colours_swapped)
        return replace(game, kinds=kinds, winner=self._winner(first), players=self._players(first))

    def _build(
        self,
        best: KindAttempt | None,
        shown: Sequence[KindAttempt],
        error: BadRecord | None,
        *,
        names_kind: bool,
    ) -> ReadGame:
        self._choices = [attempt.choice for attempt in shown]
        self._turning = best.turning if best else AS_IS
        swaps = self._turning.swaps
        first = self._first_colour(best.choice, swaps=swaps) if best else WHITE
        line, column = self._lexer.place(self._score.offset)
        return ReadGame(
            number=self._number,
            line=line,
            column=column,
            tags={name: tag.value for name, tag in self._score.tags.items()},
            kinds=tuple(attempt.kind for attempt in shown),
            names_kind=names_kind,
            plies=len(best.replay.plies) if best else 0,
            result=self._score.result,
            winner=self._winner(first),
            how=self._result.how,
            unread=tuple(self._unread_parts()),
            error=error,
            remarks=tuple(self._remarks(best)),
            players=self._players(first),
            turned=self._turning.way,
            colours_swapped=swaps,
            opener=self.open if best else None,
        )

    def check_names(self) -> None:
        """Refuse a record whose tags name a kind that is not known."""
        for name in ("GameType", "Variant"):
            tag = self._score.tags.get(name)
            if tag and any(span.offset == tag.offset for span in self._unread):
                raise bad_record(
                    "pdn.unknown_variant",
                    self._at(tag.offset),
                    name=name,
                    value=clip(tag.value),
                    numbers=", ".join(sorted(BY_NUMBER)),
                    known=", ".join(key for key, row in RULESETS.items() if not row.gametype),
                )

    def open(self, kind: RecordKind, before: Before = lambda ply: None) -> Match:
        """Return the match under a kind, with a call before every move; raise `BadRecord`."""
        turning = self._turning
        match = self._start.begin(kind, turning)
        replay = self._start.replay(FirstPosition.of_match(match), turning, Budget(UNBOUNDED))
        for ply, move in enumerate(replay.plies, 1):
            before(ply)
            match.waive_draw()
            if match.outcome:
                step = self._start.steps[replay.after[ply - 1] - 1]
                raise bad_record(
                    "record.over",
                    self._at(step.span.offset),
                    move=clip(step.text),
                    reason=match.outcome.phrase,
                )
            match.make_move(move)
        if replay.fault:
            raise self._refusal(replay.fault)
        self._end(match, swaps=turning.swaps)
        return match

    # The record's words

    def _read_result(self) -> Score:
        """Return who won, and how, by the result and the tag Termination."""
        score = read_score(self._score.result or "")
        way = read_way(self._score.tag("Termination") or "")
        return Score(score.winner, way or score.how)

    @staticmethod
    def _first_colour(choice: RuleChoice, *, swaps: bool) -> int:
        """Return the colour that begins, as the record calls it."""
        return 1 - choice.first if swaps else choice.first

    def _winner(self, first: int) -> Seat | Literal["draw"] | None:
        winner = self._result.winner
        if winner is None or winner == "draw":
            return winner
        return int({"white": WHITE, "black": BLACK}[winner] != first)

    def _players(self, first: int) -> tuple[str | None, str | None]:
        """Return the names by seat; `?` is no name."""
        names = [self._score.tag(name) for name in ("White", "Black")]
        shown = [clip_name(name.strip()) if name and name.strip("? ") else None for name in names]
        return (shown[0], shown[1]) if first == WHITE else (shown[1], shown[0])

    def _remarks(self, best: KindAttempt | None) -> list[RecordRemark]:
        """Return the comments and the like, each with the number of plies before it."""
        after = best.replay.after if best else []
        found: list[RecordRemark] = []
        plies = 0
        clocks = self._clock_remarks(best) if best else []
        for remark in sorted((*self._score.remarks, *clocks), key=lambda remark: remark.span):
            while plies < len(after) and after[plies] <= remark.after:
                plies += 1
            text = self._lexer.text[remark.span.offset : remark.span.end]
            found.append(RecordRemark(plies, remark.kind, text))
        return found

    def _clock_remarks(self, best: KindAttempt) -> list[LineRemark]:
        """Return the times that stand between the moves."""
        index = {step.span: number for number, step in enumerate(self._start.steps)}
        return [LineRemark(index[span], "clock", span) for span in best.replay.clocks]

    def _end(self, match: Match, *, swaps: bool) -> None:
        """End the match by the record's result, unless its moves have ended it already."""
        winner = self._result.winner
        if winner in ("white", "black"):
            match.waive_draw()
        if match.outcome or winner is None:
            return
        if winner == "draw":
            match.agree_draw()
            return
        loses = {"white": BLACK, "black": WHITE}[winner]
        seat = match.sides.index(SIDES[1 - loses if swaps else loses])
        {"time": match.time_out, "forfeit": match.forfeit}.get(self._result.how or "", match.resign)(seat)

    # What was not read

    def _leave_unread(self, best: KindAttempt | None) -> None:
        """Note the steps that were not read, and all after a fault."""
        steps = self._start.steps
        if best is None:
            if steps:
                self._unread.append(Span(steps[0].span.offset, steps[-1].span.end))
            return
        self._unread += best.replay.unread
        if fault := best.replay.fault:
            self._unread.append(Span(fault.step.span.offset, steps[-1].span.end))

    def _unread_parts(self) -> list[UnreadPart]:
        """Return the parts that were not read, in order; one inside another is left out."""
        parts: list[Span] = []
        for span in sorted(self._unread, key=lambda span: (span.offset, -span.end)):
            if parts and span.end <= parts[-1].end:
                continue
            if parts and _BETWEEN.fullmatch(self._lexer.folded, parts[-1].end, span.offset):
                span = Span(parts.pop().offset, span.end)
            parts.append(span)
        return [
            UnreadPart(*self._lexer.place(span.offset), self._lexer.text[span.offset : span.end].strip())
            for span in parts
        ]

    def _explain(self, best: KindAttempt, budget: Budget, *, named: bool) -> BadRecord:
        """Return why no kind, or not the one that is named, allows the whole line."""
        fault = best.replay.fault
        assert fault
        is_costly = budget.left < EXPLANATION_COST or _has_many_captures(fault)
        budget.left -= EXPLANATION_COST
        refusal = self._refusal(fault, is_costly=is_costly)
        if named or fault.why != "illegal":
            return refusal
        return bad_record(
            "pdn.no_kind",
            self._at(fault.step.span.offset),
            title=fault.position.generator.ruleset.title,
            why=refusal.facts["why"],
        )

    def _refusal(self, fault: LineFault, *, is_costly: bool = False) -> BadRecord:
        at = self._at(fault.step.span.offset)
        if fault.why == "setup":
            return bad_record("pdn.setup", at)
        if fault.why == "long":
            return bad_record("record.long", at, limit=RECORD_PLIES)
        why = (
            RulesError(f"pdn.{fault.why}", move=clip(fault.step.text)).sentence
            if is_costly
            else self._why(fault)
        )
        return bad_record("record.move", at, why=why)

    def _why(self, fault: LineFault) -> Words:
        """Return the rule that a move breaks."""
        game, written = self._start.games[fault.position.generator.ruleset.key], fault.step.text
        if fault.why == "ambiguous":
            fitting = sorted({write_move(fault.position, move) for move in fault.candidates})
            return AmbiguousMove(clip(written), fitting).sentence
        if fault.refusal:
            return fault.refusal.sentence
        if fault.why == "crowded":
            return RulesError("checkers.too_many", limit=MOST_CAPTURES).sentence
        if outcome := fault.position.outcome:
            return RulesError("pdn.after_end", move=clip(written), reason=outcome.phrase).sentence
        try:
            game.read(fault.position, written)
        except RulesError as refusal:
            return refusal.sentence
        return RulesError("pdn.illegal", move=clip(written)).sentence

    def _at(self, offset: int) -> Where:
        return self._start.at(offset)


def is_open(result: str | None) -> bool:
    """Whether a result says that there is none."""
    return result is None or result.strip().lower() in OPEN


def _has_many_captures(fault: LineFault) -> bool:
    """Whether the position has too many captures to look for a rule among them."""
    position = fault.position
    try:
        position.generator.moves(position.board, position.colour, most=MOST_ROUTES)
    except TooMany:
        return True
    return False
