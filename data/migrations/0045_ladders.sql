-- A challenge on a ladder: the places of both at that moment. Whoever had the greater one has challenged the other.
ALTER TABLE pairing ADD COLUMN first_place INTEGER CHECK (first_place > 0);

ALTER TABLE pairing ADD COLUMN second_place INTEGER CHECK (second_place > 0);

-- On a ladder: a challenge was played, somebody has slid past the one below, or was silent for a month with nobody to
-- pass them. The places follow from what happened, in this order.
ALTER TABLE section_log ADD COLUMN happened TEXT NOT NULL DEFAULT 'ruled'
    CHECK (happened IN ('withdrawn', 'replaced', 'ruled', 'taken_back', 'late', 'played', 'slid', 'silent'));

UPDATE section_log SET happened = what;

ALTER TABLE section_log DROP COLUMN what;

ALTER TABLE section_log RENAME COLUMN happened TO what;

-- An event of Discord's that tells of a stage: that it starts or closes `at` a time. Without `event_id` somebody has
-- deleted it there, and it is not made again.
CREATE TABLE stage_event (
    stage_id INTEGER NOT NULL REFERENCES stage (id) ON DELETE CASCADE,
    what TEXT NOT NULL CHECK (what IN ('start', 'close')),
    at REAL NOT NULL,
    event_id INTEGER,
    PRIMARY KEY (stage_id, what)
) STRICT;
