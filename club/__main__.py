"""Ratings, tables, ranks and pairings over a pipe, without a store.

Run it with `python -m club`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from typing import Any, Final

from club.competitions.reckoning import ranks, swiss
from club.competitions.reckoning.results import PlayedResult
from club.competitions.reckoning.round_robin import round_robin
from club.competitions.reckoning.table import StandingsRow, table
from club.standing.rating_arithmetic import RatedGame, replay
from rules.pipe import BadRequest, Pipe, PipeAnswer, PipeRequest, text_field
from words import clip

TIME: Final = 10**12
"""Seconds before and after the epoch, at most: thirty thousand years."""
ADVANTAGE: Final = 1000
"""Points, at most: three hundred to one."""
COUNT: Final = 10**6
"""Points and first moves in a Swiss, at most."""
ROUND_ROBIN: Final = 500
"""Players, at most: 125,000 matches."""
OF_ROW: Final = tuple(field.name for field in fields(StandingsRow))
"""What a line of a table says."""
MISSING: Final = object()
"""What stands for a winner that was left out: `None` is a draw."""


class ClubPipe(Pipe):
    """Every request stands for itself: nothing is remembered between lines."""

    def __init__(self) -> None:
        super().__init__(
            {"rate": _rate, "table": _table, "ranks": _ranks, "rounds": _rounds, "pair": _pair},
        )


def _rate(request: PipeRequest) -> PipeAnswer:
    now = _number(request, "now", TIME)
    advantage = request.get("advantage", {})
    if not isinstance(advantage, dict):
        raise BadRequest("reckoning.advantage")
    edges = {key: _number(advantage, key, ADVANTAGE, "reckoning.points") for key in advantage}
    games = [
        RatedGame(
            _number(entry, "at", TIME),
            *_match(entry),
            kind := text_field(entry, "game"),
            edges.get(kind, 0.0),
        )
        for entry in _objects(request, "games")
    ]
    if any(game.at > now for game in games):
        raise BadRequest("reckoning.later")
    standings = replay(games)
    return {
        "ratings": [
            {
                "player": player,
                "game": kind,
                "rating": standing.rating.points,
                "deviation": standing.rating_at(now).deviation,
                "games": standing.games,
            }
            for (player, kind), standing in standings.items()
        ]
    }


def _table(request: PipeRequest) -> PipeAnswer:
    players = _players(request, "players")
    withdrawn = _read_withdrawn(request) if "withdrawn" in request else ()
    _check_known(withdrawn, players)
    rows = table(list(players), _results(request, players), withdrawn)
    return {"rows": [{name: getattr(row, name) for name in OF_ROW} for row in rows]}


def _read_withdrawn(request: PipeRequest) -> Collection[str]:
    """Return the players who have withdrawn.

    The field is optional, so no refusal says that it is needed.
    """
    given = request["withdrawn"]
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise BadRequest("reckoning.left_out", field="withdrawn")
    return _players(request, "withdrawn")


def _ranks(request: PipeRequest) -> PipeAnswer:
    players = _players(request, "players", ranks.MOST)
    remaining = [_two(entry) for entry in _list(request, "remaining")]
    for two in remaining:
        _check_known(two, players)
    best, worst = ranks.ranks(list(players), _results(request, players), remaining)
    return {"best": best, "worst": worst}


def _rounds(request: PipeRequest) -> PipeAnswer:
    return {"rounds": round_robin(_whole(request, "players", ROUND_ROBIN))}


def _pair(request: PipeRequest) -> PipeAnswer:
    entrants = [_entrant(entry) for entry in _objects(request, "players", swiss.MOST)]
    _once([entrant.player for entrant in entrants])
    found = swiss.pair(entrants)
    if found is None:
        raise BadRequest("reckoning.no_round")
    pairs, bye = found
    return {"pairs": pairs, "bye": bye}


def _entrant(entry: PipeRequest) -> swiss.Entrant[str]:
    """Return an entrant to be paired; opponents they have met may have left since."""
    player = text_field(entry, "name")
    met = frozenset(_texts(entry, "met"))
    if player in met:
        raise BadRequest("reckoning.themselves", name=clip(player))
    if not isinstance(entry.get("bye"), bool):
        raise BadRequest("reckoning.boolean", field="bye")
    return swiss.Entrant(
        player, _whole(entry, "points", COUNT), _whole(entry, "firsts", COUNT), met, entry["bye"]
    )


def _results(request: PipeRequest, players: Collection[str]) -> list[PlayedResult[str]]:
    """Return the matches that are over, all between the players."""
    results = [PlayedResult(*_match(entry)) for entry in _objects(request, "results")]
    for result in results:
        _check_known(result[:2], players)
    return results


def _match(entry: PipeRequest) -> tuple[str, str, str | None]:
    """Return who moved first and second, and who won."""
    first, second = text_field(entry, "first"), text_field(entry, "second")
    _apart(first, second)
    winner = entry.get("winner", MISSING)
    if winner not in (first, second, None):
        raise BadRequest("reckoning.winner")
    return first, second, winner


def _two(entry: object) -> tuple[str, str]:
    """Return two who have yet to meet."""
    if not isinstance(entry, list) or len(entry) != 2:
        raise BadRequest("reckoning.two", field="remaining")
    first, second = _texts({"remaining": entry}, "remaining")
    _apart(first, second)
    return first, second


def _apart(first: str, second: str) -> None:
    if first == second:
        raise BadRequest("reckoning.themselves", name=clip(first))


def _check_known(named: Iterable[str], players: Collection[str]) -> None:
    """Raise `BadRequest` if one of the names is not a player's."""
    for player in named:
        if player not in players:
            raise BadRequest("reckoning.stranger", name=clip(player))


def _players(request: PipeRequest, field: str, most: int | None = None) -> dict[str, None]:
    """Return players in their order, each of them once."""
    return _once(_texts(request, field, most))


def _once(players: Sequence[str]) -> dict[str, None]:
    """Return the players in order; refuse a list that has a player twice."""
    found: dict[str, None] = {}
    for player in players:
        if player in found:
            raise BadRequest("reckoning.twice", name=clip(player))
        found[player] = None
    return found


def _texts(request: PipeRequest, field: str, most: int | None = None) -> list[str]:
    return [text_field({field: each}, field) for each in _list(request, field, most)]


def _objects(request: PipeRequest, field: str, most: int | None = None) -> list[PipeRequest]:
    entries = _list(request, field, most)
    if not all(isinstance(entry, dict) for entry in entries):
        raise BadRequest("reckoning.objects", field=field)
    return entries


def _list(request: PipeRequest, field: str, most: int | None = None) -> list[Any]:
    entries = request.get(field)
    if not isinstance(entries, list):
        raise BadRequest("reckoning.list", field=field)
    if most is not None and len(entries) > most:
        raise BadRequest("reckoning.many", limit=most, given=len(entries))
    return entries


def _whole(request: PipeRequest, field: str, most: int) -> int:
    value = request.get(field)
    if type(value) is not int or not 0 <= value <= most:
        raise BadRequest("reckoning.whole", field=field, less=0, more=most)
    return value


def _number(request: PipeRequest, field: str, most: int, code: str = "reckoning.number") -> float:
    """Return a number from −`most` to `most`; `code` is what is said of anything else."""
    value = request.get(field)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -most <= value <= most:
        raise BadRequest(code, field=clip(field), less=-most, more=most)
    return value


if __name__ == "__main__":
    ClubPipe().serve()
