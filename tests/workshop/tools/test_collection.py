"""The report of a folder of records."""

from pathlib import Path

from workshop.tools.collection import report_folder, write_folder

FILES = {
    "one.pdn": '[White "Иванов"]\n1. c3-d4 d6-c5 oops 1-0\n\n[GameType "20"]\n1. 32-28 19-24 0-2\n',
    "old/two.TXT": "1. 32-28 19-24 2-0\n\n1. 32-28 1-1\n",
    "none.txt": "nothing at all",
    "other.doc": "1. 11-15",
}


def test_both_lists_and_the_counts_are_printed_and_clean_files_written(tmp_path: Path) -> None:
    for name, text in FILES.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("windows-1251"))
    report = report_folder(tmp_path / "in", "ru")
    printed = "\n".join(report.lines())
    assert report.counts["files"] == 3
    assert "one.pdn #1 line 2, column 16: not read: oops" in printed
    assert "old/two.TXT #1 2 plies, 2-0: international frisian" in printed
    assert "none.txt: Line 1, column 1: “nothing” is not part" in printed
    assert "4 games" in printed
    assert "4 opened" in printed
    write_folder(report, tmp_path / "out")
    assert "Иванов" in (tmp_path / "out" / "one.pdn").read_text(encoding="utf-8")
    again = report_folder(tmp_path / "out")
    assert (again.counts["opened"], again.counts["parts not read"]) == (4, 0)
