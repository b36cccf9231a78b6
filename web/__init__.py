"""Web pages outside of Discord.

They read the club and never write, and are loaded only if the host has set `PUBLIC_URL`.
"""
