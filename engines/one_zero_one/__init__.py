"""One Zero One from what a seat has seen: which hands the other may hold, what a display is worth, levels."""
