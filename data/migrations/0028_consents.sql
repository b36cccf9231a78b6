-- What the computer agreed to was stored with the interaction of whoever asked, but without them beside it, and so was a
-- challenge that was open again because its opponent called the match off. Both outlived a person who was forgotten.
UPDATE event SET interaction_id = NULL
    WHERE user_id IS NULL AND interaction_id IS NOT NULL AND match_id IN (SELECT match_id FROM seat WHERE user_id = 0);

UPDATE challenge SET interaction_id = NULL WHERE anyone = 1 AND interaction_id IS NOT NULL;

-- Where somebody was forgotten, the file is searched once more for bytes of theirs.
UPDATE meta SET value = '1' WHERE key = 'wipe';
