-- What the ends of a match are worth in a stage, and draws that one side has ended ahead: what there was has the usual scoring,
-- which does not know such draws.
ALTER TABLE stage ADD COLUMN scoring TEXT NOT NULL DEFAULT 'usual' CHECK (scoring IN ('usual', 'halves', 'delft', 'plus')); -- nobody

ALTER TABLE pairing ADD COLUMN counts TEXT CHECK (counts IN ('first', 'second', 'draw', 'first_ahead', 'second_ahead', 'none'));

UPDATE pairing SET counts = result WHERE result IS NOT NULL;

ALTER TABLE pairing DROP COLUMN result;

ALTER TABLE pairing RENAME COLUMN counts TO result;

ALTER TABLE pairing ADD COLUMN counts TEXT CHECK (counts IN ('first', 'second', 'draw', 'first_ahead', 'second_ahead', 'none'));

UPDATE pairing SET counts = ruling WHERE ruling IS NOT NULL;

ALTER TABLE pairing DROP COLUMN ruling;

ALTER TABLE pairing RENAME COLUMN counts TO ruling;

ALTER TABLE section_log ADD COLUMN counts TEXT CHECK (counts IN ('first', 'second', 'draw', 'first_ahead', 'second_ahead', 'none'));

UPDATE section_log SET counts = result WHERE result IS NOT NULL;

ALTER TABLE section_log DROP COLUMN result;

ALTER TABLE section_log RENAME COLUMN counts TO result;
