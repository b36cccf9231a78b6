"""Tournament cards: sign-up, and the table or bracket with the current round."""

from functools import partial
from typing import Any, Final

from bot.cards.competitions.league import (
    LINES_LIMIT,
    numbered_id,
    pair_line,
    played_lines,
    table_change_line,
    table_line,
    table_picture,
)
from bot.cards.kit.after import page_button
from bot.cards.kit.card_lines import message_link
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    Card,
    Press,
    fit_lines,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import mention, plain
from bot.cards.kit.pictures import Drawing, chart_picture
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable, FormResult, form_of
from club.competitions.kinds import kind_of
from club.competitions.reckoning.bracket import Tie
from club.competitions.round_pairing import counted_result, counting
from club.competitions.tournament_runner import missing, of_round
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow
from rendering.people.bracket import PicturedTie, draw_bracket
from rules.catalogue import title_of
from words import Phrase, Speaker, Words, ago, commas, when

COLOURS: Final = {StageStatus.OPEN: OFFERED, StageStatus.RUNNING: RUNNING, StageStatus.OVER: OVER}


def tournament_card(season: StageView, say: Speaker) -> Card:
    """Return the card of a tournament: game and terms, start time, sign-ups."""
    stage, tournament = season.stage, season.competition
    kind, open_ = kind_of(tournament), stage.status is StageStatus.OPEN
    joins = open_ or (kind.called and stage.status is StageStatus.RUNNING)
    names = commas([say.text(mention(entrant.user_id)) for entrant in season.entrants], say.language)
    count = len(season.entrants)
    return Card(
        framed_view(
            COLOURS[stage.status],
            text(
                say("card.tournament", league=plain(tournament.name)),
                *played_lines(tournament, say),
                say(f"card.tournament.how.{kind.key}"),
                say("card.tournament.rounds", count=stage.rounds)
                if kind.by_rounds and stage.rounds
                else None,
            ),
            text(state_line(season, say)),
            text(
                say("card.league.joined", count=count, names=names) if count else say("card.league.nobody"),
            ),
            row(
                Press.of(
                    numbered_id("season-in", stage.id), say("button.league.join"), PRIMARY, disabled=not joins
                ),
                Press.of(numbered_id("season-out", stage.id), say("button.league.leave"), disabled=not open_),
                Press.of(numbered_id("season-go", stage.id), say("button.tournament.go"), disabled=not open_),
                Press.of(
                    numbered_id("season-end", stage.id),
                    say("button.tournament.stop"),
                    disabled=tournament.stopped,
                ),
            ),
        )
    )


def state_line(season: StageView, say: Speaker) -> str:
    """Return when it starts, or where its table is."""
    stage, tournament = season.stage, season.competition
    kind = kind_of(tournament)
    if stage.status is StageStatus.OPEN:
        return say("card.tournament.starts", time=when(stage.starts_at), since=ago(stage.starts_at))
    if not season.sections:
        return say("card.tournament.off", count=kind.least)
    message_id = season.sections[0].message_id
    if message_id is None:
        return say("card.tournament.starting")
    address = message_link(tournament.guild_id, tournament.channel_id, message_id)
    link = f"[{say('card.tournament.link')}]({address})"
    if stage.status is StageStatus.OVER:
        return say("card.tournament.over", link=link)
    return say("card.tournament.late" if kind.called else "card.tournament.running", link=link)


