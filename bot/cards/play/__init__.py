"""Cards for playing: challenges, boards, moves, offers, finished matches."""
