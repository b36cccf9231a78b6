"""Which players are connected to which others by rated matches.

This keeps made-up accounts from counting. An account that plays only its maker, or only other such
accounts, is connected to everyone else through one person alone. So a match counts only if each of
its players would still belong to the largest part of their connected group without the other. The
parts are found by one depth-first search (Hopcroft and Tarjan, "Algorithm 447", 1973).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

Pair = tuple[int, int]


def counted_pairs(pairs: Iterable[Pair]) -> set[frozenset[int]]:
    """Return the pairs whose matches count, of all pairs that have played.

    Both players of a pair must also have met someone else.
    """
    met: dict[int, set[int]] = {}
    for first, second in pairs:
        met.setdefault(first, set()).add(second)
        met.setdefault(second, set()).add(first)
    cut_off = _cut_off(met)
    return {
        frozenset((player, other))
        for player, others in met.items()
        for other in others
        if len(others) > 1
        and len(met[other]) > 1
        and (player, other) not in cut_off
        and (other, player) not in cut_off
    }


def _cut_off(met: Mapping[int, Collection[int]]) -> set[Pair]:
    """Return the pairs (player, other) that depend on the player alone.

    Without the player, the other would not be in the largest part of the remaining group.
    """
    found: set[Pair] = set()
    seen: set[int] = set()
    for start in met:
        if start in seen:
            continue
        order, parents, lowest, sizes = _search_depth_first(met, start)
        seen.update(order)
        for player in order:
            children = [each for each in met[player] if parents.get(each) == player]
            # A child from which nothing leads past the player is a part of its own, with all below it.
            own = [each for each in children if lowest[each] >= order[player]]
            rest = len(order) - 1 - sum(sizes[each] for each in own)
            largest = max(rest, *(sizes[each] for each in own)) if own else rest
            apart = {each: sizes[each] for each in own}
            for other in met[player]:
                part = next(
                    (size for child, size in apart.items() if _below(other, child, order, sizes)), rest
                )
                if part < largest:
                    found.add((player, other))
    return found


def _search_depth_first(
    met: Mapping[int, Collection[int]], start: int
) -> tuple[dict[int, int], dict[int, int], dict[int, int], dict[int, int]]:
    """Search all players connected to `start`, depth first.

    Return four mappings for the players found: the number in order of the search, the parent, the
    lowest number met by the player or anyone below them, and the size of the subtree.
    """
    order, parents, lowest, sizes = {start: 0}, dict[int, int](), {start: 0}, {start: 1}
    path: list[tuple[int, Iterator[int]]] = [(start, iter(met[start]))]
    while path:
        player, others = path[-1]
        other = next(others, None)
        if other is None:
            path.pop()
            if path:
                parent = path[-1][0]
                lowest[parent] = min(lowest[parent], lowest[player])
                sizes[parent] += sizes[player]
        elif other not in order:
            order[other] = lowest[other] = len(order)
            parents[other], sizes[other] = player, 1
            path.append((other, iter(met[other])))
        elif parents.get(player) != other:
            lowest[player] = min(lowest[player], order[other])
    return order, parents, lowest, sizes


def _below(player: int, child: int, order: Mapping[int, int], sizes: Mapping[int, int]) -> bool:
    """Whether a player is the child or below it in the search tree.

    A subtree has consecutive numbers.
    """
    return order[child] <= order[player] < order[child] + sizes[child]
