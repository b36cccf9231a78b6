"""The column of pages: their contents, the webhook and the lab's links."""

from dataclasses import dataclass
from typing import Final

from club.pages.hooks import NewsQueue, NewsSender
from club.pages.lab import LabLinks
from club.pages.lists import PageLists
from club.pages.live_boards import LiveBoardFollower, LiveBoards
from club.pages.pages import Pages
from club.play.column import PlayColumn
from club.running.column import ClubContext, Column
from club.standing.column import StandingColumn


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPresence:
    """How the host shows the club on the web.

    `public_url` is the address of the web pages, `lab_url` that of the lab, and `support_url` the one at
    which people find help, if there are any.
    `has_live_boards` says whether the host wants boards there on which to play, `has_activity` whether they
    open in Discord's own window.
    `has_webhook` says whether the host has one, and `send_news` notifies it, if this process can.
    """

    public_url: str | None = None
    lab_url: str | None = None
    support_url: str | None = None
    has_live_boards: bool = False
    has_activity: bool = False
    has_webhook: bool = False
    send_news: NewsSender | None = None


NO_PRESENCE: Final = WebPresence()
"""That of a host without web pages."""


class PageFollowers:
    """The followers of this column, made before the matches that they follow."""

    def __init__(self) -> None:
        self.live_boards = LiveBoardFollower()


class PagesColumn(Column):
    """Public web pages, `single` ones and `lists` of them, and the news about them.

    `live` boards are for one person each.
    """

    def __init__(
        self,
        context: ClubContext,
        play: PlayColumn,
        standing: StandingColumn,
        web: WebPresence,
        followers: PageFollowers,
    ) -> None:
        self.hooks = NewsQueue(play.matches, web.send_news, owner=context.owner, has_webhook=web.has_webhook)
        self.single = Pages(play.matches, context.secret, web.public_url, self.hooks)
        self.lists = PageLists(self.single, standing.ratings)
        self.live = LiveBoards(
            play.matches,
            play.offers,
            play.silences,
            play.clocks,
            play.crowded_positions,
            context.secret,
            web.public_url if web.has_live_boards else None,
            followers.live_boards,
            in_window=web.has_activity,
        )
        self.lab = LabLinks(context.store, web.lab_url, play.outside_help)
        self.support_url = web.support_url
        self.workers = (self.hooks,)
