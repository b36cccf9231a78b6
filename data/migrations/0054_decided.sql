-- The third of a match in which it was decided, from 0; NULL for a draw, where something is hidden, and where nobody has
-- looked for it.
ALTER TABLE appraisal ADD COLUMN decided INTEGER CHECK (decided BETWEEN 0 AND 2);
