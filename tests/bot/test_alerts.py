"""Alert rules name only metrics that exist, and the manual explains every metric."""

import logging
import re
from pathlib import Path

import pytest
from prometheus_client import Counter, Gauge, Histogram, Info
from prometheus_client.metrics import MetricWrapperBase

from bot.client import Twotone
from bot.host.config import Config
from bot.host.metrics import Metrics
from club.running.effort import SearchFailure, SearchTimeout
from engines.observation import observe
from engines.player import MoveChoice
from engines.worker_messages import MoveRequest
from rules.catalogue import GAMES
from rules.match import Match
from tests.bot.alerts import LABELS

HOSTING = Path(__file__).parents[2] / "docs" / "hosting"
NAME = re.compile(r"\btwotone_\w+\b")
WITH_LABELS = re.compile(r"\b(twotone_\w+)\{([^}]*)\}")


def metrics() -> dict[str, tuple[str, ...]]:
    """The names under which Prometheus knows our metrics, with their labels."""
    found: dict[str, tuple[str, ...]] = {}
    for each in vars(Metrics()).values():
        if isinstance(each, MetricWrapperBase):
            labels = tuple(each._labelnames)
            endings: tuple[str, ...] = ("",)
            if isinstance(each, Counter):
                endings = ("_total",)
            elif isinstance(each, Histogram):
                endings, labels = ("_bucket", "_count", "_sum"), (*labels, "le")
            else:
                assert isinstance(each, Gauge | Info)
            found |= {f"{each._name}{ending}": labels for ending in endings}
    return found


def rules() -> list[str]:
    """Every rule, as it is written."""
    text = (HOSTING / "alerts.yml").read_text(encoding="utf-8")
    return re.findall(r"^      - alert:.*?(?=^      (?:- |#)|\Z)", text, re.MULTILINE | re.DOTALL)


def test_every_metric_that_a_rule_names_exists() -> None:
    text = "".join(rules())
    known = metrics()
    assert len(known) > 20
    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in known}
    named = set(NAME.findall(text)) - {"twotone_backup"}
    assert named - set(known) - families == set()


def test_every_label_that_a_rule_asks_for_is_one_of_that_metric() -> None:
    known = metrics()
    asked = [
        (name, label)
        for name, inner in WITH_LABELS.findall("".join(rules()))
        for label in re.findall(r"(\w+)[=!~]", inner)
    ]
    assert len(asked) > 1
    assert [(name, label) for name, label in asked if label not in known[name]] == []


def test_every_rule_says_what_it_is_about_and_what_to_do() -> None:
    assert len(rules()) > 10
    for rule in rules():
        for part in ("expr: ", "labels: {severity: ", "summary: ", "do: "):
            assert rule.count(f" {part}") == 1, rule
        expression = re.search(r"expr: (.*)", rule)
        assert expression is not None
        assert [expression[1].count(sign) for sign in "([{"] == [expression[1].count(sign) for sign in ")]}"]


def test_the_manual_explains_every_metric() -> None:
    manual = (HOSTING.parent / "hosting.md").read_text(encoding="utf-8")
    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in metrics()} - {"twotone_build"}
    assert sorted(name for name in families if f"`{name}`" not in manual) == []
    explained = set(re.findall(r"`(twotone_\w+)`", manual))
    assert sorted(explained - families - {"twotone_build_info"}) == []


async def test_a_bot_counts_the_thinking_that_was_late_and_hears_of_it_all_the_same(tmp_path: Path) -> None:
    faults: list[type[Exception]] = [SearchTimeout, SearchFailure, SearchTimeout]

    async def think(question: MoveRequest) -> MoveChoice:
        if faults:
            raise faults.pop(0)
        return MoveChoice("b2", None, 1)

    measured = Metrics()
    config = Config(None, tmp_path / "twotone.db", "text", 20, None)
    bot = Twotone(config, heartbeat=None, metrics=measured, think=think)
    match = Match(GAMES["binar"], {}, bytes(32))
    question = MoveRequest(observe(match, 0), match.options, 1, seed=5)
    for fault in list(faults):
        with pytest.raises(fault):
            await bot.engines.think(question)
    assert (await bot.engines.think(question)).move == "b2"
    text = measured.render(None, ready=False, backup_age=None).decode()
    assert "\ntwotone_thinking_late_total 2.0\n" in text


def test_no_metric_has_a_label_that_could_name_anybody() -> None:
    assert {label for labels in metrics().values() for label in labels} <= LABELS


def test_jobs_and_errors_are_counted_each() -> None:
    measured = Metrics()
    measured.note_commit(5, 0.01)
    measured.note_commit(2, 0.01)
    measured.note_event(logging.WARNING, "post parked")
    measured.note_event(logging.ERROR, "post given up")
    text = measured.render(None, ready=False, backup_age=None).decode()
    assert "\ntwotone_committed_jobs_total 7.0\n" in text
    assert "\ntwotone_commit_seconds_count 2.0\n" in text
    assert "\ntwotone_errors_total 1.0\n" in text
    assert '\ntwotone_log_events_total{event="post parked",level="warning"} 1.0\n' in text
