-- Whoever took a hint in a server's daily puzzle is not named among its first solvers: `hinted` is 1 from then on, with
-- `solved` 0 until they solve it. Who was shown the solution after that has neither.
ALTER TABLE puzzle_solver ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0 CHECK (hinted IN (0, 1));
