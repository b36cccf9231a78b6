"""Pairs of least total cost: a minimum-cost perfect matching in any graph.

This is Edmonds' blossom algorithm (Jack Edmonds, "Maximum matching and a polyhedron with
0,1-vertices", 1965), with one tree at a time and the nearest outer vertex kept for each vertex. It
finds a perfect matching if there is one, and of all of them one of least cost, in about n³ steps;
trying all pairings would take far too long once most players have already met.

Each vertex pays an amount (its dual variable), and no two vertices together pay more than twice the
cost of their pair; a pair for which they pay exactly that is tight. A tree of tight pairs grows
from an unmatched vertex: an outer vertex, an inner one, its partner, which is outer again, and so
on. When the tree reaches another unmatched vertex, matched and unmatched pairs along the path are
exchanged. A tight pair of two outer vertices closes an odd cycle, a blossom, which is one outer
vertex from then on: whichever of its vertices is matched to the outside, the others are matched to
each other. When no pair is newly tight, outer vertices pay more and inner ones less until one is.
In the end all matched pairs are tight, so no other matching could cost less.

All numbers are integers: the amounts that any two vertices of a tree pay differ by an even number.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

Costs = Sequence[Mapping[int, int]]
"""The cost of each possible match by vertex and partner; the same from both sides."""
Pair = tuple[int, int]

OUTER: Final = 1
INNER: Final = -1
OUTSIDE: Final = 0


def least_cost_pairs(costs: Costs) -> list[int] | None:
    """Return the partner of each vertex in a perfect matching of least cost.

    Return `None` if there is no perfect matching.
    """
    if len(costs) % 2 or not all(costs):
        return None
    search = _Search(costs)
    for vertex in range(len(costs)):
        if vertex not in search.partner and not search.match(vertex):
            return None
    return [search.partner[vertex] for vertex in range(len(costs))]


class _Node:
    """A vertex, or a blossom whose `parts` form a cycle.

    The `base` is the vertex that is matched to the outside; it is in `parts[0]`. `ties[i]` is the tight
    pair from `parts[i]` to the next part; pairs with an odd index are matched.
    """

    def __init__(self, base: int, parts: Sequence["_Node"] = (), ties: Sequence[Pair] = ()) -> None:
        self.base = base
        self.parts = list(parts)
        self.ties = list(ties)
        self.within: _Node | None = None
        self.price = 0
        """The slack of a blossom's pairs for its vertices alone; never under 0."""
        self.side = OUTSIDE
        self.way: Pair = (base, base)
        """Of an inner node: the pair by which the tree reached it.

        It runs from the outer vertex to the one in this node.
        """

    def vertices(self) -> Iterator[int]:
        """Yield all vertices of the node."""
        if not self.parts:
            yield self.base
        for part in self.parts:
            yield from part.vertices()


