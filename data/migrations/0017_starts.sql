-- A match can begin from a position that somebody has brought along, and so can a challenge: JSON text as the rules
-- dump it, NULL for the usual beginning.
ALTER TABLE challenge ADD COLUMN start TEXT;

ALTER TABLE match ADD COLUMN start TEXT;
