"""The rules of the games, pure Python with only the standard library.

The package knows nothing of pictures, storage, Discord or languages. `catalogue` lists the games,
`game` is the contract that each of them meets, and `match` plays one. `python -m rules` drives
them over a `pipe`. Every text that people read is a message of `words`.
"""
