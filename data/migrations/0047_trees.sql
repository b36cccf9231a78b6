-- Finished matches that are to be counted in the trees of openings. The process that counts owns a row until
-- `leased_until`.
CREATE TABLE tree_job (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;

CREATE INDEX tree_job_due ON tree_job (not_before);

-- Games with their options, as JSON text: each has a tree of its own.
CREATE TABLE tree_kind (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    UNIQUE (game, options)
) STRICT;

-- What each counted match has added to a tree: positions and replies, as JSON text, and whether its seats are the other
-- way round there, as after an opening of an odd number of moves.
CREATE TABLE tree_line (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    kind_id INTEGER NOT NULL REFERENCES tree_kind (id) ON DELETE CASCADE,
    turned INTEGER NOT NULL CHECK (turned IN (0, 1)),
    told TEXT NOT NULL
) STRICT;

-- How often somebody's matches went on from a position (`node`, 0 for the start) with a reply, and how they ended: by the
-- place where they were played (0 where only their player may see it) and by the side that they played. A row that
-- `stands` counts for the server too, to which every match belongs once.
CREATE TABLE tree_count (
    user_id INTEGER NOT NULL,
    node INTEGER NOT NULL,
    kind_id INTEGER NOT NULL REFERENCES tree_kind (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    stands INTEGER NOT NULL CHECK (stands IN (0, 1)),
    reply TEXT NOT NULL,
    first INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    second INTEGER NOT NULL,
    PRIMARY KEY (user_id, node, kind_id, guild_id, channel_id, side, stands, reply)
) STRICT, WITHOUT ROWID;

-- All that a step in the tree of a server reads: for each position a row of every player, channel and reply.
CREATE INDEX tree_count_server ON tree_count
(guild_id, node, kind_id, channel_id, user_id, reply, first, drawn, second) WHERE stands = 1;

CREATE INDEX preference_hidden ON preference (user_id) WHERE profile_shown = 0;

INSERT INTO tree_job (match_id, not_before)
SELECT id, updated_at FROM match
WHERE status = 'over' AND start IS NULL AND plies > 0
AND (winner IS NOT NULL OR reason NOT LIKE 'ended.%');
