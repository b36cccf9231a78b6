-- Whoever took a hint in a puzzle, wherever that was, is named nowhere among its first solvers: `hinted` is 1 from then on,
-- with `solved` 0 until they solve it. Who was shown the solution has neither.
ALTER TABLE puzzle ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0 CHECK (hinted IN (0, 1));
