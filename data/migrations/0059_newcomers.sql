-- Why a rated match does not count may be that a player had enough of them against newcomers within a week: what has ended
-- before counts as it did.
ALTER TABLE rated ADD COLUMN reason TEXT CHECK (reason IN ('absence', 'moderator', 'newcomers'));

UPDATE rated SET reason = void WHERE void IS NOT NULL;

ALTER TABLE rated DROP COLUMN void;

ALTER TABLE rated RENAME COLUMN reason TO void;
