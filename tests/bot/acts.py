"""Every act that stores something, by command or by component.

Each act is prepared up to its last press.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.bot import (
    conditional_acts,
    explore_acts,
    ladder_acts,
    league_acts,
    learn_acts,
    page_acts,
    run_acts,
    settings_acts,
    share_acts,
    simul_acts,
    team_acts,
    tournament_acts,
    vote_acts,
    watch_acts,
)
from tests.bot.officials import moderator
from tests.bot.rated_matches import add_rated_match
from tests.bot.server import Server, button, buttons, press_behind, select

Act = Callable[[], Awaitable[Any]]
Prepare = Callable[[Server], Awaitable[Act]]
DAY: Final = 24 * 3600


async def move_by_command(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    return lambda: room.ann.slash(place, "move", move="c3")


async def move_by_button(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    picker = await room.ann.click(room.board(place), label="Play")
    shown = picker.followups[0] if picker.followups else picker.response
    return lambda: room.ann.click(shown, label="c3")


async def move_by_form(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    picker = await room.ann.click(room.board(place), label="Play")
    shown = picker.followups[0] if picker.followups else picker.response
    form = await room.ann.click(shown, label="Type a move")
    return lambda: room.ann.submit_modal(form, {"move": "c3"})


async def offer(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    return lambda: room.ann.slash(place, "draw")


async def agree(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "draw")
    return lambda: room.ben.click(place.history()[-1], label="Accept the draw")


async def disagree(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "draw")
    return lambda: room.ben.click(place.history()[-1], label="Decline")


async def resign(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    asked = await room.ann.slash(place, "resign")
    return lambda: room.ann.click(asked.response, label="Resign")


async def end(room: Server) -> Act:
    place, mo = await room.begin("binar", side="Even"), moderator(room)
    return lambda: mo.slash(place, "admin end", why="It hung")


async def end_by_form(room: Server) -> Act:
    place, mo = await room.begin("binar", side="Even"), moderator(room)
    form = await mo.slash(place, "admin end")
    return lambda: mo.submit_modal(form, {"why": "It hung"})


async def reopen_by_form(room: Server) -> Act:
    place, mo = await room.begin("binar", side="Even"), moderator(room)
    await mo.slash(place, "admin end", why="It hung")
    form = await mo.slash(place, "admin end", undo=True, match="1")
    return lambda: mo.submit_modal(form, {"why": "It did not"})


async def void_by_form(room: Server) -> Act:
    place, mo = await room.begin("binar", side="Even"), moderator(room)
    await add_rated_match(room, (room.ann, room.ben))
    form = await mo.slash(place, "admin void", match="1")
    return lambda: mo.submit_modal(form, {"why": "They agreed on it"})


async def challenge(room: Server) -> Act:
    return lambda: room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)


async def dare(room: Server) -> Act:
    games = await room.ann.context_menu(room.channel, "Challenge to a game…", room.ben)
    return lambda: room.ann.select(games.response.message, ["binar"])


async def challenge_friend(room: Server) -> Act:
    await (await resign(room))()
    pressed = room.plant(room.place, [button("v1:1:friend:1:anyone")])
    return lambda: room.ann.click(pressed, label="forged")


async def meet_the_computer(room: Server) -> Act:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.twotone)
    return lambda: room.ann.click(shown.response, label=next(iter(buttons(shown.response))))


async def seek(room: Server) -> Act:
    home = await room.ann.slash(room.channel, "help")
    games = await room.ann.click(home.response, label="Find an opponent")
    return lambda: room.ann.click(games.response, label="Binar")


async def play_meanwhile(room: Server) -> Act:
    shown = await room.ann.slash(room.channel, "play", game="binar")
    unfolded = await room.ann.click(shown.response, label="More")
    return lambda: room.ann.click(unfolded.response, label="Play Twotone meanwhile")


def answering(label: str) -> Callable[[Server], Awaitable[Act]]:
    async def prepare(room: Server) -> Act:
        shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
        who = room.ann if label == "Withdraw" else room.ben
        return lambda: who.click(shown.response, label=label)

    return prepare


async def change_options(room: Server) -> Act:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    form = await press_behind(room.ann, shown.response, "Options")
    return lambda: room.ann.submit_modal(form, {"size": ["4"]})


def pressing(custom_id: str, *, who: str = "ann", moves: tuple[str, ...] = (), days: float = 0) -> Prepare:
    """Prepare a press on a button in a match of Ann (Even) and Ben.

    The press comes after the given moves and number of days.
    """

    async def prepare(room: Server) -> Act:
        place = await room.begin("binar", side="Even")
        for number, move in enumerate(moves):
            await (room.ben if number % 2 else room.ann).slash(place, "move", move=move)
        await room.env.advance_time(days * DAY)
        pressed = room.plant(place, [button(custom_id)])
        return lambda: getattr(room, who).click(pressed, label="forged")

    return prepare


async def choose(room: Server) -> Act:
    place = await room.begin("binar", side="Even")
    menu = room.plant(place, [select("v1:1:choose:0:0:", ["c3"])])
    return lambda: room.ann.select(menu, ["c3"], custom_id="v1:1:choose:0:0:")


def asked_back(action: str) -> Prepare:
    """Ann asks for her move back, and Ben answers."""

    async def prepare(room: Server) -> Act:
        place = await room.begin("binar", side="Even")
        await room.ann.slash(place, "move", move="c3")
        await room.ann.slash(place, "takeback")
        pressed = room.plant(place, [button(f"v1:1:{action}:2")])
        return lambda: room.ben.click(pressed, label="forged")

    return prepare


def after_nudge(action: str) -> Prepare:
    """Prepare a press by Ann, who has nudged Ben; Ben still has not moved."""

    async def prepare(room: Server) -> Act:
        press = await pressing("v1:1:nudge:1", moves=("c3",), days=15)(room)
        await press()
        await room.env.advance_time(8 * DAY)
        pressed = room.plant(room.place, [button(f"v1:1:{action}:2")])
        return lambda: room.ann.click(pressed, label="forged")

    return prepare


async def resume(room: Server) -> Act:
    thread = await room.begin("binar", side="Even")
    elsewhere = room.guild.create_text_channel("elsewhere")
    for place in (thread, room.channel):
        room.env.backend.delete_channel(place.id)
    await room.env.settle()
    pressed = room.plant(elsewhere, [button("v1:1:resume:0")])
    return lambda: room.ann.click(pressed, label="forged")


async def rematch(room: Server) -> Act:
    asked = await (await resign(room))()
    assert asked is not None
    pressed = room.plant(room.place, [button("v1:1:rematch:1")])
    return lambda: room.ann.click(pressed, label="forged")


async def show_match(room: Server) -> Act:
    await (await resign(room))()
    pressed = room.plant(room.place, [button("v1:1:show-match:1")])
    return lambda: room.ann.click(pressed, label="forged")


async def hide_match(room: Server) -> Act:
    await (await show_match(room))()
    pressed = room.plant(room.place, [button("v1:0:hide-match:0")])
    return lambda: room.ann.click(pressed, label="forged")


async def in_private(room: Server) -> Act:
    pressed = room.plant(room.channel, [button("v1:0:private:0:binar")])
    return lambda: room.ann.click(pressed, label="forged")


async def strength(room: Server) -> Act:
    await (await in_private(room))()
    pressed = room.plant(room.channel, [select("v1:1:strength:0", ["4"])])
    return lambda: room.ann.select(pressed, ["4"], custom_id="v1:1:strength:0")


async def take_out(room: Server) -> Act:
    await (await in_private(room))()
    pressed = room.plant(room.channel, [button("v1:1:open:0")])
    return lambda: room.ann.click(pressed, label="forged")


async def unfollow(room: Server) -> Act:
    follow = await pressing("v1:1:follow:0", who="cleo")(room)
    await follow()
    pressed = room.plant(room.place, [button("v1:1:unfollow:0")])
    return lambda: room.cleo.click(pressed, label="forged")


async def time_card(room: Server) -> Any:
    shown = await room.ann.slash(room.channel, "settings me")
    return (await room.ann.click(shown.response, label="Time zone, quiet hours, vacation")).response


async def zone(room: Server) -> Act:
    form = await room.ann.click(await time_card(room), label="Change the time zone")
    return lambda: room.ann.submit_modal(form, {"zone": "Berlin"})


async def vacation(room: Server) -> Act:
    form = await room.ann.click(await time_card(room), label="Take a vacation")
    first = room.env.now().date().isoformat()
    return lambda: room.ann.submit_modal(form, {"first": [first], "days": ["3"]})


async def vacation_off(room: Server) -> Act:
    await (await vacation(room))()
    pressed = room.plant(room.channel, [button("v1:0:vacation-off:0")])
    return lambda: room.ann.click(pressed, label="forged")


async def more_time(room: Server) -> Act:
    """Ann moved, and Ben's time is up."""
    place = await room.begin("binar", side="Even", clock="1 day")
    await room.ann.slash(place, "move", move="c3")
    await room.env.advance_time(1.5 * DAY)
    pressed = room.plant(place, [button("v1:1:give-time:1")])
    return lambda: room.ann.click(pressed, label="forged")


