"""Ratings, tables, ranks and pairings over a pipe, without a database.

Run it with `python -m club`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from typing import Any, Final

from club.competitions.reckoning import ranks, swiss
from club.competitions.reckoning.results import SCORINGS, PlayedResult, Scoring
from club.competitions.reckoning.round_robin import round_robin
from club.competitions.reckoning.table import StandingsRow, build_table
from club.standing.rating_arithmetic import RatedGame, replay_games
from rules.pipe import BadRequest, Pipe, PipeAnswer, PipeRequest, text_field
from words import clip

TIME: Final = 10**12
"""Seconds before and after the epoch, at most: thirty thousand years."""
ADVANTAGE: Final = 1000
"""Points, at most: three hundred to one."""
COUNT: Final = 10**6
"""Points and first moves in a Swiss, at most."""
ROUNDS: Final = 1000
"""Rounds of a Swiss, at most, of which a player's history tells."""
ROUND_ROBIN: Final = 500
"""Players, at most: 125,000 matches."""
PLUS_DRAWS: Final = "plus_draws"
OF_ROW: Final = tuple(field.name for field in fields(StandingsRow) if field.name != PLUS_DRAWS)
"""What a line of a table says; where the scoring knows plus draws, these too."""
MISSING: Final = object()
"""What stands for a winner that was left out: `None` is a draw."""


class ClubPipe(Pipe):
    """A pipe of JSON requests, each independent: nothing is kept between lines.

    >>> ClubPipe().answer(b'{"do": "rounds", "players": 2, "id": 1}')
    {'id': 1, 'ok': True, 'rounds': [[(0, 1)]]}
    """

    def __init__(self) -> None:
        super().__init__(
            {"rate": _rate, "table": _table, "ranks": _ranks, "rounds": _rounds, "pair": _pair},
        )


def _rate(request: PipeRequest) -> PipeAnswer:
    now = _read_number(request, "now", TIME)
    advantage = request.get("advantage", {})
    if not isinstance(advantage, dict):
        raise BadRequest("reckoning.advantage")
    edges = {key: _read_number(advantage, key, ADVANTAGE, "reckoning.points") for key in advantage}
    games = [
        RatedGame(
            _read_number(entry, "at", TIME),
            *_read_match(entry),
            kind := text_field(entry, "game"),
            edges.get(kind, 0.0),
        )
        for entry in _read_objects(request, "games")
    ]
    if any(game.at > now for game in games):
        raise BadRequest("reckoning.later")
    standings = replay_games(games)
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
    players = _read_players(request, "players")
    withdrawn = _read_withdrawn(request) if "withdrawn" in request else ()
    _check_known(withdrawn, players)
    scoring = _read_scoring(request)
    rows = build_table(list(players), _read_results(request, players), withdrawn, scoring=scoring)
    names = (*OF_ROW, PLUS_DRAWS) if scoring.knows_plus_draws else OF_ROW
    return {"rows": [{name: getattr(row, name) for name in names} for row in rows]}


def _read_scoring(request: PipeRequest) -> Scoring:
    """Return what the ends of a match are worth; the field is optional."""
    given = request.get("scoring", "usual")
    if not isinstance(given, str) or given not in SCORINGS:
        raise BadRequest("reckoning.scoring", choices=", ".join(SCORINGS))
    return SCORINGS[given]


def _read_withdrawn(request: PipeRequest) -> Collection[str]:
    """Return the players who have withdrawn.

    The field is optional, so no error message says that it is needed.
    """
    given = request["withdrawn"]
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise BadRequest("reckoning.left_out", field="withdrawn")
    return _read_players(request, "withdrawn")


def _ranks(request: PipeRequest) -> PipeAnswer:
    players = _read_players(request, "players", ranks.MOST)
    remaining = [_read_pair(entry) for entry in _read_list(request, "remaining")]
    for two in remaining:
        _check_known(two, players)
    results = _read_results(request, players)
    best, worst = ranks.reachable_ranks(list(players), results, remaining, _read_scoring(request))
    return {"best": best, "worst": worst}


def _rounds(request: PipeRequest) -> PipeAnswer:
    return {"rounds": round_robin(_read_whole(request, "players", ROUND_ROBIN))}


def _pair(request: PipeRequest) -> PipeAnswer:
    entrants = [_read_entrant(entry) for entry in _read_objects(request, "players", swiss.MOST)]
    _check_unique([entrant.player for entrant in entrants])
    found = swiss.pair_round(entrants)
    if found is None:
        raise BadRequest("reckoning.no_round")
    pairs, bye = found
    return {"pairs": pairs, "bye": bye}


