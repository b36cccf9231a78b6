"""What the metrics may be called by."""

LABELS = frozenset(
    (
        "code",
        "door",
        "event",
        "game",
        "kind",
        "le",
        "state",
        "week",
        "level",
        "method",
        "page",
        "picture",
        "python",
        "route",
        "shard",
        "sqlite",
        "status",
        "version",
        "why",
    )
)
"""All metric labels.

None of them can name a person, a server, a channel or a match.
"""
