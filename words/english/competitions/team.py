"""Team matches: cards, captains' acts, and refusals.

If two servers play, the cards are on both sides.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.team.how": PluralTemplate(
            "boards",
            "Two teams on {boards} board: the first of each line-up meet on board 1, and so on; sides take turns by board."
            " Line-ups are by rating until a captain changes theirs.",
            "Two teams on up to {boards} boards: the first of each line-up meet on board 1, and so on; sides take turns by"
            " board. Line-ups are by rating until a captain changes theirs.",
        ),
        "card.team.servers": (
            "Server against server, unrated: the boards are at {name}, and who plays for {opponent} gets theirs by direct"
            " message. Names and results are shown on both servers."
        ),
        "card.team.rematch": "A rematch, with sides swapped: who wants to play joins anew.",
        "card.team.side": PluralTemplate(
            "count",
            "**{name}** · {count} member, captain {captain}: {names}",
            "**{name}** · {count} members, captain {captain}: {names}",
        ),
        "card.team.side.other": PluralTemplate(
            "count", "**{name}** · {count} member: {names}", "**{name}** · {count} members: {names}"
        ),
        "card.team.side.other.nobody": "**{name}** · Nobody has joined yet.",
        "card.team.side.nobody": "**{name}** · captain {captain}. Nobody has joined yet.",
        "card.team.side.role": "-# {name} is for {role}.",
        "card.team.captain.none": "nobody",
        "card.team.organiser": "The organiser",
        "card.team.awaited": (
            "**The other server is still awaited.** Somebody who may manage it enters `/team accept` there with the code that"
            " {name} has."
        ),
        "card.team.off": (
            "It is called off: it was ended, a server has left, or a team had fewer than two members."
        ),
        "card.team.running": "**{done} of {count} boards are over.** Until {time}, {since}: what is not finished then is judged.",
        "card.team.over": "**Over.**",
        "card.team.over.won": "**Over: {name} has won.**",
        "card.team.over.drawn": "**Over: a draw.**",
        "card.team.score": "**{name} {points} : {others} {opponent}**",
        "card.team.board": "{board}: {name} – {opponent}",
        "card.team.board.over": "{board}: {name} **{points} : {others}** {opponent}",
        "card.team.board.number": "Board {number}",
        "card.team.points": (
            "-# A win gives a team 2 board points, a draw 1 for each. Who is ahead by the analysis at the close (90 of 100) wins"
            " what is not finished; who has never moved loses. Who withdraws gives the boards that they have not begun to the"
            " other team."
        ),
        "card.team.points.scored": (
            "-# Who is ahead by the analysis at the close (90 of 100) wins what is not finished; who has never moved loses. Who"
            " withdraws gives the boards that they have not begun to the other team."
        ),
        "card.team.needs": "Each team needs {count}; the smaller one has {joined}.",
        "card.team.absent": (
            "{name} has not made a first move, and somebody waits. Who does not play in this match can take that place for"
            " {team}; the board begins anew then."
        ),
        "card.team.absent.reserves": (
            "{name} has not made a first move, and somebody waits. {names}, or anybody else who does not play in this match,"
            " can take that place for {team}; the board begins anew then."
        ),
        "card.team.gone": "-# The server of {name} has left: what was not played counts for the other team.",
        "card.team.unreached": (
            "-# No direct message reaches {name}. On their server a message tells them how to open theirs; until then they play"
            " by “My board” below this table."
        ),
        "card.team.in": "You play for {name}. It starts {time}; a card will mention you then.",
        "card.team.took": "The place is yours. Your board begins at once.",
        "card.team.line": (
            "### The line-up of {name}\nThe first {boards} play, the others wait in case somebody leaves. Choose a member, then"
            " where to put them."
        ),
        "card.team.line.none": "### The line-up of {name}\nNobody has joined yet.",
        "card.team.line.chosen": "**{name}** is chosen.",
        "card.team.made": "The team match is there: its card comes into this channel.",
        "card.team.code": (
            "### Invitation\nSomebody who may manage the other server enters this there, once, before {time}:\n"
            "```\n/team accept code:{code}\n```"
        ),
        "card.team.accepted": "This server plays. The card of the match comes into this channel; you are the captain.",
        "card.team.again": "The rematch is there, with sides swapped: its card comes at once.",
        "card.team.left": "You are out.",
        "card.team.stop": "End this team match? Boards that run are played to their end. Before its start it is called off.",
        "card.team.stopped": "The team match ends.",
        "card.team.withdraw": (
            "Withdraw from this match? What you have begun you can still play, or lose; what you have not begun counts for the"
            " other team."
        ),
        "card.tournament.reason.teams": "-# Board {number} of {league}. {name} begins, for sides take turns by board.",
        "card.guest.dms": (
            "{name}, your board against {opponent} cannot reach you: your direct messages are closed. Open them: tap this"
            " server’s name (on a computer: right-click it), then Privacy Settings, and allow direct messages. Then press “Send"
            " it again”. Until then you can play by “My board”."
        ),
        "card.guest.sent": "It is on its way. If nothing comes within a minute, your direct messages are still closed.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "team.managers": "Only members who may manage this server can make a team match, or accept one for it.",
        "team.name": "A team needs a name of up to {limit} characters.",
        "team.same": "The two teams need different names.",
        "team.clock.none": "A team match needs a clock, such as “3 days + 24 hours” or “10+5”.",
        "team.clock": (
            "Server against server needs a clock of hours or days, such as “3 days + 24 hours”: guests play by direct message."
        ),
        "team.code": "This code is not good: it is mistyped, was used already, or its time is over. Ask for a new one.",
        "team.here": "This code is for another server: enter it there.",
        "team.invited": "The other server has accepted already.",
        "team.other": "This team is another server’s.",
        "team.role": "{name} is for members with the role {role}.",
        "team.started": "This match has started already, or it is over.",
        "team.few": PluralTemplate(
            "count", "Each team needs {count} member to start.", "Each team needs {count} members to start."
        ),
        "team.captain": "Only the captain of this team, whoever has made the match or may manage this team’s server can do that.",
        "rematch.guest": "This board was one of two servers. Their captains can press “Rematch” on the card with the score.",
        "team.rematch": "There is a rematch already.",
        "team.left": "A server of this match has left, so there is no rematch.",
        "team.playing": "You play in this match already.",
        "team.board.none": "You have no board in this match.",
    },
)

MESSAGES = (
    *CARDS,
    *REFUSALS,
    *make_messages(
        MessagePlace.PHRASE,
        {"ended.forfeited": "ended, for a server has left; it counts for the other team"},
    ),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.team.join": "Join {name}",
            "button.team.line": "Line-up of {name}",
            "button.team.code": "Invitation",
            "button.team.stop": "End the match",
            "button.team.up": "Up",
            "button.team.down": "Down",
            "button.team.out": "Out of the team",
            "button.team.board": "My board",
            "button.team.again": "Rematch",
            "button.guest.send": "Send it again",
        },
    ),
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.team.member": "A member of the team"}),
    *make_messages(
        MessagePlace.PICTURE,
        {
            "picture.teams.boards": "boards",
            "picture.teams.done": "{done} of {count} over",
            "picture.teams.over": "Over",
        },
    ),
    *make_messages(
        MessagePlace.ALT,
        {
            "alt.teams": "The boards of {league}. {table_of}.",
            "alt.teams.score": "{name} {points}, {opponent} {others}.",
            "alt.teams.board": "Board {number}: {name} against {opponent}, open.",
            "alt.teams.board.over": "Board {number}: {name} {points}, {opponent} {others}.",
        },
    ),
)
