"""Discord's API v10 as the bot meets it: REST over HTTP (`rest`) and the gateway's websocket (`gateway`).

`routes` lists which function answers which request.
"""
