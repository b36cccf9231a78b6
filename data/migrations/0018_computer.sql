-- A seat can be the computer's: its level, the seed of its choices, and how good its chance to win looked to it when it
-- last moved, in thousandths with draws counted half; NULL where it could not say, and for people.
ALTER TABLE seat ADD COLUMN level INTEGER CHECK (level >= 1);

ALTER TABLE seat ADD COLUMN seed INTEGER;

ALTER TABLE seat ADD COLUMN chance INTEGER;

-- The matches in which the computer is to move. Whoever thinks owns a row until `leased_until`; `interaction_id` is what
-- led there, whose token may post the move. That a move counts once is held by the version of its match.
CREATE TABLE thinking (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    not_before REAL NOT NULL,
    interaction_id INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;

CREATE INDEX thinking_due ON thinking (not_before);

ALTER TABLE server ADD COLUMN computers INTEGER NOT NULL DEFAULT 1 CHECK (computers IN (0, 1));
