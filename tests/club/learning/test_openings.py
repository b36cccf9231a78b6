"""The trees of openings.

They say what was played from a position, to those who may know of it.
"""

import pytest

from club.learning.openings import TreeOwner, path_to
from club.learning.trails import PLIES, board_key, node_number, tree_line
from club.members.people import Act, Person
from club.play.course.computer import TWOTONE
from club.play.course.nearness import BY_HEART
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.explorer import HERE, OWN, asks, explorers, play_line, rows, tree, wait_for_trees, ways
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions, make_challenge, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room
from tests.rules.playouts import random_match

__all__ = ["explorers"]

SECRET = 12
"""A channel that only some may see."""


@pytest.mark.both_databases
async def test_matches_are_counted_by_position_reply_and_result(explorers: Room) -> None:
    await play_line(explorers, "9-13 21-17 5-9")
    await play_line(explorers, "9-13 22-18", loser=0)
    await play_line(explorers, "11-15", loser=None)
    await wait_for_trees(explorers)
    assert await tree(explorers, OWN, asks(ANN)) == {"9-13": (1, 0, 1), "11-15": (0, 1, 0)}
    assert await tree(explorers, OWN, asks(ANN), "9-13") == {"21-17": (1, 0, 0), "22-18": (0, 0, 1)}
    assert await tree(explorers, OWN, asks(ANN), "9-13", "22-18") == {}
    assert await tree(explorers, TreeOwner(BEN.id), asks(BEN), "9-13", "21-17") == {"5-9": (1, 0, 0)}
    assert await tree(explorers, TreeOwner(CLEO.id), asks(CLEO)) == {}


async def test_what_waits_to_be_counted_is_said_and_counted_at_the_next_start(room: Room) -> None:
    await play_line(room, "9-13")
    assert await tree(room, OWN, asks(ANN)) == {}
    assert await room.club.learning.openings.has_uncounted_match(
        ANN.id
    ) and not await room.club.learning.openings.has_uncounted_match(CLEO.id)
    room.time[0] -= 3600.0
    await room.club.processes.open(3600.0)
    await room.club.learning.tree_counter.jobs.open()
    await wait_for_trees(room)
    await room.club.learning.tree_counter.jobs.stop()
    assert not await room.club.learning.openings.has_uncounted_match(ANN.id)
    assert await tree(room, OWN, asks(ANN)) == {"9-13": (1, 0, 0)}


async def test_other_ways_to_a_position_meet_in_it(explorers: Room) -> None:
    await play_line(explorers, "9-13 21-17 11-15 22-18")
    await play_line(explorers, "11-15 21-17 9-13 23-18", loser=0)
    await wait_for_trees(explorers)
    found = await tree(explorers, OWN, asks(ANN), "11-15", "21-17", "9-13")
    assert found == {"22-18": (1, 0, 0), "23-18": (0, 0, 1)}


async def test_one_side_of_ones_own_matches_can_be_looked_at_alone(explorers: Room) -> None:
    await play_line(explorers, "9-13")
    await play_line(explorers, "11-15", people=(BEN, ANN))
    await wait_for_trees(explorers)
    assert await tree(explorers, TreeOwner(ANN.id, 0), asks(ANN)) == {"9-13": (1, 0, 0)}
    assert await tree(explorers, TreeOwner(ANN.id, 1), asks(ANN)) == {"11-15": (1, 0, 0)}
    assert len(await tree(explorers, OWN, asks(ANN))) == 2


async def test_an_opening_of_the_tables_is_gone_through_from_the_usual_start(explorers: Room) -> None:
    """An opening of the tables is reached from the usual start.

    After its three moves White begins the match, so that seat 0 plays the tree's second side.
    """
    table = await play_line(explorers, "", options={"opening": "3-move 001"}, loser=None)
    assert tree_line(table.match) is None, "nobody has moved"
    table = await play_line(explorers, "17-14", options={"opening": "3-move 001"}, loser=1)
    assert table.player(0).user_id == ANN.id and str(table.side(0)) == "White"
    await wait_for_trees(explorers)
    assert await tree(explorers, OWN, asks(ANN)) == {"9-13": (0, 0, 1)}
    assert await tree(explorers, TreeOwner(ANN.id, 1), asks(ANN)) == {"9-13": (0, 0, 1)}
    assert await tree(explorers, TreeOwner(ANN.id, 0), asks(ANN)) == {}
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (0, 0, 1)}
    step = await explorers.club.learning.openings.load_start(OWN, asks(ANN), None)
    assert step is not None and step.opening is None
    for _ in range(3):
        step = await explorers.club.learning.openings.load_position(
            OWN, asks(ANN), step.kind.id, step.replies[0].path
        )
    assert step.opening == "3-move 001"
    on = await explorers.club.learning.openings.load_position(
        OWN, asks(ANN), step.kind.id, step.replies[0].path
    )
    assert on.opening == "3-move 001", "it was the last one on the way"
    assert on.parent_path == step.path and step.parent_path == step.path[:-1]


