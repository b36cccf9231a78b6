"""A slow second list of the legal turns, from the protocol's form alone.

It tries every card and reads the book each time.
"""

from typing import Any

Board = dict[tuple[int, int], bool]
AXES: dict[str | None, dict[str, tuple[int, int] | None]] = {
    "h": {"<": (0, -1), ">": (0, 1)},
    "v": {"^": (-1, 0), "v": (1, 0)},
    None: {"": None},
}


def legal(dump: dict[str, Any]) -> set[str]:
    """Every legal turn as written."""
    board = {
        (row, column): True
        for row, line in enumerate(dump["lines"].values())
        for column, card in enumerate(line)
        if card
    }
    hand = [_name(card) for card in dump["hands"][dump["turn"]]]
    pile = [_name(card) for card in dump["cut"]]
    found = set()
    for row in range(5):
        above = [sum(r == upper for r, _ in board) for upper in range(row)]
        if row >= 2 and min(above) < 3:
            continue
        column = 0
        while (row, column) in board:
            column += 1
        for first, *rest in _turns(board, (row, column), hand, pile, hand):
            found.add(" : ".join([f"{first} {10 * (row + 1)}", *rest]))
    return found


def _turns(
    board: Board, cell: tuple[int, int], hand: list[str], pile: list[str], supply: list[str]
) -> list[list[str]]:
    """All that can be written from here on, with repetitions."""
    found = []
    for number, name in enumerate(supply):
        axis = name[-1] if "-" in name else None
        left = supply[:number] + supply[number + 1 :]
        new_hand, new_pile = (left, pile) if supply is hand else (hand, left)
        after = board | {cell: True}
        for mark, way in AXES[axis].items():
            written = name + mark
            brought = new_hand if name.startswith("PRINT") else new_pile if name.startswith("PASTE") else []
            over = all((4, column) in after for column in range(3))
            target = (cell[0] + way[0], cell[1] + way[1]) if way else (-1, -1)
            if over or not brought or target in after or not _on_display(*target):
                found.append([written])
            else:
                found += [[written, *rest] for rest in _turns(after, target, new_hand, new_pile, brought)]
    return found


def _on_display(row: int, column: int) -> bool:
    return column >= 0 and (0 <= row <= 3 or (row == 4 and column <= 2))


def _name(card: dict[str, Any]) -> str:
    return f"{card['command']}-{card['axis']}" if card["axis"] else str(card["command"])
