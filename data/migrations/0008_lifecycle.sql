-- A board that was succeeded is known by the version it shows, for moves can be taken back and made otherwise.
UPDATE outbox SET payload = json_set(json_remove(payload, '$.plies'), '$.version', COALESCE((
    SELECT event.version FROM event WHERE event.match_id = outbox.match_id AND event.kind = 'move'
    AND json_extract(outbox.payload, '$.plies') = (
        SELECT COUNT(*) FROM event AS earlier
        WHERE earlier.match_id = event.match_id AND earlier.kind = 'move' AND earlier.version <= event.version
    )
), 0))
WHERE kind = 'strip';
