-- A row that can be sent by the token of an interaction is its holder's until `reserved_until`. Tokens are never stored.
ALTER TABLE outbox ADD COLUMN reserved_for TEXT;

ALTER TABLE outbox ADD COLUMN reserved_until REAL;
