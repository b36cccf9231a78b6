-- How many days a season of a league lasts; 1 is an evening of some hours.
ALTER TABLE competition ADD COLUMN days INTEGER NOT NULL DEFAULT 21 CHECK (days > 0); -- nobody

-- Whether a season with too few entrants sleeps until a member joins, instead of being put off week after week. The columns
-- put_off and reminded stay while processes of the version before may write them.
ALTER TABLE stage ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0 CHECK (asleep IN (0, 1)); -- nobody

-- Why an organiser has ruled so, and that a player asks another manager to look at it.
ALTER TABLE section_log ADD COLUMN why TEXT;

ALTER TABLE section_log ADD COLUMN happened TEXT NOT NULL DEFAULT 'ruled'
    CHECK (happened IN ('withdrawn', 'replaced', 'ruled', 'contested', 'taken_back', 'late', 'played', 'slid', 'silent'));

UPDATE section_log SET happened = what;

ALTER TABLE section_log DROP COLUMN what;

ALTER TABLE section_log RENAME COLUMN happened TO what;
