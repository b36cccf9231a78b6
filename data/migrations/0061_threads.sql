-- When the thread of a match is looked at next, so that Discord does not archive it while the match runs: after seven silent
-- days it would, and buttons in an archived thread are dead.
ALTER TABLE match ADD COLUMN look_at REAL; -- nobody

CREATE INDEX match_thread_look ON match (look_at) WHERE status = 'running' AND thread_id IS NOT NULL;

UPDATE match SET look_at = turn_at + 518400 WHERE status <> 'over' AND thread_id IS NOT NULL;
