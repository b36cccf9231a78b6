-- The card of every challenge goes through the outbox. An open challenge whose card was lost gets one now.
INSERT INTO outbox (dedup, challenge_id, kind, version, payload, not_before, unclear)
SELECT 'card' || id, id, 'card', 0, '{}', created_at, 1
FROM challenge WHERE status = 'open' AND message_id IS NULL;
