-- Where a counted match counts (0 where only its player may see it), and whether it counts for the server too; NULL where
-- an older process has counted it. A private match that was taken into a channel after it was counted has left wrong
-- counts behind, and a server's tree had matches of those who hide their profile: everything is counted anew.
ALTER TABLE tree_line ADD COLUMN guild_id INTEGER;
ALTER TABLE tree_line ADD COLUMN channel_id INTEGER;
ALTER TABLE tree_line ADD COLUMN stands INTEGER CHECK (stands IN (0, 1));

INSERT INTO tree_job (match_id, not_before)
SELECT tree_line.match_id, match.updated_at FROM tree_line JOIN match ON match.id = tree_line.match_id
WHERE tree_line.match_id NOT IN (SELECT match_id FROM tree_job);

DELETE FROM tree_count;

DELETE FROM tree_line;
