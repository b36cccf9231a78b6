-- The day on which a member was last shown the solution of a puzzle: no streak brings it again within a week. Of what there was,
-- the day of the one record is known.
ALTER TABLE puzzle ADD COLUMN shown INTEGER; -- theirs

UPDATE puzzle SET shown = day WHERE solved = 0 AND hinted = 0;
