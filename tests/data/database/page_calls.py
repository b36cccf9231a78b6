"""Every statement about pages, as `test_statements` looks at them all."""

from collections.abc import Callable
from functools import partial

from data.outbox import leases
from data.pages import hooks, live_boards, pages, profile_pages
from data.pages.live_boards import LiveBoardRow
from data.pages.pages import PageRow
from data.pages.profile_pages import ProfilePageRow
from tests.data.samples import GUILD, START

PAGE = PageRow("A" * 22, GUILD, START, match_id=1)
PROFILE = ProfilePageRow(1, GUILD, "B" * 22, START)

CALLS: list[Callable[..., object]] = [
    partial(pages.may_have_pages, guild_id=GUILD),
    partial(pages.put, page=PAGE),
    partial(pages.find_by_match, match_id=1),
    partial(pages.find_by_competition, competition_id=1),
    partial(pages.find_addresses, match_ids=[1, 2]),
    partial(pages.find_by_address, address=PAGE.address),
    partial(pages.remove_for_match, match_id=1),
    partial(hooks.put, match_id=1, at=START),
    partial(leases.claim, table="hook", now=START, limit=1, owner="me", lease=9.0),
    partial(hooks.put_stage, stage_id=1, what=hooks.NewsKind.STARTED, number=0, at=START),
    partial(leases.claim, table="stage_hook", now=START, limit=1, owner="me", lease=9.0),
    partial(hooks.find_stage_hook, hook_id=1),
    partial(leases.retry, table="stage_hook", key=1, owner="me", not_before=START, counted=False),
    partial(leases.delete_done, table="hook", key=1, owner="me"),
    partial(pages.find_by_server, guild_id=GUILD),
    partial(pages.list_newest, guild_id=GUILD, limit=9),
    partial(pages.list_newest_for_user, guild_id=GUILD, user_id=1, limit=9),
    partial(profile_pages.put, page=PROFILE),
    partial(profile_pages.get, user_id=1, guild_id=GUILD),
    partial(profile_pages.find_by_address, address=PROFILE.address),
    partial(profile_pages.remove, user_id=1, guild_id=GUILD),
    partial(live_boards.put, row=LiveBoardRow("C" * 64, 1, 1, START), now=START),
    partial(live_boards.open_session, key="C" * 64, token="D" * 64, until=START, now=START),
    partial(live_boards.open_newest_session, user_id=1, token="D" * 64, until=START, now=START),
    partial(live_boards.find, token="D" * 64, now=START),
    partial(live_boards.list_versions, now=START),
    partial(live_boards.note_looking, tokens=["D" * 64], until=START),
    partial(live_boards.is_looking, match_id=1, user_id=1, now=START),
    partial(live_boards.remove, token="D" * 64),
    partial(live_boards.remove_of_user, user_id=1),
]