def round_card(sheet: Crosstable, say: Speaker, *, anew: bool, page: str | None = None) -> Card:
    """Return the table or bracket of a tournament, with the round played or called.

    When posted `anew`, it mentions each player once a round if something is asked of them. In a call
    these are the players who have not checked in; after that, those paired players who had checked in
    before the call. `page` is the address of the tournament's page.
    """
    stage, kind = sheet.stage, kind_of(sheet.competition)
    over, id_ = stage.status is StageStatus.OVER, sheet.section.id
    current = of_round(kind, stage, sheet.pairings)
    waits = kind.called and not current and not over
    another = kind.called and not over and not sheet.competition.stopped and _more_rounds(stage, current)
    buttons = [
        Press.of(numbered_id("here", id_), say("button.tournament.here"), PRIMARY, disabled=not another)
        if kind.called and not over
        else None,
        None if over else Press.of(numbered_id("withdraw", id_), say("button.league.withdraw")),
        Press.of(numbered_id("rule", id_), say("button.league.rule")),
        Press.of(numbered_id("round-back", id_), say("button.tournament.back"))
        if kind.by_rounds and not over
        else None,
        Press.of(numbered_id("table-record", id_), say("button.table.record")),
    ]
    return Card(
        framed_view(
            OVER if over else RUNNING,
            text(
                say("card.tournament", league=plain(sheet.competition.name)),
                _now(sheet, current, say, waits=waits),
                _winner_line(sheet, say) if over and _has_table(sheet) else None,
            ),
            (table_picture if _has_table(sheet) else _bracket_picture)(sheet, _part(sheet, current), say),
            text(*fit_lines(say, _lines(sheet, current, say), LINES_LIMIT)),
            text(
                *(table_change_line(sheet, jump, say) for jump in sheet.jumps),
                say(f"card.tournament.points.{kind.key}"),
            ),
            row(*(button for button in buttons if button is not None), *page_button(page, say)),
        ),
        pings=_aloud(sheet, current) if anew and not over else (),
    )


def _aloud(sheet: Crosstable, current: list[PairingRow]) -> tuple[int, ...]:
    """Return whom a new card of a round mentions."""
    stage, kind = sheet.stage, kind_of(sheet.competition)
    people = [line.entrant for line in sheet.lines]
    if kind.called and not current:
        asked = missing(stage, people)
    else:
        playing = {
            each for pair in current if pair.counts is None for each in (pair.first_id, pair.second_id)
        }
        asked = [
            each
            for each in people
            if (each.id in playing or (kind.called and each.bye == stage.round))
            and not _was_called(each, sheet)
        ]
    return tuple(entrant.user_id for entrant in asked if entrant.user_id > 0)


def _was_called(entrant: EntrantRow, sheet: Crosstable) -> bool:
    """Return whether an entrant was already mentioned in this round's call."""
    called_at = sheet.stage.called_at
    if not kind_of(sheet.competition).called or called_at is None or entrant.here_at is None:
        return False
    return entrant.here_at > called_at


def _now(sheet: Crosstable, current: list[PairingRow], say: Speaker, *, waits: bool) -> str:
    """Return what goes on: which round, until when."""
    stage, kind = sheet.stage, kind_of(sheet.competition)
    facts: dict[str, Any] = {"number": stage.round + 1, "count": stage.rounds or 1}
    if stage.status is StageStatus.OVER:
        if not kind.by_rounds:
            return say("card.tournament.ended.all")
        begun = _count_begun_rounds(stage, current)
        return say(
            "card.tournament.ended" if begun else "card.tournament.ended.none", **facts | {"number": begun}
        )
    times: dict[str, Any] = {"time": when(stage.closes_at), "since": ago(stage.closes_at)}
    if waits:
        people = [line.entrant for line in sheet.lines if not line.entrant.withdrawn]
        ready = len(people) - len(missing(stage, people))
        return say("card.tournament.call", ready=ready, everybody=len(people), **facts, **times)
    return (
        say("card.tournament.round", **facts, **times)
        if kind.by_rounds
        else say("card.tournament.all", **times)
    )


def _winner_line(sheet: Crosstable, say: Speaker) -> str | None:
    """Return the line that names the winner by the table, after all rounds played.

    Return `None` if several share first place, if no one has played, or if the leader has withdrawn.
    """
    first = [line for line in sheet.lines if line.row.rank == 1]
    if len(first) != 1 or not first[0].row.played or first[0].entrant.withdrawn:
        return None
    return say("card.tournament.won", name=mention(first[0].entrant.user_id))


def _more_rounds(stage: StageRow, current: list[PairingRow]) -> bool:
    """Return whether more rounds are planned after the one with these pairings."""
    return _count_begun_rounds(stage, current) < (stage.rounds or 0)


def _count_begun_rounds(stage: StageRow, current: list[PairingRow]) -> int:
    """Return the number of rounds that have begun.

    The last one may have no pairings, because too few players came to it.
    """
    return stage.round + bool(current)


def _part(sheet: Crosstable, current: list[PairingRow]) -> Words:
    """Return the caption of the table's picture.

    Once the tournament is over, it names the last round that was played.
    """
    stage = sheet.stage
    if not kind_of(sheet.competition).by_rounds:
        return Phrase("picture.tournament.robin")
    number = (
        max(1, _count_begun_rounds(stage, current)) if stage.status is StageStatus.OVER else stage.round + 1
    )
    return Phrase("picture.tournament.round", number=number, count=stage.rounds or 1)


