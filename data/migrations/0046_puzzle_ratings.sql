-- What came of somebody's first try at a puzzle: `won` is 1 where it was solved at once and without help. `points` and
-- `strength` are the ratings of theirs and of the puzzle's after it, `gain` and `strength_gain` what it changed of them;
-- NULL where it was not rated, in a streak or a race. `again` is 1 once they have solved it at a later try.
CREATE TABLE puzzle_try (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    game TEXT NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    at REAL NOT NULL,
    points REAL,
    gain REAL,
    strength REAL,
    strength_gain REAL,
    again INTEGER NOT NULL DEFAULT 0 CHECK (again IN (0, 1)),
    PRIMARY KEY (user_id, key)
) STRICT;

-- How good people are at the puzzles of a game, by their first tries; the last was `at`.
CREATE TABLE puzzle_rating (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    at REAL NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT;

-- How hard puzzles are, by everybody's first tries. `told_points` and `told_deviation` are what is shown and counted
-- with: they follow after every few tries only, so that nobody learns from them what one person did.
CREATE TABLE puzzle_strength (
    key TEXT PRIMARY KEY,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    tries INTEGER NOT NULL,
    told_points REAL NOT NULL,
    told_deviation REAL NOT NULL
) STRICT;

-- The streak and the race that somebody is in, or was in last: the `keys` of its puzzles in order, of which `step` were
-- done and `solved` solved. A race has so many seconds left, and its clock goes from `since` on (NULL: it stands).
CREATE TABLE puzzle_run (
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('streak', 'race')),
    guild_id INTEGER,
    game TEXT NOT NULL,
    keys TEXT NOT NULL,
    step INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    seconds_left REAL NOT NULL,
    since REAL,
    ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
    PRIMARY KEY (user_id, kind)
) STRICT;

-- The best streak and race of everybody on a server in a month, which counts from the year 0.
CREATE TABLE puzzle_best (
    guild_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('streak', 'race')),
    month INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    solved INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, kind, month, user_id)
) STRICT;

CREATE INDEX puzzle_best_person ON puzzle_best (user_id);