async def be_forgotten(room: Server) -> Act:
    await room.begin("binar", side="Even")
    asked = await room.ann.slash(room.channel, "privacy delete")
    return lambda: room.ann.click(asked.response, label="Forget me")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of act.

    `action` is that of the component the act ends with, or `None` for a command.
    """

    prepare: Prepare
    action: str | None = None


ACTS: Final[Mapping[str, Kind]] = {
    "move by command": Kind(move_by_command),
    "move by button": Kind(move_by_button, "pick"),
    "move by menu": Kind(choose, "choose"),
    "move that others go on from": Kind(pressing("v1:1:do:0:c3"), "do"),
    "move by form": Kind(move_by_form, "written"),
    "line in advance": Kind(pressing("v1:1:adv-pick:0:12:d4", who="ben"), "adv-pick"),
    "line in advance that others go on from": Kind(pressing("v1:1:adv-do:0:12:d4", who="ben"), "adv-do"),
    "line in advance away": Kind(conditional_acts.delete_a_line, "adv-drop"),
    "lines in advance by form": Kind(conditional_acts.lines_by_form, "adv-written"),
    "guess the move": Kind(pressing("v1:1:guess-pick:0:c3", who="cleo"), "guess-pick"),
    "guess a move that others go on from": Kind(pressing("v1:1:guess-do:0:c3", who="cleo"), "guess-do"),
    "write a note": Kind(watch_acts.write_a_note, "note-put"),
    "let notes be seen": Kind(watch_acts.let_notes_be_seen, "notes-show"),
    "ask for a vote match": Kind(vote_acts.ask),
    "vote": Kind(vote_acts.voting("v1:1:vote-pick:0:c3"), "vote-pick"),
    "vote for what others go on from": Kind(vote_acts.voting("v1:1:vote-do:0:c3"), "vote-do"),
    "keep a safe move": Kind(
        vote_acts.voting("v1:1:vote-safe:0:1", who="ann", first="v1:1:vote-pick:0:c3"), "vote-safe"
    ),
    "offer": Kind(offer),
    "offer by button": Kind(pressing("v1:1:offer:0"), "offer"),
    "agree": Kind(agree, "draw"),
    "disagree": Kind(disagree, "nodraw"),
    "take back": Kind(pressing("v1:1:takeback:1", moves=("c3",)), "takeback"),
    "let take back": Kind(asked_back("undo"), "undo"),
    "let nobody take back": Kind(asked_back("noundo"), "noundo"),
    "resign": Kind(resign, "resign-yes"),
    "nudge": Kind(pressing("v1:1:nudge:1", moves=("c3",), days=15), "nudge"),
    "claim": Kind(after_nudge("claim-win"), "claim-win"),
    "adjourn": Kind(after_nudge("adjourn"), "adjourn"),
    "end": Kind(end),
    "end by form": Kind(end_by_form, "end-yes"),
    "undo an end by form": Kind(reopen_by_form, "end-yes"),
    "void": Kind(void_by_form, "void-yes"),
    "call off": Kind(pressing("v1:1:call-off:0"), "call-off"),
    "rematch": Kind(rematch, "rematch"),
    "go on here": Kind(resume, "resume"),
    "challenge": Kind(challenge),
    "dare": Kind(dare, "dare"),
    "challenge a friend": Kind(challenge_friend, "friend"),
    "rival": Kind(share_acts.challenge_rival, "rival"),
    "play on from a record": Kind(share_acts.play_on, "import-play"),
    "meet the computer": Kind(meet_the_computer, "level"),
    "challenge by button": Kind(seek, "seek"),
    "play meanwhile": Kind(play_meanwhile, "meanwhile"),
    "accept": Kind(answering("Accept"), "accept"),
    "decline": Kind(answering("Decline"), "decline"),
    "cancel": Kind(answering("Withdraw"), "cancel"),
    "options": Kind(change_options, "set-options"),
    "a setting of one's own": Kind(settings_acts.own_setting, "me"),
    "block": Kind(settings_acts.block, "block"),
    "whom one blocks": Kind(settings_acts.choose_blocked, "block-set"),
    "when one rests": Kind(pressing("v1:0:rest:0:reminders,0"), "rest"),
    "what one looks for": Kind(settings_acts.looking_for, "look-set"),
    "a time zone": Kind(zone, "set-zone"),
    "a vacation": Kind(vacation, "set-vacation"),
    "more time": Kind(more_time, "give-time"),
    "no boards": Kind(settings_acts.close_boards, "live-close"),
    "no vacation": Kind(vacation_off, "vacation-off"),
    "a server's setting": Kind(settings_acts.server_setting, "server"),
    "game channels": Kind(settings_acts.game_channels, "server"),
    "the hour of the daily puzzle": Kind(settings_acts.daily_hour, "server-daily"),
    "the channel of a server's card": Kind(settings_acts.card_channel, "server-card"),
    "a server's time zone": Kind(settings_acts.server_zone, "server-tz"),
    "a server's clocks": Kind(settings_acts.server_clocks, "set-clocks"),
    "make a league": Kind(league_acts.make),
    "sign up for a season": Kind(league_acts.join, "season-in"),
    "leave a season": Kind(league_acts.leave, "season-out"),
    "end a league": Kind(league_acts.stop, "season-stop"),
    "withdraw": Kind(league_acts.withdraw, "withdraw-yes"),
    "take a place": Kind(league_acts.take, "seat-take"),
    "rule on a result": Kind(league_acts.rule, "rule-why"),
    "contest a ruling": Kind(league_acts.contest, "contest"),
    "make a tournament": Kind(tournament_acts.make),
    "give a simul": Kind(simul_acts.give),
    "start a tournament": Kind(tournament_acts.start, "season-go"),
    "say that one is there": Kind(tournament_acts.here, "here"),
    "take a place from a file": Kind(tournament_acts.take_place, "place-take"),
    "take a round back": Kind(tournament_acts.take_back, "round-yes"),
    "when one is told of exercises": Kind(learn_acts.choose_hour, "learn-hour"),
    "make a team match": Kind(team_acts.make),
    "challenge a server": Kind(team_acts.challenge),
    "accept for a server": Kind(team_acts.accept),
    "join a team": Kind(team_acts.join, "team-in"),
    "put somebody higher": Kind(team_acts.up, "team-up"),
    "put somebody lower": Kind(team_acts.down, "team-down"),
    "take somebody out": Kind(team_acts.out, "team-out"),
    "a rematch of teams": Kind(team_acts.again, "team-again"),
    "have a board sent": Kind(team_acts.send, "guest-send"),
    "make a ladder": Kind(ladder_acts.make),
    "challenge on a ladder": Kind(ladder_acts.challenge, "climb-to"),
    "a round of coordinates": Kind(learn_acts.last_square, "coord"),
    "a first step": Kind(learn_acts.first_step, "step"),
    "have matches looked through": Kind(learn_acts.look_through, "look-all"),
    "solve an exercise": Kind(learn_acts.solve, "learn"),
    "a hint at an exercise": Kind(learn_acts.look, "learn-hint"),
    "the move of an exercise": Kind(learn_acts.see, "learn-move"),
    "the solution of an exercise": Kind(learn_acts.give_up, "learn-show"),
    "begin a streak": Kind(run_acts.begin, "run-begin"),
    "a miss in a streak": Kind(run_acts.miss, "streak"),
    "a miss in a race": Kind(run_acts.miss_in_race, "race"),
    "play on from an opening": Kind(explore_acts.play_on, "tree-play"),
    "play the computer from an opening": Kind(explore_acts.play_computer, "tree-twotone"),
    "be forgotten": Kind(be_forgotten, "forget"),
    "follow": Kind(pressing("v1:1:follow:0", who="cleo"), "follow"),
    "unfollow": Kind(unfollow, "unfollow"),
    "show a match": Kind(show_match, "show-match"),
    "show none": Kind(hide_match, "hide-match"),
    "make a page of one's profile": Kind(page_acts.make, "page-make"),
    "remove it": Kind(page_acts.remove, "page-remove"),
    "try a shared position": Kind(share_acts.try_turning_point, "try-turn"),
    "try a shared record": Kind(share_acts.try_record, "try-record"),
    "begin in private": Kind(in_private, "private"),
    "how strong it is": Kind(strength, "strength"),
    "into the open": Kind(take_out, "open"),
}
