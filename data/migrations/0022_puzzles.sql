-- The puzzles that somebody has been through, each once. `solved` is 0 where they asked for the solution first; `day` is
-- the number of the day since the epoch, by which days in a row are counted.
CREATE TABLE puzzle (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    day INTEGER NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT;
