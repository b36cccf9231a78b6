"""The live board: the one page through which members also play.

Its protocol is in `docs/protocol.md`.
"""