async def test_games_with_their_options_have_trees_of_their_own(explorers: Room) -> None:
    await play_line(explorers, "a1 b2", game="binar")
    await play_line(explorers, "a1 b2", game="binar", options={"size": 3})
    await play_line(explorers, "a1 b3", game="binar", options={"size": 3})
    await wait_for_trees(explorers)
    step = await explorers.club.learning.openings.load_start(OWN, asks(ANN), None)
    assert step is not None
    assert [(kind.game, count) for kind, count in step.kinds] == [("binar", 2), ("binar", 1)]
    assert step.match.options["size"] == 3 and step.counts.total == 2


async def test_games_that_this_version_does_not_know_are_passed_over(explorers: Room) -> None:
    await play_line(explorers, "a1", game="binar")
    for _ in range(2):
        await play_line(explorers, "9-13")
    await wait_for_trees(explorers)
    gone = "UPDATE tree_kind SET options = ? WHERE game = 'american'"
    await explorers.club.store.write(lambda tx: tx.run(gone, '{"opening": "unheard of"}'))
    step = await explorers.club.learning.openings.load_start(OWN, asks(ANN), None)
    assert step is not None and step.kind.game == "binar"
    assert await explorers.club.learning.openings.load_start(OWN, asks(ANN), GAMES["american"]) is None


@pytest.mark.ci
@pytest.mark.both_databases
async def test_a_game_is_found_however_many_others_were_played_more(explorers: Room) -> None:
    for game in ("binar", "binar", "american"):
        await play_line(explorers, "", game=game, loser=None)
        await play_line(explorers, {"binar": "a1", "american": "9-13"}[game], game=game)
    await wait_for_trees(explorers)
    for game, count in (("binar", 2), ("american", 1)):
        step = await explorers.club.learning.openings.load_start(OWN, asks(ANN), GAMES[game])
        assert step is not None and (step.kind.game, step.counts.total) == (game, count)
    most = await explorers.club.learning.openings.load_start(OWN, asks(ANN), None)
    assert most is not None and most.kind.game == "binar" and len(most.kinds) == 2
    assert await explorers.club.learning.openings.load_start(OWN, asks(ANN), GAMES["yin-yang"]) is None


@pytest.mark.parametrize(
    "game", ["binary", "zong-heng", "yin-yang", "incorrect-checkers", "malaysian", "german"]
)
async def test_every_open_game_has_a_tree(explorers: Room, game: str) -> None:
    """Every open game has a tree.

    A lot that decides who begins, and an opening without moves, are among the options of the tree.
    """
    options = {"opening": "lot"} if game == "german" else {}
    table = await play_line(explorers, "", game=game, options=options, loser=0)
    match = Match(GAMES[game], table.match.options, table.match.secret)
    moves = [match.make_move(match.game.moves(match.position)[-1]).text for _ in range(3)]
    drawn = table.match.secret
    explorers.club.play.challenges._secret = lambda: drawn
    await play_line(explorers, moves, game=game, options=options, loser=0)
    await wait_for_trees(explorers)
    assert await tree(explorers, OWN, asks(ANN), *moves[:2], game=game) == {moves[2]: (0, 0, 1)}


SMALL = {"size": 3, "lines": "single"}
"""Options of a Binar small enough that tables hold every position.

After a1 b2 c3 some replies win, and some lose.
"""


async def reply_verdicts(
    room: Room, by: Person, *moves: str, whose: TreeOwner | None = None
) -> dict[str, bool | None]:
    """Return whether each reply to these moves of Binar wins.

    The tree is the member's own unless `whose` is given.
    """
    whose = whose or TreeOwner(by.id)
    step = await room.club.learning.openings.load_start(whose, asks(by, CHANNEL), GAMES["binar"])
    assert step is not None
    for move in moves:
        step = await room.club.learning.openings.load_position(
            whose, asks(by, CHANNEL), step.kind.id, ways(step)[move]
        )
    return {reply.match.plies[-1].text: reply.wins for reply in step.replies}


