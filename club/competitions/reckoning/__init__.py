"""What competitions are counted by: results, tables, ranks, rounds, brackets, ladders.

Pure and of plain values, players being whatever names them; `python -m club` answers by it.
"""
