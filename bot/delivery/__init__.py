"""Posts what the outbox holds: `drain` claims rows, a file for each kind of post shows them, `wire` sends them."""
