"""Web pages outside of Discord.

They only read data, and are loaded only if the host has set `PUBLIC_URL`.
"""
