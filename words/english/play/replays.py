"""Replays: while one is made, beside it, and if there is none."""

from words.message import MessagePlace, make_messages

MESSAGES = (
    *make_messages(
        MessagePlace.SENTENCE,
        {
            "card.replay": "### {title}: moves {from_number} to {to_number} of {count}",
            "card.replay.one": "### {title}: move {to_number} of {count}",
            "card.replay.moves": "-# {text}",
            "answer.replay.making": (
                "The replay is being made, which takes a few seconds. If nothing has come after a minute, ask again"
                " with {slash_replay}."
            ),
            "replay.nothing": "No move has been made in this match yet, so there is nothing to replay.",
            "replay.no_move": "This match has no move {number}: the last one is {count}.",
            "replay.order": "Move {from_number} comes after move {to_number}. Let “from” be the earlier one.",
            "replay.busy": "Many replays are being made just now. Try again in a minute.",
            "replay.too_large": (
                "Discord did not take the replay, because its file is too large here. Ask for fewer moves with"
                " {slash_replay}."
            ),
            "limit.replays": "One person can have {limit} replays made within a minute. Wait a moment, then go on.",
        },
    ),
    *make_messages(
        MessagePlace.SENTENCE,
        {
            "card.shared": "Shared by {name}",
            "card.share.where": "Where do you want to share it?",
            "answer.share.done": "Shared in {channel}.",
            "answer.share.asked": "{name} is asked first.",
            "card.shared.both": "-# Shared by {name} and {opponent}",
            "card.share.ask": "{name} would like to share this match as a picture. {opponent}, do you agree?",
            "share.running": "Only a match that has ended with a result can be shared as a picture.",
            "share.former": "Both players must agree to share a match, and one of them had Twotone forget them.",
            "share.other": "{name} has to agree, not you.",
            "share.gone": "This question is outdated. Press Share on the final card again.",
            "answer.share.declined": "The match is not shared.",
            "share.elsewhere": "Not everybody here may look into the place of this match: share it there, or in its channel.",
            "answer.share.unseen": "This server shows what you share with Twotone to you alone.",
        },
    ),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.replay": "Replay",
            "button.replay.all": "All moves",
            "button.share": "Share",
            "button.share.here": "Here",
            "button.share.up": "In the channel above",
            "button.share.keep": "Only the picture, for me",
            "button.share.winner": "Play the winner",
            "button.share.rival": "Challenge {name}",
            "button.share.position": "Try this position",
            "button.share.solve": "Solve it",
            "button.share.yes": "Share it",
            "button.share.no": "Do not share it",
        },
    ),
)