class _Search:
    """The state of the algorithm between two trees.

    It has each vertex's `partner`, the amount that each vertex pays, and the outermost node of each
    vertex.
    """

    def __init__(self, costs: Costs) -> None:
        self.partner: dict[int, int] = {}
        self._costs = costs
        self._pays = [min(near.values()) for near in costs]
        self._leaves = [_Node(vertex) for vertex in range(len(costs))]
        self._top = list(self._leaves)
        self._near: list[int | None] = []

    def match(self, root: int) -> bool:
        """Grow a tree from an unmatched vertex until one more pair is matched.

        Return `False` if that is impossible.
        """
        for node in self._tops():
            node.side = OUTSIDE
        self._near = [None] * len(self._costs)
        self._reach(self._top[root])
        while True:
            by, vertex, shrinking = self._next()
            if by is None:
                return False
            self._pay(by)
            if shrinking is not None:
                self._expand(shrinking)
                continue
            outer = self._near[vertex]
            assert outer is not None  # `_next` chose it
            node = self._top[vertex]
            if node.side == OUTER:
                self._shrink(outer, vertex)
            elif node.base in self.partner:
                node.side, node.way = INNER, (outer, vertex)
                self._reach(self._top[self.partner[node.base]])
            else:
                self._swap(outer, vertex)
                return True

    def _tops(self) -> list[_Node]:
        return list(dict.fromkeys(self._top))

    def _next(self) -> tuple[int | None, int, _Node | None]:
        """Return how much more must be paid until the next event, and its place.

        The event is a pair of a vertex becoming tight, or a blossom coming apart.
        """
        least: int | None = None
        at, shrinking = 0, None
        for vertex, outer in enumerate(self._near):
            side = self._top[vertex].side
            if outer is None or side == INNER:
                continue
            slack = 2 * self._costs[vertex][outer] - self._pays[outer] - self._pays[vertex]
            by = slack // 2 if side == OUTER else slack
            if least is None or by < least:
                least, at = by, vertex
        for node in self._tops():
            if node.parts and node.side == INNER and (least is None or node.price // 2 < least):
                least, shrinking = node.price // 2, node
        return least, at, shrinking

    def _pay(self, by: int) -> None:
        """Raise the amounts of outer vertices, and lower those of inner ones."""
        if by:
            for vertex, node in enumerate(self._top):
                self._pays[vertex] += by * node.side
            for node in self._tops():
                node.price += 2 * by * node.side

    def _reach(self, node: _Node) -> None:
        """Make a node an outer one."""
        node.side = OUTER
        for vertex in node.vertices():
            self._look_from(vertex)

    def _look_from(self, outer: int) -> None:
        """Record for the neighbours of a vertex that it is an outer vertex now.

        Of two outer vertices, only the earlier one learns of the other, which is enough to find their pair.
        """
        node = self._top[outer]
        for vertex in self._costs[outer]:
            if self._top[vertex] is not node:
                self._note(vertex, outer)

    def _note(self, vertex: int, outer: int) -> None:
        """Record the nearest outer vertex of a vertex.

        All slacks of a vertex change by the same amount, so it remains the nearest.
        """
        near, costs = self._near[vertex], self._costs[vertex]
        if near is None or 2 * costs[outer] - self._pays[outer] < 2 * costs[near] - self._pays[near]:
            self._near[vertex] = outer

    def _shrink(self, one: int, other: int) -> None:
        """Make a blossom of the cycle that a tight outer pair closes."""
        up, down = self._branch(self._top[one]), self._branch(self._top[other])
        while len(up) > 1 and len(down) > 1 and up[-2] is down[-2]:
            up.pop()
            down.pop()
        stem = up.pop()
        down.pop()
        up.reverse()
        ties = [self._tie(node) for node in up]
        ties.append((one, other))
        ties += [(there, here) for here, there in map(self._tie, down)]
        blossom = _Node(stem.base, [stem, *up, *down], ties)
        blossom.side = OUTER
        newly = [vertex for part in blossom.parts if part.side == INNER for vertex in part.vertices()]
        inside = list(blossom.vertices())
        for part in blossom.parts:
            part.within = blossom
        for vertex in inside:
            self._top[vertex] = blossom
            self._near[vertex] = None
        for vertex in newly:
            self._look_from(vertex)
        for outer, node in enumerate(self._top):
            if node.side == OUTER and node is not blossom:
                for vertex in self._costs[outer].keys() & inside:
                    self._note(vertex, outer)

    def _branch(self, node: _Node) -> list[_Node]:
        """Return the nodes on the path from an outer node to the root."""
        found = [node]
        while found[-1].side == INNER or found[-1].base in self.partner:
            found.append(self._top[self._tie(found[-1])[0]])
        return found

    def _tie(self, node: _Node) -> Pair:
        """Return the pair that connects a node of the tree to its parent.

        The parent's vertex comes first, then the node's own.
        """
        return node.way if node.side == INNER else (self.partner[node.base], node.base)

    def _expand(self, blossom: _Node) -> None:
        """Take apart an inner blossom whose price is 0.

        The tree continues through an even number of its pairs.
        """
        for part in blossom.parts:
            part.within, part.side = None, OUTSIDE
            for vertex in part.vertices():
                self._top[vertex] = part
        count = len(blossom.parts)
        at = blossom.parts.index(self._top[blossom.way[1]])
        step = -1 if at % 2 == 0 else 1
        reached: list[_Node] = []
        way = blossom.way
        while True:
            part = blossom.parts[at % count]
            part.side, part.way = INNER, way
            if at % count == 0:
                break
            reached.append(blossom.parts[at + step])
            way = blossom.ties[at + step] if step > 0 else blossom.ties[at - 2][::-1]
            at += 2 * step
        for part in reached:
            self._reach(part)

    def _swap(self, outer: int, vertex: int) -> None:
        """Match an outer vertex with an unmatched one outside the tree.

        Partners are exchanged all the way back to the root.
        """
        while True:
            self._turn(self._top[vertex], vertex)
            node = self._top[outer]
            former = self.partner.get(node.base)
            self._turn(node, outer)
            self.partner[vertex], self.partner[outer] = outer, vertex
            if former is None:
                return
            outer, vertex = self._top[former].way

    def _turn(self, node: _Node, base: int) -> None:
        """Make a vertex of a node its base, and match the others to each other."""
        if not node.parts:
            return
        at = node.parts.index(self._part(node, base))
        node.base = base
        node.parts = node.parts[at:] + node.parts[:at]
        node.ties = node.ties[at:] + node.ties[:at]
        self._turn(node.parts[0], base)
        for one, other in node.ties[1::2]:
            self._turn(self._part(node, one), one)
            self._turn(self._part(node, other), other)
            self.partner[one], self.partner[other] = other, one

    def _part(self, node: _Node, vertex: int) -> _Node:
        """Return the part of a blossom that contains a vertex."""
        part = self._leaves[vertex]
        while part.within is not node:
            assert part.within is not None  # the vertex is in the blossom
            part = part.within
        return part
