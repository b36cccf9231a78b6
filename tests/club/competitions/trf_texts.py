"""Texts of TRF16 files."""


def line(number: int, *cells: str, name: str = "", rating: object = "") -> str:
    """An entrant's line with the cells of the rounds, each as `12 w 1`."""
    head = f"001 {number:4}      {name or f'Player {number}':<33} {rating!s:>4}{' ' * 27}"
    return f"{head} {1.5:4} {number:4}" + "".join(f"  {cell:>8}" for cell in cells)


def trf(*lines: str, rounds: int | None = 3) -> bytes:
    return "\n".join((*lines, *([f"XXR {rounds}"] if rounds else []), "")).encode()


ONE_ROUND = (
    line(1, "3 w 1", name="Ivanov, Ivan", rating=2150),
    line(2, "4 b =", rating=1900),
    line(3, "1 b 0"),
    line(4, "2 w ="),
    line(5, "0000 - U"),
)