async def test_replies_that_win_or_lose_for_sure_are_marked_where_tables_know_it(explorers: Room) -> None:
    for reply in ("a3", "a2", "a2 a3"):
        await play_line(explorers, f"a1 b2 c3 {reply}", game="binar", options=SMALL)
    await wait_for_trees(explorers)
    assert await reply_verdicts(explorers, ANN, "a1", "b2", "c3") == {"a3": True, "a2": False}
    assert await reply_verdicts(explorers, ANN) == {"a1": False}
    assert await reply_verdicts(explorers, ANN, "a1", "b2", "c3", "a2") == {"a3": False}, "it ends the game"
    for _ in range(4):
        await play_line(explorers, "a1 b2", game="binar", options={"size": 9})
    await play_line(explorers, "9-13")
    await wait_for_trees(explorers)
    assert await reply_verdicts(explorers, ANN) == {"a1": None}, "no table has this board"


@pytest.mark.ci
async def test_nothing_proven_is_said_to_whoever_plays_such_a_match_against_somebody(explorers: Room) -> None:
    for reply in ("a3", "a2"):
        await play_line(explorers, f"a1 b2 c3 {reply}", game="binar", options=SMALL)
    await wait_for_trees(explorers)
    proven = {"a3": True, "a2": False}
    await start_match(explorers.club, "american")
    assert await reply_verdicts(explorers, BEN, "a1", "b2", "c3") == proven, "another game is no matter"
    alone = await make_challenge(explorers.club, "binar", people=(BEN, TWOTONE))
    await explorers.club.play.challenges.play_computer(alone.id, act(BEN), level=1)
    assert await reply_verdicts(explorers, BEN, "a1", "b2", "c3") == proven, (
        "the computer has no need of fairness"
    )
    table = await start_match(explorers.club, "binar", people=(BEN, CLEO))
    assert table.match.plies == []
    for who, whose in ((BEN, None), (BEN, HERE), (CLEO, HERE)):
        assert await reply_verdicts(explorers, who, "a1", "b2", "c3", whose=whose) == {"a3": None, "a2": None}
    assert await reply_verdicts(explorers, ANN, "a1", "b2", "c3") == proven
    await explorers.club.play.matches.resign(table.row.id, act(CLEO))
    assert await reply_verdicts(explorers, BEN, "a1", "b2", "c3") == proven


async def test_only_so_many_moves_are_counted_and_a_repeated_one_once(explorers: Room) -> None:
    moves = (
        "10-15 23-19 7-10 21-17 3-7 27-23 9-14 19-16 14x21 22-17 12x19"
        " 23x16 11x27 31x24 8-12 32-27 6-9 24-19 15x31 28-24 31x13 30-26"
    )
    table = await play_line(explorers, moves)
    line = tree_line(table.match)
    assert line is not None and len(line.steps) == PLIES < len(table.match.plies)
    step = await explorers.club.learning.openings.load_start(OWN, asks(ANN), None)
    assert step is None
    await wait_for_trees(explorers)
    step = await explorers.club.learning.openings.load_start(OWN, asks(ANN), None)
    while step is not None and step.replies:
        way, position = step.replies[0].path, len(step.match.plies)
        if position >= BY_HEART:
            assert path_to(step.replies[0].match) == way
        step = await explorers.club.learning.openings.load_position(OWN, asks(ANN), step.kind.id, way)
    assert step is not None and len(step.match.plies) == PLIES
    assert (
        await refused_code(
            explorers.club.learning.openings.load_position(OWN, asks(ANN), step.kind.id, step.path + "0")
        )
        == "openings.gone"
    )


async def test_what_begins_elsewhere_hidden_cards_and_matches_without_a_result_are_not_counted(
    explorers: Room,
) -> None:
    await play_line(explorers, "9-13", side="giving a man")
    table = await start_match(explorers.club, "american")
    await explorers.move(table.row.id)
    await explorers.club.play.moderation.end_match(table.row.id, act(CLEO))
    await play_line(explorers, "", loser=0)
    await wait_for_trees(explorers)
    assert await rows(explorers) == []
    assert (
        await refused_code(explorers.club.learning.openings.load_start(OWN, asks(ANN), GAMES["one-zero-one"]))
        == "openings.hidden"
    )


