-- A row in hand has an owner, who renews its lease. `unclear` is 1 where Discord may have taken an earlier try.
ALTER TABLE outbox ADD COLUMN owner TEXT;

ALTER TABLE outbox ADD COLUMN unclear INTEGER NOT NULL DEFAULT 0 CHECK (unclear IN (0, 1));

-- What an older Twotone had in hand may have been sent.
UPDATE outbox SET leased_until = NULL, unclear = 1 WHERE attempts > 0;

ALTER TABLE match ADD COLUMN board_attachment_id INTEGER;

ALTER TABLE match ADD COLUMN offer_channel_id INTEGER;

ALTER TABLE match ADD COLUMN offer_message_id INTEGER;

ALTER TABLE match ADD COLUMN offer_version INTEGER;

ALTER TABLE seat ADD COLUMN dm_version INTEGER;

ALTER TABLE preference ADD COLUMN dm_channel_id INTEGER;
