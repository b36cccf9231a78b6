"""One Zero One (David Harding). Rulebook: `one-zero-one.txt`.

`playing_cards` and `decks` are the equipment, `program` is the display, and `commands` has one
function for each card's command. `turn` carries out a turn of INPUT, EXECUTE and LOAD. `notation`
reads and writes moves, `position_setup` positions. `view` has everything that pictures and words
may know. `game` implements the contract.
"""
