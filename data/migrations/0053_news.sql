-- What happened to a stage of a competition, there to its round or section `number`, and is to be told to the host's
-- webhook. The process that tells it owns its row until `leased_until`. Matches stay in `hook`, which older processes know.
CREATE TABLE stage_hook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    what TEXT NOT NULL,
    stage_id INTEGER NOT NULL REFERENCES stage (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    made_at REAL NOT NULL,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL,
    UNIQUE (stage_id, what, number)
) STRICT;

CREATE INDEX stage_hook_due ON stage_hook (not_before);
