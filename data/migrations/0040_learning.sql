-- Whether somebody's own mistakes come back to them as exercises.
ALTER TABLE preference ADD COLUMN learning INTEGER NOT NULL DEFAULT 0 CHECK (learning IN (0, 1));

-- Finished matches that are to be looked through for exercises. The process that looks owns a row until `leased_until`.
CREATE TABLE learning (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;

CREATE INDEX learning_due ON learning (not_before);

-- Positions from somebody's matches that they solve again: what each is, in a line of text, and the key that it is known
-- by. It is due from the day `due_day` on, counted from the epoch in their own time zone (NULL: they know it), and
-- `step` says how many days later it comes back then.
CREATE TABLE exercise (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    told TEXT NOT NULL,
    step INTEGER NOT NULL DEFAULT 0,
    due_day INTEGER,
    made_at REAL NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT;

CREATE INDEX exercise_match ON exercise (match_id);
