"""How people meet the games: discord.py.

`client` puts the rooms together. `router` and the command tree lead each interaction to a handler in `cogs`, which
gets the club and one `request`. `cards` says what each message shows; `delivery` posts what the outbox holds, through
`posting`; `codes` holds Discord's error codes. `config`, `health` and `logs` are the host's.
"""
