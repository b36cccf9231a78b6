"""The live board: its page, which the lab shares."""
