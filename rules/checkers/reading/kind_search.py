"""The kinds of checkers under which a record is legal."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.checkers.pdn.grammar import Span
from rules.checkers.reading.kinds import (
    NamedKind,
    RuleChoice,
    kind_by_name,
    kind_by_number,
    likely_kinds,
    rule_choices,
)
from rules.checkers.reading.line_replay import Budget, LineReplay
from rules.checkers.reading.record_start import FirstPosition, RecordStart
from rules.checkers.reading.turning import AS_IS, TURNS, Turning
from rules.checkers.rulesets import LEFT_OUT, OPTIONS
from rules.game import BadPosition, BadRecord
from rules.match import attempt_at, bad_record
from rules.record import RecordKind
from words import clip

MATCH_COST: Final = 300
"""Microseconds on a slow machine to begin a match."""
FEWEST_TURNED: Final = 4
"""Moves of a line that is read on a turned board; fewer are legal by chance."""
STILL_TURNED: Final = 6
"""A line that is legal for more plies as it is written is not turned."""
_SQUARE: Final = re.compile(r"(?:(?<![a-z])[a-l])?\d+")
_COLOUR: Final = re.compile(r"(?:^|:)[WBwb?]")
_CONFUSED: Final = frozenset({("pool", "american")})
"""Kinds of number and name that py-draughts writes together for the latter."""
_LOT: Final = "lot"
"""The value of an option that leaves it to chance; a record says what came of it."""
_NO_KIND: Final = ("from position", "fromposition", "")
"""Values of `Variant` that name no kind."""


@dataclass(frozen=True)
class KindAttempt:
    """A line replayed under one choice of rules, on a board that may be turned."""

    choice: RuleChoice
    replay: LineReplay
    turning: Turning = AS_IS

    @property
    def is_whole(self) -> bool:
        """Whether the line is legal to its end."""
        return self.replay.fault is None

    @property
    def is_perfect(self) -> bool:
        """Whether the line is legal, and all of it was read."""
        return self.is_whole and not self.replay.unread

    @property
    def rank(self) -> tuple[bool, int, int]:
        """How good the attempt is: whole, with many plies and little unread."""
        return self.is_whole, len(self.replay.plies), -len(self.replay.unread)

    @property
    def kind(self) -> RecordKind:
        """The kind as records name it, with the values that its options have."""
        options = self.choice.options.items()
        return RecordKind(
            self.choice.game, {name: int(value) if value.isdecimal() else value for name, value in options}
        )


class KindSearch:
    """Replays a record under the kind that it names, or else under all.

    `named` is that kind, and `unread` has the tags that name one that is not known.
    """

    def __init__(self, start: RecordStart, budget: Budget, chosen: RecordKind | None = None) -> None:
        self._start = start
        self._budget = budget
        self._chosen = chosen
        self.unread: list[Span] = []
        self.named = self._find_named()
        self._untold: dict[str, str] = {}
        """Options that the caller chose; those that the record settles outrank them."""
        self._usual: Mapping[str, object] = LEFT_OUT if start.is_ours else {}
        if chosen and (not self.named or self.named.game == chosen.game):
            self.named = self.named or NamedKind(chosen.game)
            known = OPTIONS.get(chosen.game, {})
            options = [each for each in chosen.options.items() if each[0] not in self._usual]
            self._untold = {name: str(value) for name, value in options if name in known and value != _LOT}
            start.extra_options = {
                name: value for name, value in options if name not in known and value != _LOT
            }

    def attempts(self) -> list[KindAttempt]:
        """Return the attempts that are whole, or else all that failed; raise `BadRecord`."""
        if not self.named:
            return self._try_all()
        found = self._try_named(self.named)
        for attempt in found:
            self._check_chosen(attempt.kind)
        return found

    def _check_chosen(self, kind: RecordKind) -> None:
        """Refuse a record that names another kind than the one chosen, or other options."""
        chosen = self._chosen
        if chosen is None:
            return
        at = self._start.at(self._start.score.offset)
        if kind.game != chosen.game:
            title = self._start.games[chosen.game].title
            raise bad_record("record.other_game", at, title=self._start.games[kind.game].title, other=title)
        told = {**self._usual, **kind.options, **self._start.told_opening(kind.game)}
        for name, value in chosen.options.items():
            if value not in (told.get(name, value), _LOT):
                raise bad_record("record.other_option", at, name=name, value=told[name], given=clip(value))

    def _find_named(self) -> NamedKind | None:
        """Return the kind that the tags name; a name that is not known stays unread."""
        tags = self._start.score.tags
        number, name = tags.get("GameType"), tags.get("Variant")
        by_number = kind_by_number(number.value) if number else None
        by_name = kind_by_name(name.value) if name else None
        if number and not by_number and number.value.strip(" ?"):
            self._leave_unread("GameType")
        if name and not by_name and name.value.strip(" ?").lower() not in _NO_KIND:
            self._leave_unread("Variant")
        both = (by_number.game, by_name.game) if by_number and by_name else ("", "")
        # A program writes one number for all its kinds oftener than a wrong name.
        if both[0] != both[1] and both not in _CONFUSED:
            self._leave_unread("GameType")
        return by_name or by_number

    def _leave_unread(self, name: str) -> None:
        self.unread.append(self._start.score.tags[name].span)

    def _try_named(self, named: NamedKind) -> list[KindAttempt]:
        given = {**self._untold, **self._start.given_options(named)}
        attempts: list[KindAttempt] = []
        refusal: BadRecord | None = None
        for choice in rule_choices(named.game, tuple(sorted(given.items()))):
            try:
                self._budget.spend(MATCH_COST)
                match = self._start.begin(RecordKind(choice.game, choice.options))
            except BadRecord as fault:
                refusal = refusal or fault
                continue
            attempts.append(
                KindAttempt(
                    choice,
                    self._start.replay(FirstPosition.of_match(match), AS_IS, self._budget),
                    self._swap_only(choice),
                )
            )
            if attempts[-1].is_perfect:
                return attempts[-1:]
        if not attempts:
            # An option has a value that there is not.
            at = self._start.at(self._option_offset(named.game, given))
            raise refusal or attempt_at(at, partial(self._refuse_options, named.game, given))
        best = max(attempts, key=lambda attempt: attempt.rank)
        return [best] if best.is_whole else self._turn(attempts) or attempts

    def _option_offset(self, key: str, given: dict[str, str]) -> int:
        """Return the place of the tag with a value that its option does not have."""
        tags, options = self._start.score.tags, OPTIONS.get(key, {})
        wrong = (name.capitalize() for name, value in given.items() if value not in options.get(name, ()))
        return next((tags[name].offset for name in wrong if name in tags), self._start.score.offset)

    def _refuse_options(self, key: str, given: dict[str, str]) -> BadRecord:
        self._start.new_match(key, given)
        raise AssertionError("the options have no rules")

    def _try_all(self) -> list[KindAttempt]:
        """Return an attempt under every kind, each by the rules that suit it best."""
        attempts: list[KindAttempt] = []
        refusal: BadRecord | None = None
        for key in self._likely_keys():
            tried: list[KindAttempt] = []
            for choice in rule_choices(key):
                try:
                    position = self._start.first_position(choice, AS_IS, self._budget)
                except BadPosition as fault:
                    at = self._start.at(self._start.score.tags["FEN"].offset)
                    refusal = refusal or bad_record("record.move", at, why=fault.sentence)
                    break
                replay = self._start.replay(position, AS_IS, self._budget)
                tried.append(KindAttempt(choice, replay, self._swap_only(choice)))
                if tried[-1].is_perfect:
                    break
            if tried:
                attempts.append(max(tried, key=lambda attempt: attempt.rank))
        if not attempts:
            raise refusal or bad_record("pdn.empty", self._start.at(self._start.score.offset))
        best = max(attempt.rank for attempt in attempts)
        fitting = [attempt for attempt in attempts if attempt.is_whole and attempt.rank == best]
        return fitting or self._turn(attempts) or attempts

    def _likely_keys(self) -> Sequence[str]:
        """Return all kinds, likeliest first by the squares of the moves or position."""
        names = [name for step in self._start.steps if step.kind == "move" for name in step.names]
        if not names:
            names = _SQUARE.findall(
                _COLOUR.sub(":", self._start.position_text or "").replace("K", "").lower()
            )
        return [key for key in likely_kinds(names) if key in self._start.games]

    def _turn(self, attempts: Sequence[KindAttempt]) -> list[KindAttempt]:
        """Return whole attempts on a turned board, if there is one way alone to turn it."""
        written = sum(step.kind in ("move", "short") for step in self._start.steps)
        if written < FEWEST_TURNED or max(len(attempt.replay.plies) for attempt in attempts) > STILL_TURNED:
            return []
        ways: list[list[KindAttempt]] = []
        for turning in TURNS:
            tried = [self._try_turned(attempt.choice, turning) for attempt in attempts]
            whole = [each for each in tried if each and each.is_whole and not each.replay.unread]
            if whole:
                ways.append(whole)
        return ways[0] if len(ways) == 1 else []

    def _try_turned(self, choice: RuleChoice, turning: Turning) -> KindAttempt | None:
        if self._start.position_text is None:
            first = self._start.first_side or ("white" if turning.ranks else choice.row.first)
            turning = turning._replace(swaps=first != choice.row.first)
        try:
            position = self._start.first_position(choice, turning, self._budget)
        except BadPosition:
            return None
        return KindAttempt(choice, self._start.replay(position, turning, self._budget), turning)

    def _swap_only(self, choice: RuleChoice) -> Turning:
        """Return a turning of the colours, if the other one begins by the record."""
        first = self._start.first_side
        if first in (None, choice.row.first) or self._start.position_text is not None:
            return AS_IS
        return AS_IS._replace(swaps=True)
