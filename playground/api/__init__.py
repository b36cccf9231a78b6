"""Discord's API v10 as the bot meets it.

`rest` is REST over HTTP, `gateway` is the gateway's websocket. `routes` lists which function
answers which request.
"""
