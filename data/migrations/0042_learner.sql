-- Who learns from their matches, besides what `preference` says: at which hour of their own day they want a word that
-- exercises are due (NULL: none), when they are looked at for that next, and when they were last told. And on which day,
-- since the epoch, how many of their matches were put among those that are to be looked through.
CREATE TABLE learner (
    user_id INTEGER PRIMARY KEY,
    hour INTEGER CHECK (hour BETWEEN 0 AND 23),
    due_at REAL,
    told_at REAL,
    day INTEGER NOT NULL DEFAULT 0,
    looked INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX learner_due ON learner (due_at);

-- The small tasks of a game that somebody has solved, by their numbers.
CREATE TABLE first_step (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, number)
) STRICT;

-- In how many seconds somebody has named thirty squares of a game's board at best.
CREATE TABLE fastest (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT;
