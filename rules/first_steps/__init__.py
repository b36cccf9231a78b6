"""First steps: six small tasks a game for somebody new to it, each a position and a goal that the rules check."""
