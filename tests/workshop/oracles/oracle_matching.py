"""Another program looks for matchings of least cost in the same graphs.

`make oracles` runs this. `networkx` (3.6.1) finds matchings of greatest weight among those with most
pairs; weights are our costs turned round. The default tests try all pairings of small graphs.
"""

import json
import random
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

from club.competitions.reckoning.matching import least_cost_pairs

PYTHON = Path("var") / "oracles" / "networkx" / "bin" / "python"
GRAPHS = 400

MATCH = """
import json, sys
import networkx

found = []
for vertices, pairs in json.load(sys.stdin):
    graph = networkx.Graph()
    graph.add_nodes_from(range(vertices))
    most = 1 + max((cost for _, _, cost in pairs), default=0)
    graph.add_weighted_edges_from((one, other, most - cost) for one, other, cost in pairs)
    pairs_found = networkx.max_weight_matching(graph, maxcardinality=True)
    whole = 2 * len(pairs_found) == vertices
    found.append(sum(most - graph[one][other]["weight"] for one, other in pairs_found) if whole else None)
print(json.dumps(found))
"""


def graphs() -> list[tuple[int, list[tuple[int, int, int]]]]:
    """Random graphs of up to 40 vertices, with costs of all sizes."""
    chance, found = random.Random(52), list[tuple[int, list[tuple[int, int, int]]]]()
    for number in range(GRAPHS):
        vertices, density = 2 * chance.randint(1, 20), chance.choice((0.15, 0.3, 0.7, 1.0))
        highest = 10 ** (number % 9)
        found.append(
            (
                vertices,
                [
                    (one, other, chance.randint(0, highest))
                    for one, other in combinations(range(vertices), 2)
                    if chance.random() < density
                ],
            )
        )
    return found


def least_cost(vertices: int, pairs: list[tuple[int, int, int]]) -> int | None:
    """Return what our matching costs, `None` if there is none."""
    costs: list[dict[int, int]] = [{} for _ in range(vertices)]
    for one, other, cost in pairs:
        costs[one][other] = costs[other][one] = cost
    partners = least_cost_pairs(costs)
    return None if partners is None else sum(costs[at][other] for at, other in enumerate(partners)) // 2


def test_it_finds_no_cheaper_matching_and_none_where_there_is_none() -> None:
    given = graphs()
    done = subprocess.run(
        [str(PYTHON), "-c", MATCH], input=json.dumps(given), check=True, capture_output=True, text=True
    )
    theirs: Any = json.loads(done.stdout)
    assert [least_cost(*graph) for graph in given] == theirs
    assert 20 < theirs.count(None) < GRAPHS / 2
