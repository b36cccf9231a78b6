-- When the next session with Discord may be begun, for each bucket of shards (shard % max_concurrency): one row for all
-- processes, which claim it in turn.
CREATE TABLE session_start (
    bucket INTEGER PRIMARY KEY,
    next_at REAL NOT NULL
) STRICT;

-- The newest schema that a process knows; 0 of those that began before this was told.
ALTER TABLE process ADD COLUMN schema INTEGER NOT NULL DEFAULT 0;

-- The language that a server has at Discord, where a process that does not see the server may have to post there.
ALTER TABLE server ADD COLUMN locale TEXT;