def _read_entrant(entry: PipeRequest) -> swiss.SwissEntrant[str]:
    """Parse an entrant to be paired; opponents they have met may have left since."""
    player = text_field(entry, "name")
    met = frozenset(_read_texts(entry, "met"))
    if player in met:
        raise BadRequest("reckoning.themselves", name=clip(player))
    if not isinstance(entry.get("bye"), bool):
        raise BadRequest("reckoning.boolean", field="bye")
    return swiss.SwissEntrant(
        player,
        _read_whole(entry, "points", COUNT),
        _read_whole(entry, "firsts", COUNT),
        met,
        entry["bye"],
        _read_letters(entry, "sides", (swiss.FIRST, swiss.SECOND, swiss.NEITHER)),
        _read_letters(entry, "floats", (swiss.UP, swiss.DOWN, swiss.NEITHER)),
    )


def _read_letters(entry: PipeRequest, field: str, letters: Sequence[str]) -> str:
    """Parse a history with a letter for each round; it may be left out."""
    told = entry.get(field, "")
    if not isinstance(told, str) or len(told) > ROUNDS or set(told) - set(letters):
        raise BadRequest("reckoning.letters", field=field, choices=" ".join(letters), limit=ROUNDS)
    return told


def _read_results(request: PipeRequest, players: Collection[str]) -> list[PlayedResult[str]]:
    """Parse the finished matches, all of which must be between the players."""
    results = [
        PlayedResult(*_read_match(entry), _read_ahead(entry)) for entry in _read_objects(request, "results")
    ]
    for result in results:
        _check_known(result[:2], players)
    return results


def _read_match(entry: PipeRequest) -> tuple[str, str, str | None]:
    """Parse a match: who moved first, who moved second, and who won."""
    first, second = text_field(entry, "first"), text_field(entry, "second")
    _check_different(first, second)
    winner = entry.get("winner", MISSING)
    if winner not in (first, second, None):
        raise BadRequest("reckoning.winner")
    return first, second, winner


def _read_ahead(entry: PipeRequest) -> str | None:
    """Return who has ended a draw ahead; the field is optional."""
    ahead = entry.get("ahead")
    if ahead is not None and (
        not isinstance(ahead, str)
        or ahead not in (entry["first"], entry["second"])
        or entry["winner"] is not None
    ):
        raise BadRequest("reckoning.ahead")
    return ahead


def _read_pair(entry: object) -> tuple[str, str]:
    """Parse a pair of players who have yet to meet."""
    if not isinstance(entry, list) or len(entry) != 2:
        raise BadRequest("reckoning.two", field="remaining")
    first, second = _read_texts({"remaining": entry}, "remaining")
    _check_different(first, second)
    return first, second


def _check_different(first: str, second: str) -> None:
    if first == second:
        raise BadRequest("reckoning.themselves", name=clip(first))


def _check_known(named: Iterable[str], players: Collection[str]) -> None:
    """Raise `BadRequest` if one of the names is not a player's."""
    for player in named:
        if player not in players:
            raise BadRequest("reckoning.stranger", name=clip(player))


def _read_players(request: PipeRequest, field: str, most: int | None = None) -> dict[str, None]:
    """Parse a list of players in order, and refuse duplicates."""
    return _check_unique(_read_texts(request, field, most))


def _check_unique(players: Sequence[str]) -> dict[str, None]:
    """Return the players in order; refuse a list that has a player twice."""
    found: dict[str, None] = {}
    for player in players:
        if player in found:
            raise BadRequest("reckoning.twice", name=clip(player))
        found[player] = None
    return found


def _read_texts(request: PipeRequest, field: str, most: int | None = None) -> list[str]:
    return [text_field({field: each}, field) for each in _read_list(request, field, most)]


def _read_objects(request: PipeRequest, field: str, most: int | None = None) -> list[PipeRequest]:
    entries = _read_list(request, field, most)
    if not all(isinstance(entry, dict) for entry in entries):
        raise BadRequest("reckoning.objects", field=field)
    return entries


def _read_list(request: PipeRequest, field: str, most: int | None = None) -> list[Any]:
    entries = request.get(field)
    if not isinstance(entries, list):
        raise BadRequest("reckoning.list", field=field)
    if most is not None and len(entries) > most:
        raise BadRequest("reckoning.many", limit=most, given=len(entries))
    return entries


def _read_whole(request: PipeRequest, field: str, most: int) -> int:
    value = request.get(field)
    if type(value) is not int or not 0 <= value <= most:
        raise BadRequest("reckoning.whole", field=field, less=0, more=most)
    return value


def _read_number(request: PipeRequest, field: str, most: int, code: str = "reckoning.number") -> float:
    """Parse a number from −`most` to `most`, or raise `BadRequest`.

    `code` is the message code of the error.
    """
    value = request.get(field)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -most <= value <= most:
        raise BadRequest(code, field=clip(field), less=-most, more=most)
    return value


if __name__ == "__main__":
    ClubPipe().serve()
