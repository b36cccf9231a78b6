"""One Zero One (David Harding). Rulebook: `one-zero-one.txt`.

`cards` and `decks` are what one plays with, `program` is the display, `commands` what each card does there (one
function a command), `turn` a turn of INPUT, EXECUTE and LOAD. `notation` reads and writes moves, `setup`
positions; `view` is all that pictures and words may know; `game` is the contract's side of it.
"""