def _has_table(sheet: Crosstable) -> bool:
    """Return whether it has a table: a knock-out has a bracket instead."""
    kind = kind_of(sheet.competition)
    return kind.called or not kind.by_rounds


def _lines(sheet: Crosstable, current: list[PairingRow], say: Speaker) -> list[str]:
    """Return who meets whom now, then the table in words, or the bracket."""
    lines = [pair_line(sheet, pairing, say) for pairing in current]
    if not _has_table(sheet):
        return lines + _bracket(sheet, say)
    if kind_of(sheet.competition).called and current:
        lines += [
            say("card.tournament.bye", name=mention(line.entrant.user_id))
            for line in sheet.lines
            if line.entrant.bye == sheet.stage.round
        ]
    if kind_of(sheet.competition).called and not any(line.row.played for line in sheet.lines):
        # A screen of zeros says no more than this.
        meet = {each for pair in current for each in (pair.first_id, pair.second_id)}
        others = [
            line.entrant
            for line in sheet.lines
            if line.entrant.id not in meet and not (current and line.entrant.bye == sheet.stage.round)
        ]
        names = [say.text(mention(entrant.user_id)) for entrant in others]
        return [*lines, commas(names, say.language)] if names else lines
    return lines + [table_line(sheet, place, line, say) for place, line in enumerate(sheet.lines)]


def _bracket_picture(sheet: Crosstable, part: Words, say: Speaker) -> Drawing:
    """Draw the bracket of a knock-out; `part` names the round in play."""
    rounds = bracket_rounds(sheet, say)
    title, name = title_of(sheet.competition.game), sheet.competition.name
    return chart_picture(partial(draw_bracket, name, part, title, rounds, language=say.language))


def bracket_rounds(sheet: Crosstable, say: Speaker) -> list[list[PicturedTie]]:
    """Return the rounds of a knock-out as the bracket picture takes them."""
    return [[_pictured_tie(sheet, tie, say) for tie in ties] for ties in sheet.ties]


def _pictured_tie(sheet: Crosstable, tie: Tie, say: Speaker) -> PicturedTie:
    """Return a tie as the bracket picture takes it."""
    upper, lower = (
        None if each is None else str(say.text(sheet.entrant(each).name)) for each in (tie.upper, tie.lower)
    )
    forms: tuple[list[FormResult], list[FormResult]] = ([], [])
    for game in counting(tie.games):
        result = counted_result(game)
        for form, each in zip(forms, (tie.upper, tie.lower), strict=True):
            assert each is not None  # they have met
            form.append(form_of(result, each))
    winner = None if tie.winner is None else (tie.upper, tie.lower).index(tie.winner)
    return PicturedTie((upper, lower), (tuple(forms[0]), tuple(forms[1])), winner, tie.free)


def _bracket(sheet: Crosstable, say: Speaker) -> list[str]:
    """Return the rounds of a knock-out in words, the latest first.

    Rounds that no player has reached are left out.
    """
    rounds = sheet.ties
    lines = []
    for number, ties in reversed(list(enumerate(rounds))):
        code = "card.tournament.final" if number == len(rounds) - 1 else "card.tournament.heading"
        lines.append(say(code, **({} if code.endswith("final") else {"number": number + 1})))
        lines += [_tie(sheet, tie, say) for tie in ties]
    winner = rounds[-1][0].winner
    if winner is not None:
        lines.insert(0, say("card.tournament.won", name=mention(sheet.entrant(winner).user_id)))
    return lines


def _tie(sheet: Crosstable, tie: Tie, say: Speaker) -> str:
    """Return a tie of a bracket in words."""
    upper, lower = (
        None if each is None else plain(sheet.entrant(each).name) for each in (tie.upper, tie.lower)
    )
    if upper is None and lower is None:
        return say("card.tournament.tie.none")
    if upper is None or lower is None:
        return say(f"card.tournament.{'free' if tie.free else 'tie.half'}", name=upper or lower)
    code = "open" if tie.winner is None else "won" if tie.winner == tie.upper else "lost"
    return say(f"card.tournament.tie.{code}", name=upper, opponent=lower)