@pytest.mark.both_databases
async def test_others_see_what_was_played_where_they_may_see_it(explorers: Room) -> None:
    await play_line(explorers, "9-13")
    await play_line(explorers, "11-15", channel_id=SECRET)
    await play_line(explorers, "10-14", guild_id=GUILD + 1, channel_id=99)
    await play_line(explorers, "12-16", abroad="en")
    await wait_for_trees(explorers)
    assert len(await tree(explorers, OWN, asks(ANN))) == 4, "one's own are one's own, wherever"
    for whose in (OWN, HERE):
        assert await tree(explorers, whose, asks(CLEO, CHANNEL)) == {"9-13": (1, 0, 0)}
        assert set(await tree(explorers, whose, asks(CLEO, CHANNEL, SECRET, 99, 0))) == {"9-13", "11-15"}
        assert await tree(explorers, whose, asks(CLEO)) == {}
        assert await refused_code(tree(explorers, whose, asks(CLEO, guild_id=None))) == "openings.server"
    assert await tree(explorers, HERE, asks(CLEO, 99, guild_id=GUILD + 1)) == {"10-14": (1, 0, 0)}


async def test_a_position_of_ones_own_running_match_is_not_shown(explorers: Room) -> None:
    moves = "11-15 22-18 15x22 25x18 8-11 29-25 4-8 25-22 12-16"
    await play_line(explorers, moves)
    await wait_for_trees(explorers)
    table = await start_match(explorers.club, "american", people=(ANN, CLEO))
    for move in moves.split()[:BY_HEART]:
        assert table.turn is not None
        by = Act(table.player(table.turn).user_id, next(interactions))
        table = await explorers.club.play.matches.play(table.row.id, by, move)
    before = moves.split()[: BY_HEART - 1]
    assert await tree(explorers, OWN, asks(ANN), *before) == {moves.split()[BY_HEART - 1]: (1, 0, 0)}
    assert await refused_code(tree(explorers, OWN, asks(ANN), *moves.split()[:BY_HEART])) == "help.own"
    with pytest.raises(Refusal):  # nor what may follow on it
        await tree(explorers, OWN, asks(ANN), *moves.split()[: BY_HEART + 1])
    assert await tree(explorers, HERE, asks(BEN, CHANNEL), *moves.split()[:BY_HEART]) == {"12-16": (1, 0, 0)}


def test_a_position_is_named_by_what_everybody_sees_without_what_it_remembers(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = random_match(GAMES[key], {}, seed=3, limit=12)

    def dump(*_: object) -> None:
        raise AssertionError("all that a position remembers has been written")

    monkeypatch.setattr(type(match.game), "dump", dump)
    assert len({board_key(match.game, ply.position) for ply in match.plies}) == len(match.plies)


@pytest.mark.parametrize("way", ["z", "0000000000000000000000000", "-1", "é", "0 "])
async def test_a_way_that_leads_nowhere_is_refused(explorers: Room, way: str) -> None:
    await play_line(explorers, "9-13")
    await wait_for_trees(explorers)
    step = await explorers.club.learning.openings.load_start(OWN, asks(ANN), None)
    assert step is not None
    for kind_id in (step.kind.id, step.kind.id + 1):
        assert (
            await refused_code(explorers.club.learning.openings.load_position(OWN, asks(ANN), kind_id, way))
            == "openings.gone"
        )


@pytest.mark.parametrize(
    ("game", "moves", "node"),
    [
        ("american", "9-13 21-17", -2605726970857803870),
        ("russian", "c3-d4 d6-c5", -479652988059648609),
        ("binar", "a1 b2", 4275193456962802767),
        ("yin-yang", "c3-c2 c3-a3", -3503743270535701806),
        ("incorrect-checkers", "b2-d4 a6-b5", 3186152932693734999),
    ],
)
def test_a_position_is_known_by_the_same_number_for_ever(game: str, moves: str, node: int) -> None:
    """A position has the same number for ever, because trees are stored by it.

    The English name of the side to move is in it: if reworded, it would split every tree.
    """
    match = Match(GAMES[game], {}, bytes(32))
    for move in moves.split():
        match.play(move)
    assert node_number(match.game, match.position) == node
