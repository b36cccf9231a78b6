"""The live board, on which members also play, and its page, which the lab shares."""
