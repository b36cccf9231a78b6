-- Since when whoever is to move has been so, when the other has nudged them, when it was noticed that they have left the
-- server; `due_at` is when the board next changes because of that, NULL where it does not. Two weeks are 1209600 seconds.
ALTER TABLE match ADD COLUMN turn_at REAL NOT NULL DEFAULT 0;

ALTER TABLE match ADD COLUMN nudged_at REAL;

ALTER TABLE match ADD COLUMN absent_at REAL;

ALTER TABLE match ADD COLUMN due_at REAL;

UPDATE match SET turn_at = COALESCE(
    (SELECT MAX(at) FROM event WHERE match_id = match.id AND kind IN ('move', 'takeback')), created_at
);

UPDATE match SET due_at = turn_at + 1209600 WHERE status = 'running';

CREATE INDEX match_due ON match (due_at) WHERE due_at IS NOT NULL;

-- A match whose place is gone is found by its players, who can take it elsewhere.
ALTER TABLE seat ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1));

UPDATE seat SET suspended = 1
WHERE match_id IN (SELECT id FROM match WHERE status = 'suspended' AND set_aside IS NULL);

CREATE INDEX seat_suspended ON seat (user_id) WHERE suspended = 1;

-- An open challenge comes back when its match is cancelled, and a match has one rematch at a time.
ALTER TABLE challenge ADD COLUMN anyone INTEGER NOT NULL DEFAULT 0 CHECK (anyone IN (0, 1));

UPDATE challenge SET anyone = 1 WHERE opponent_id IS NULL;

ALTER TABLE challenge ADD COLUMN rematch_of INTEGER REFERENCES match (id) ON DELETE SET NULL;

CREATE UNIQUE INDEX challenge_rematch ON challenge (rematch_of)
WHERE rematch_of IS NOT NULL AND status IN ('open', 'accepted');

CREATE INDEX challenge_match ON challenge (match_id) WHERE match_id IS NOT NULL;

CREATE INDEX seat_finished ON seat (user_id, match_id) WHERE running = 0;
