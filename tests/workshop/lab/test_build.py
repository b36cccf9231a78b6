"""The parts of the site: our own Python without Pillow, npm's files, every colour.

Files from npm are used only if they are right.
"""

import gzip
import json
import re
from pathlib import Path

import pytest

import workshop.lab.build
from engines.puzzles.puzzle import load_shipped_puzzles
from playground.page.previews import PreviewParser
from rendering.svg.colours import colours
from rendering.svg.picture import draw
from rendering.themes import THEMES
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.match import Match
from web.live.page_files import FOLDER, live_page
from words.english.pages.lab import LABELS as OWN
from words.english.pages.live_page import LABELS
from workshop.lab import bundle, pyodide
from workshop.lab.build import SITE, fill_invite, fill_page
from workshop.npm_archive import WrongArchiveError


def test_the_bundle_has_all_that_the_table_imports_and_no_pillow() -> None:
    names = bundle.sources()
    assert {
        "workshop/lab/lab_table.py",
        "rules/catalogue.py",
        "engines/choose.py",
        "words/english/pages/lab.py",
    } <= set(names)
    assert {name.split("/")[0] for name in names} == {"engines", "rendering", "rules", "words", "workshop"}
    assert "rendering/svg/picture.py" in names
    assert not re.findall(
        "^(?:from|import) PIL", "".join((bundle.ROOT / name).read_text() for name in names), re.M
    )
    assert not set(bundle.LEFT_OUT) & set(names)
    data = bundle.data()
    assert {Path(name).stem for name in data if name.endswith(".jsonl")} == {
        key for key in GAMES if load_shipped_puzzles(key)
    }
    assert not [name for name in data if name.endswith(".xz")]
    tables = {Path(name).stem for name in data if name.startswith("rules/checkers/openings/")}
    assert tables == {key for key, game in GAMES.items() if any(option.free for option in game.options)}


def test_files_are_packed_as_the_worker_unpacks_them() -> None:
    whole = gzip.decompress(bundle.pack([("a/b", b"\n\x00"), ("c", b""), ("d", b"xyz")]))
    line, _, rest = whole.partition(b"\n")
    index, files = rest[: int(line)], rest[int(line) :]
    assert json.loads(index) == [["a/b", 2], ["c", 0], ["d", 3]]
    assert files == b"\n\x00xyz"


def test_the_worker_asks_for_the_snapshot_that_it_was_built_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyodide").mkdir()
    seen = []
    for held in (b"one", b"two", b"one"):
        monkeypatch.setattr(bundle, "snapshot", lambda *_, held=held: held)
        name, size = workshop.lab.build.write_snapshot(tmp_path, tmp_path, tmp_path)
        workshop.lab.build.write_page(tmp_path, name, size)
        worker = (tmp_path / "worker.js").read_text()
        assert f'"{name}"' in worker and f"BYTES = {size};" in worker and "{snapshot}" not in worker
        assert gzip.decompress((tmp_path / name).read_bytes()) == held
        seen.append(name)
    assert seen[0] == seen[2] != seen[1]


def test_another_archive_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / pyodide.ARCHIVE.file_name
    path.write_bytes(b"something else")
    with pytest.raises(WrongArchiveError):
        pyodide.ARCHIVE.fetch(tmp_path, Path("no-npm"))
    assert not path.exists()


def test_every_label_of_the_pages_is_in_the_catalogue_and_none_is_left_unused() -> None:
    pages, scripts = fill_page() + live_page(), ""
    for path in (SITE / "page.js", FOLDER / "board.js", FOLDER / "live.js"):
        scripts += path.read_text()
    used = set(re.findall(r'data-(?:label|name)="([a-z_.]+)"', pages))
    used |= set(re.findall(r"labels\.([a-z_]+)", scripts)) | set(
        re.findall(r'labels\["([a-z_.]+)"\]', scripts)
    )
    assert used <= set(LABELS)
    of_answers = {code.removeprefix("lab.") for code in OWN}
    assert set(LABELS) - of_answers <= used
    assert "></button>" not in pages


def test_where_its_address_is_pasted_the_lab_says_what_it_is() -> None:
    tags = PreviewParser(fill_page()).tags
    assert (tags["og:site_name"], tags["og:title"]) == ("Twotone", "Twotone lab")
    assert tags["og:description"].startswith("All games in your browser")


def test_the_page_leads_to_a_server_of_ones_own_only_where_an_address_is_set() -> None:
    led = fill_page("https://discord.com/oauth2/authorize?client_id=1&scope=bot")
    assert (
        '<a href="https://discord.com/oauth2/authorize?client_id=1&amp;scope=bot" data-label="invite">'
        "Play it on your server</a>"
    ) in led
    for nowhere in (None, ""):
        bare = fill_page(nowhere)
        assert "invite" not in bare and "<a " not in bare
    assert bare.splitlines() == [line for line in led.splitlines() if "<a " not in line]
    for odd in ("javascript:alert(1)", "http://discord.com/", "https://discord.com/ x", "discord.com"):
        with pytest.raises(ValueError, match="INVITE_URL"):
            fill_invite("", odd)


def test_the_page_runs_nothing_that_is_written_into_it_and_asks_no_other_host() -> None:
    page = fill_page()
    assert "default-src 'none'" in page and "unsafe-inline" not in page
    assert (
        re.findall(r"<script(?![^>]*src=)", page)
        == re.findall(r"\son\w+=", page)
        == re.findall(r"\sstyle=", page)
        == []
    )
    for path in (*SITE.iterdir(), *FOLDER.iterdir()):
        if not path.is_file():
            continue
        assert re.findall(r"(?:https?:)?//[a-z]", path.read_text().replace("// ", "")) == [], path.name


def test_all_that_is_drawn_has_a_colour_in_both_schemes(key: str) -> None:
    match, sheet = Match(GAMES[key], {}, bytes(32)), colours() + (FOLDER / "style.css").read_text()
    known = set(re.findall(r"\.([A-Za-z][\w-]*)", sheet))
    for number in range(40):
        node = reach_choice(match.game, match.position, ()) if match.turn is not None else None
        squares = [step.square for step in node.choices if step.square] if node else []
        for classes in re.findall('class="([^"]*)"', draw(match.view(match.turn), choices=squares)):
            assert set(classes.split()) <= known, classes
        if match.turn is None:
            break
        moves = match.moves()
        match.play(moves[number * 7 % len(moves)])
    asked = set(re.findall(r"var\(--((?:b|p)-[\w-]+)\)", sheet))
    for theme in THEMES:
        given = {f"b-{name}" for name in THEMES[theme].board_colours}
        given |= {f"p-{name}" for name in THEMES[theme].program_colours}
        assert asked <= given
