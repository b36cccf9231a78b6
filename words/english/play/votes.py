"""Vote matches, in which a team plays one side and its members vote on each move."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.vote": "### {title}: {name} votes",
        "card.vote.first": "**Which move are you for?** · you play {side}",
        "card.vote.next": "**{steps} › …** · you play {side}",
        "card.vote.own": "You are for {move}. You can change your mind until it closes.",
        "card.vote.own.safe": (
            "Your safe move is {move}: it counts if nobody has voted when it closes. You have no vote yourself so far."
        ),
        "card.vote.line": PluralTemplate("count", "{move} · **{count}** vote", "{move} · **{count}** votes"),
        "card.vote.alone": "Only who has voted sees this. Of equals the move wins that had its votes first.",
        "card.vote.as_of": "As it stood {since}. Vote on the board shows it as it is.",
        "card.vote.voted": PluralTemplate("count", "{count} has voted so far.", "{count} have voted so far."),
        "card.vote.closed": "This vote has closed. [To the board]({link})",
        "card.vote.tally": "{name}: **{count} of {all} for {move}**",
        "card.vote.tally.safe": "{name}: nobody had voted, so the captain's safe move {move} was made.",
        "card.vote.open": "**{name} votes** ({side})",
        "card.vote.closes": "It closes {since} ({time}), or when {count} have voted.",
        "card.vote.closes.again": (
            "Nobody had voted in time. It closes {since} ({time}), or when {count} have voted; it is not put off again."
        ),
        "card.vote.waits": "Nobody has voted in time. The next vote opens it for as long once more; the clock goes on.",
        "card.vote.how": (
            "-# Press Vote to be of this team: one vote each. How it stands is hidden until you have voted. Draws, take-backs"
            " and resigning are up to its captain."
        ),
        "card.vote.role": "-# Only members with the role {role} vote here, and the captain.",
        "card.challenge.vote.role": "Only members with the role {role} vote, and the captains.",
        "card.challenge.vote.own": (
            "**Vote match:** a team plays the side of {name}, who is its captain. Whoever presses Vote on the board is of it."
            " A vote is open for {span}, or until {count} have voted. It is not rated."
        ),
        "card.challenge.vote.other": (
            "**Vote match:** {name} plays alone against a team, whose captain is the other one. Whoever presses Vote on the"
            " board is of it. A vote is open for {span}, or until {count} have voted. It is not rated."
        ),
        "card.challenge.vote.both": (
            "**Vote match:** two teams; {name} is the captain of one, whoever accepts of the other. Whoever presses Vote on"
            " the board is of the team that is to move. A vote is open for {span}, or until {count} have voted. It is not"
            " rated."
        ),
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "vote.hidden": (
            "{title} is not played by teams that vote: what one side sees is hidden, and a team would have to see it."
        ),
        "vote.both": "A vote match is one game. Choose a side, or leave it to chance.",
        "vote.clock": "A vote match needs a clock of hours or days, or none: votes take their time.",
        "vote.computer": "Against the computer the team is yours: choose the usual way.",
        "vote.captain": "Your team decides on its moves. Press Vote on the board.",
        "vote.over": "This match is over: there is nothing to vote on any more.",
        "vote.closed": "No team is to move here: there is nothing to vote on.",
        "vote.opponent": "You play against this team, so its vote is not yours.",
        "vote.other_team": "You are of the other team in this match.",
        "vote.full": PluralTemplate(
            "limit",
            "This team has its {limit} member: no more can vote.",
            "This team has its {limit} members: no more can vote.",
        ),
        "vote.silent": "Only who may write where the match is can vote.",
        "vote.role": "Only members with the role {role} vote in this match.",
        "vote.safe": "Only the captain of this team can leave a safe move.",
        "rated.vote": "A vote match is never rated. Leave that out.",
    },
)

MESSAGES = (
    *CARDS,
    *REFUSALS,
    *make_messages(MessagePlace.PHRASE, {"team.of": "{name}'s team"}),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.vote": "Vote",
            "button.vote.for": "For {move}",
            "button.vote.change": "Change my vote",
            "button.vote.safe": "Only if nobody votes",
            "button.vote.count": "Count it as my vote",
        },
    ),
    *make_messages(
        MessagePlace.OPTION,
        {
            "choice.vote.own": "My side is a team",
            "choice.vote.other": "I play alone against a team",
            "choice.vote.both": "Two teams",
            "choice.vote.5m": "5 minutes (everybody is there)",
            "choice.vote.1h": "1 hour",
            "choice.vote.12h": "12 hours",
            "choice.vote.1d": "1 day",
            "choice.vote.2d": "2 days",
        },
    ),
)
