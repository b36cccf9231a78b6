-- Tournaments are competitions of other kinds. SQLite cannot change a CHECK, so the column is made anew.
ALTER TABLE competition ADD COLUMN sort TEXT NOT NULL DEFAULT 'league'
    CHECK (sort IN ('league', 'swiss', 'robin', 'knockout'));

ALTER TABLE competition DROP COLUMN kind;

ALTER TABLE competition RENAME COLUMN sort TO kind;

-- The only stage of a tournament has rounds: `round` is the one that is played, or that people are called to since
-- `called_at`; of `rounds` in all (NULL until it starts, where the organiser names no number). `closes_at` is when its
-- call, or its time, is over.
ALTER TABLE stage ADD COLUMN round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0);

ALTER TABLE stage ADD COLUMN rounds INTEGER CHECK (rounds > 0);

ALTER TABLE stage ADD COLUMN called_at REAL;

-- The last round for which somebody has said that they are here, and when; the round in which they had the bye.
ALTER TABLE entrant ADD COLUMN here INTEGER;

ALTER TABLE entrant ADD COLUMN here_at REAL;

ALTER TABLE entrant ADD COLUMN bye INTEGER;

-- The message that showed a section before its card was to be posted anew: that is no trace of the new one.
ALTER TABLE section ADD COLUMN former_id INTEGER;

-- Of a round that the organiser has taken back: it counts as if it had never been.
ALTER TABLE pairing ADD COLUMN void INTEGER NOT NULL DEFAULT 0 CHECK (void IN (0, 1));

-- A round was taken back (its number is `round`), or somebody came late.
ALTER TABLE section_log ADD COLUMN happened TEXT NOT NULL DEFAULT 'ruled'
    CHECK (happened IN ('withdrawn', 'replaced', 'ruled', 'taken_back', 'late'));

UPDATE section_log SET happened = what;

ALTER TABLE section_log DROP COLUMN what;

ALTER TABLE section_log RENAME COLUMN happened TO what;

ALTER TABLE section_log ADD COLUMN round INTEGER;
