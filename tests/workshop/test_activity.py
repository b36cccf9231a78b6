"""Discord's SDK is brought as it is, or not at all."""

import io
import tarfile
from pathlib import Path

import pytest

from workshop.activity import __main__ as activity
from workshop.npm_archive import NpmArchive, WrongArchiveError


def test_the_modules_and_the_licence_are_unpacked_and_nothing_else(tmp_path: Path) -> None:
    held = {
        "package/LICENSE.md": b"MIT",
        "package/README.md": b"Read me.",
        "package/output/index.mjs": b"export {};",
        "package/output/lib/uuid.mjs": b"export default 1;",
        "package/output/index.cjs": b"exports.x = 1;",
        "package/output/../../evil.mjs": b"",
    }
    archive = tmp_path / "sdk.tgz"
    with tarfile.open(archive, "w:gz") as made:
        for name, content in held.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            made.addfile(member, io.BytesIO(content))
    folder = tmp_path / "activity"
    folder.mkdir()
    (folder / "old.mjs").write_text("gone")
    assert activity.unpack(archive, folder) == 2
    there = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}
    assert there == {
        "LICENSE.md": b"MIT",
        "index.mjs": b"export {};",
        "lib/uuid.mjs": b"export default 1;",
    }
    assert not (tmp_path / "evil.mjs").exists()


def test_an_archive_with_other_bytes_is_deleted(tmp_path: Path) -> None:
    archive = NpmArchive("@someone/something", "1.0.0", "AAAA")
    path = tmp_path / archive.file_name
    assert path.name == "someone-something-1.0.0.tgz"
    path.write_bytes(b"something else")
    with pytest.raises(WrongArchiveError):
        archive.fetch(tmp_path, Path("no-npm"))
    assert not path.exists()


def test_a_failure_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(activity, "WORK", tmp_path / "work")
    monkeypatch.setattr(activity, "NPM", tmp_path / "no-npm")
    assert activity.main([str(tmp_path / "activity")]) == 1
    assert capsys.readouterr().err.startswith("Discord's SDK could not be brought: ")
