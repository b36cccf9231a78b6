-- The processes that run on this database, each under a name drawn at its start, with the shards that it has as text.
-- One that has not been seen for its lease is gone, and what it had in hand is anybody's; `leaving` is told to end.
CREATE TABLE process (
    name TEXT PRIMARY KEY,
    shards TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at REAL NOT NULL,
    seen_at REAL NOT NULL,
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1))
) STRICT;

CREATE INDEX clock_owner ON clock (owner) WHERE owner IS NOT NULL;
