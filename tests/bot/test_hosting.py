"""The host's manual and its files name commands, settings and files that exist."""

import re
import tomllib
from pathlib import Path

import pytest

from bot.__main__ import _parser
from bot.host.settings import SETTINGS
from bot.host.shards import Shards

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "docs" / "hosting"
MANUAL = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("hosting.md", "scale.md"))
SETTING = re.compile(r"^([A-Z][A-Z_]+)=", re.MULTILINE)
COMMAND = re.compile(r"(?:bin/|`|twotone )twotone ([a-z][\w-]*)")
WORDS = {"backup": 1, "restore": 1, "verify": 1, "probe": 1, "move-database": 2}
"""How many words follow a verb, where any do."""


def is_verb(verb: str) -> bool:
    """Whether the command `twotone` knows a verb."""
    return bool(_parser().parse_args([verb, *["x"] * WORDS.get(verb, 0)]).run)


@pytest.mark.parametrize("unit", sorted(path.name for path in HOSTING.glob("twotone*.service")))
def test_the_units_run_commands_that_there_are(unit: str) -> None:
    text = (HOSTING / unit).read_text(encoding="utf-8")
    [run] = re.findall(r"^ExecStart=(.*)", text, re.MULTILINE)
    [verb] = COMMAND.findall(run)
    assert is_verb(verb)
    folder = "/var/lib/twotone/%i" if "@" in unit else "/var/lib/twotone"
    for told in ("User=twotone", f"WorkingDirectory={folder}", "NoNewPrivileges=yes"):
        assert f"\n{told}\n" in text


@pytest.mark.parametrize("unit", ["twotone.service", "twotone@.service"])
def test_the_units_bound_descriptors_and_let_nobody_write_code(unit: str) -> None:
    """The units limit descriptors and forbid memory that is written and then executed.

    `tests/wire/test_sealed.py` shows that the bot needs no such memory.
    """
    text = (HOSTING / unit).read_text(encoding="utf-8")
    assert "\nMemoryDenyWriteExecute=yes\n" in text
    [most] = re.findall(r"^LimitNOFILE=(\d+)$", text, re.MULTILINE)
    assert 4096 <= int(most) <= 65_536


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
JOB = re.compile(r"^  (?=\w+:$)", re.MULTILINE)
PINNED = re.compile(r"[\w/-]+@[0-9a-f]{40} # v[0-9.]+")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_no_workflow_gives_what_it_installs_a_token_that_may_write(path: Path) -> None:
    before, jobs = path.read_text(encoding="utf-8").split("\njobs:\n")
    assert re.findall(r"^permissions:\n((?:  .*\n?)+)", before, re.MULTILINE) == ["  contents: read\n"]
    for job in JOB.split(jobs)[1:]:
        used = re.findall(r"uses: (.*)", job)
        assert all(PINNED.fullmatch(each) for each in used), "a tag may be moved"
        checked_out = sum(each.startswith("actions/checkout@") for each in used)
        assert job.count("persist-credentials: false") == checked_out
        if ": write" in job:
            assert not checked_out and not re.search(r"\b(make|pip|python|npm)\b", job), "it installs nothing"
        if "contents: write" in job:
            assert not used
        if "github.token" in job:
            assert "contents: write" in job


def test_a_wrong_setting_is_not_tried_again_and_again() -> None:
    unit = (HOSTING / "twotone.service").read_text(encoding="utf-8")
    assert "\nRestartPreventExitStatus=2\n" in unit
    assert "\nRestart=on-failure\n" in unit


def test_the_manual_names_commands_that_there_are() -> None:
    verbs = set(COMMAND.findall(MANUAL))
    assert {"setup", "status", "backup", "restore", "healthcheck", "check", "probe"} <= verbs
    assert all(is_verb(verb) for verb in verbs)


def test_the_manual_names_files_and_settings_that_there_are() -> None:
    shipped = set(re.findall(r"docs/hosting/([\w.@-]+)", MANUAL))
    assert shipped == {path.name for path in HOSTING.iterdir()}
    linked = re.findall(r"\]\(([\w./-]+)[#)]", MANUAL)
    assert linked
    assert [name for name in linked if not (ROOT / "docs" / name).exists()] == []
    assert set(SETTING.findall(MANUAL)) - set(SETTINGS) == set()
    assert (ROOT / "requirements-bot.lock").exists()


def test_several_bots_in_containers_share_out_all_shards_and_are_healthy_when_ready() -> None:
    compose = (ROOT / "compose.scale.yaml").read_text(encoding="utf-8")
    every = [Shards.parse(text) for text in re.findall(r"SHARDS: (\S+)}", compose)]
    assert len(every) == 2
    assert sorted(number for shards in every if shards for number in shards.ids) == [0, 1]
    assert {shards.count for shards in every if shards} == {2}
    named = set(re.findall(r"\b([A-Z]+(?:_[A-Z]+)+|SHARDS): ", compose))
    assert named - {*SETTINGS, "TWOTONE_SETTINGS"} == {
        "POSTGRES_USER",
        "POSTGRES_DB",
        "POSTGRES_PASSWORD_FILE",
        "POSTGRES_INITDB_ARGS",
    }
    assert "test: [CMD, twotone, healthcheck]" in compose
    assert "postgres: {condition: service_healthy}" in compose


def test_no_secret_of_containers_is_in_their_environment_and_none_runs_with_more_than_it_needs() -> None:
    for name in ("compose.yaml", "compose.scale.yaml"):
        compose = (ROOT / name).read_text(encoding="utf-8")
        files = re.findall(r"^    file: \./(\S+)$", compose, re.MULTILINE)
        for ignored in (".gitignore", ".dockerignore"):
            assert set(files) <= set((ROOT / ignored).read_text(encoding="utf-8").split()), ignored
        assert files
        assert not re.search(r"(PASSWORD|TOKEN|DATABASE_URL): ", compose)
        started = len(re.findall(r"^ +restart: ", compose, re.MULTILINE))
        for held in (
            "read_only: true",
            "cap_drop: [ALL]",
            'security_opt: ["no-new-privileges:true"]',
            "user: ",
        ):
            assert compose.count(held) == started, (name, held)


def test_whatever_a_host_installs_is_held_by_hashes() -> None:
    shipped = MANUAL + (ROOT / "Dockerfile").read_text(encoding="utf-8")
    installs = [line for line in shipped.splitlines() if "pip install" in line and "`" not in line]
    assert len(installs) == 7
    for line in installs:
        assert "--require-hashes" in line or "--no-deps" in line, line
        assert "--require-hashes" in line or "--no-build-isolation" in line or ".whl" in line, line
    build = (ROOT / "requirements-build.lock").read_text(encoding="utf-8")
    assert set(
        tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    ) <= set(re.findall(r"^([\w-]+)==[\w.]+ .*\\\n    --hash=", build, re.MULTILINE))


def test_the_lock_of_the_image_has_what_metrics_need_and_names_no_index() -> None:
    locks = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("requirements*.lock")}
    assert sorted(locks) == ["requirements-bot.lock", "requirements-build.lock", "requirements.lock"]
    for name, lock in locks.items():
        assert "://" not in lock
        assert "--index" not in lock
        for needed in ("hatchling",) if "build" in name else ("prometheus-client", "psycopg-binary"):
            assert re.search(rf"^{needed}==[\d.]+ .*\\\n    --hash=", lock, re.MULTILINE)
