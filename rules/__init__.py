"""What may be played: pure rules, standard library only.

Knows nothing of pictures, storage, Discord or languages. `catalogue` lists the games, `game` is the contract
that each of them meets, `match` plays one; `python -m rules` drives them over a `pipe`. Whatever people read is a
message of `words`.
"""
