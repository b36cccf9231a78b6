-- Since when a message has been due that was tried and not taken; NULL: since `not_before`. Each try moves that one ahead.
ALTER TABLE outbox ADD COLUMN due_since REAL;

CREATE INDEX outbox_late ON outbox (due_since) WHERE due_since IS NOT NULL;
