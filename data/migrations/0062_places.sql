-- A place from a file has the rating that the player has there.
ALTER TABLE entrant ADD COLUMN rating INTEGER CHECK (rating >= 0); -- nobody

-- By whose rules the rounds of a Swiss are paired: our own, or FIDE's. What there was is paired by our own.
ALTER TABLE stage ADD COLUMN system TEXT NOT NULL DEFAULT 'club' CHECK (system IN ('club', 'fide')); -- nobody

-- Checkers with another aim are a game of their own in ratings. Matches that were rated before get its key, and their servers
-- are counted again.
UPDATE rated SET game = game || ':lose' WHERE game NOT LIKE '%:%'
    AND match_id IN (SELECT id FROM match WHERE options LIKE '%"aim": "lose"%');

UPDATE rated SET game = game || ':crown' WHERE game NOT LIKE '%:%'
    AND match_id IN (SELECT id FROM match WHERE options LIKE '%"aim": "crown"%');

UPDATE rating_list SET recount = recount + 1
    WHERE guild_id IN (SELECT guild_id FROM rated WHERE game LIKE '%:%');
