"""What people do with one another: the use-cases, without Discord, and the only writers of the store.

`club.Club` is the one value that handlers need. `matches`, `challenges`, `offers` and `preferences` are its parts;
`posts` says what the outbox holds; `refusals` says what cannot be done; `alarm` does work when it is due.
"""
