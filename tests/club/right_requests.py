"""A right request of each verb of the club's pipe."""

GAME = {"at": 0, "first": "Ada", "second": "Ben", "winner": "Ada", "game": "binar"}

RESULT = {"first": "Ada", "second": "Ben", "winner": "Ada"}

THERE = {"name": "Ada", "points": 0, "firsts": 0, "met": [], "bye": False}

RIGHT: dict[str, dict[str, object]] = {
    "rate": {"games": [GAME], "advantage": {"binar": 10}, "now": 86400},
    "table": {"players": ["Ada", "Ben", "Cy"], "results": [RESULT], "withdrawn": ["Cy"]},
    "ranks": {"players": ["Ada", "Ben", "Cy"], "results": [RESULT], "remaining": [["Ada", "Cy"]]},
    "rounds": {"players": 4},
    "pair": {"players": [THERE, {**THERE, "name": "Ben"}]},
}
"""A request of each verb that is carried out."""
