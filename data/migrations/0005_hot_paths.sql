-- What is done when a channel goes away looks at its own open challenges only.
CREATE INDEX challenge_channel ON challenge (channel_id) WHERE status = 'open';
