-- What a look through a finished match has found of somebody who played it and wants to learn: their accuracy in
-- hundredths (NULL: they never had a choice, or the look failed twice), what their moves lost of the chance to win in
-- each third of the match, in thousandths, and the ply of the move that cost them most, if any, with its cost and the
-- code of what was wrong with it.
CREATE TABLE appraisal (
    user_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    accuracy INTEGER CHECK (accuracy BETWEEN 0 AND 100),
    lost_early INTEGER NOT NULL,
    lost_middle INTEGER NOT NULL,
    lost_late INTEGER NOT NULL,
    ply INTEGER,
    cost INTEGER NOT NULL,
    lesson TEXT,
    PRIMARY KEY (user_id, match_id)
) STRICT;

CREATE INDEX appraisal_match ON appraisal (match_id);
