"""The floor plan counts boxes, arrows, arrows both ways, and imports that lead up.

The project's own floor plan is in order.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests import house
from workshop.tools.floor_plan import (
    PRODUCT,
    ROOT,
    WHOLE,
    Folder,
    count,
    folders,
    imports,
    main,
    modules,
    upward,
)

TREE = {
    "words/__init__.py": "",
    "words/telling.py": "import json\n",
    "rules/__init__.py": "",
    "rules/game.py": "from words.telling import tell\n",
    "club/play/__init__.py": "from club.play import SEATS\n",
    "club/play/match.py": "import rules.game\nfrom club.play import seek\nfrom words import telling\n",
    "club/play/seek.py": "def later() -> None:\n    from club.play.match import Match, play\n",
    "club/play/after/notes.py": "import club.play.match, words.telling\n",
    "club/standing/ratings.py": "from club.play.match import Match\nfrom club.play.seek import seeks\n",
    "workshop/tools/plan.py": "import club.play.match\n",
}
"""A house in order; two files of one wing know each other."""
BACK = "from club.standing import ratings\n"
"""What makes a pair of wings of it, if a file of `club/play` says so."""


def write_files(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def count_folder(folder: str, root: Path) -> Folder:
    return count(folder, imports(modules(root)), root)


def test_every_module_of_the_product_is_counted_and_no_other(tmp_path: Path) -> None:
    known = modules(write_files(tmp_path, TREE))
    assert "rules" in known and "club.play.after.notes" in known
    assert len(known) == len(TREE) - 1


def test_an_import_leads_to_the_file_that_it_names_or_that_has_it(tmp_path: Path) -> None:
    found = imports(modules(write_files(tmp_path, TREE)))
    assert found["club.play.match"] == {"rules.game", "club.play.seek", "words.telling"}
    assert found["club.play.seek"] == {"club.play.match"}
    assert found["club.play.after.notes"] == {"club.play.match", "words.telling"}
    assert found["words.telling"] == found["club.play"] == set()


def test_boxes_and_arrows_of_a_folder_are_counted(tmp_path: Path) -> None:
    room = count_folder("club", write_files(tmp_path, TREE))
    assert room.files == 0
    assert room.boxes == {"play", "standing"}
    assert room.arrows == {("standing", "play")}
    wing = count_folder("club/play", tmp_path)
    assert wing.files == 3
    assert wing.boxes == {"match", "seek", "after"}
    assert wing.wings == {"after"}
    assert wing.arrows == {("match", "seek"), ("seek", "match"), ("after", "match")}
    assert str(wing).split() == ["club/play", "3", "3", "3", "match", "↔", "seek"]
    assert str(room).split() == ["club", "0", "2", "1"]


def test_of_the_whole_house_the_rooms_are_the_boxes(tmp_path: Path) -> None:
    house = count_folder(WHOLE, write_files(tmp_path, TREE))
    assert house.boxes == house.wings == {"words", "rules", "club"}
    assert house.arrows == {("rules", "words"), ("club", "rules"), ("club", "words")}


def test_two_files_may_know_each_other_and_two_wings_may_not(tmp_path: Path) -> None:
    wing = count_folder("club/play", write_files(tmp_path, TREE))
    assert (wing.both_ways, wing.wings_both_ways) == ([("match", "seek")], [])
    write_files(tmp_path, {"club/play/seek.py": "from club.play.after import notes\n"})
    write_files(tmp_path, {"club/play/after/notes.py": "import club.play.seek\n"})
    wing = count_folder("club/play", tmp_path)
    assert (wing.both_ways, wing.wings_both_ways) == ([("after", "seek")], [])
    write_files(tmp_path, {"club/play/after/history.py": BACK})
    assert count_folder("club", tmp_path).wings_both_ways == ["club: play ↔ standing"]


@pytest.mark.parametrize(
    ("name", "text", "up"),
    [
        ("words/telling.py", "from rules.game import Game\n", ["words.telling → rules.game"]),
        ("rules/game.py", "if 0:\n    import club.play.match\n", ["rules.game → club.play.match"]),
        ("bot/client.py", "import club.play.match\n", []),
        ("engines/player.py", "import rendering.picture\n", []),
        ("playground/world.py", "import bot.client\n", []),
    ],
)
def test_an_import_from_a_storey_above_leads_up(tmp_path: Path, name: str, text: str, up: list[str]) -> None:
    beside = {"bot/client.py": "", "rendering/picture.py": ""}
    assert upward(imports(modules(write_files(tmp_path, {**TREE, **beside, name: text})))) == up


def test_the_command_prints_every_folder_and_passes_a_house_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], write_files(tmp_path, TREE)) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed[1:-3]] == [
        ".",
        "club",
        "club/play",
        "club/play/after",
        "club/standing",
        "rules",
        "words",
    ]
    assert printed[-2:] == ["imports that lead up: 0", "wings that import each other: 0"]
    main(["club"], tmp_path)
    assert len(capsys.readouterr().out.splitlines()) == 5


PAIR = "imports that lead up: 0\nwings that import each other: 1\n"
UP = "imports that lead up: 1\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("club/play/seek.py", BACK, f"{PAIR}club: play ↔ standing\n"),
        ("engines/player.py", "import rendering.picture\n", f"{PAIR}.: engines ↔ rendering\n"),
        (
            "rules/game.py",
            "import data.store_opening\n",
            f"{UP}rules.game → data.store_opening\nwings that import each other: 0\n",
        ),
    ],
)
def test_the_command_names_what_must_not_be_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    beside = {
        "rendering/picture.py": "import engines.player\n",
        "engines/player.py": "",
        "data/store_opening.py": "",
    }
    assert main([], write_files(tmp_path, {**TREE, **beside})) == 0
    capsys.readouterr()
    assert main([], write_files(tmp_path, {name: text})) == 1
    assert capsys.readouterr().out.endswith(f"\n{said}")


def test_the_house_s_own_plan_is_in_order() -> None:
    known = modules(ROOT)
    assert {name.partition(".")[0] for name in known} == {*PRODUCT} == {*house.PRODUCT}
    imported = imports(known)
    assert upward(imported) == []
    plan = [count(folder, imported, ROOT) for folder in folders(known, ROOT)]
    assert [pair for folder in plan for pair in folder.wings_both_ways] == []
