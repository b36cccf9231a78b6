"""Texts of `twotone probe`.

They are shown to the host on a terminal, and on the messages that the host presses.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "probe.card": "Twotone tries what it assumes of Discord. Press both buttons below.",
        "probe.card.third": "Now press this button too.",
        "probe.card.filler": "This message is deleted at once.",
        "probe.card.done": "Thank you.",
    },
)
BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {"probe.button.one": "First", "probe.button.two": "Second", "probe.button.three": "Third"},
)
ALT = make_messages(MessagePlace.ALT, {"probe.alt": "The board of a game that has not begun."})
CONSOLE = make_messages(
    MessagePlace.CONSOLE,
    {
        "host.probe": "try on a real channel what the bot assumes of Discord; you press three buttons",
        "host.probe.transcript": "a file for what was sent and what came back, without ids and names",
        "probe.unwritten": "The transcript cannot be written to {path} ({fault}).",
        "host.probe.channel": "the id of a channel or thread in which the bot may post",
        "probe.channel": "A channel's id is a number such as 1183492020123456789; “{value}” is not.",
        "probe.no_channel": (
            "The bot sees no channel {value} (Discord's answer: {code}); invite it there, and copy the id of a channel."
        ),
        "probe.no_messages": "{value} is no channel for messages; choose a text channel or a thread.",
        "probe.not_posted": (
            "The bot cannot post in channel {value} (Discord's answer: {code}); "
            "give it View Channel, Send Messages and Attach Files there."
        ),
        "probe.press": "Press “{button}” and “{other_button}” in the channel, then the button that appears below them.",
        "probe.not_pressed": "Not tried: nobody pressed “{button}” in time.",
        "probe.not_answered": (
            "Not tried: the press of “{button}” could not be answered (Discord's answer: {code}); "
            "if another process of this bot runs, stop it first."
        ),
        "probe.whisper.holds": "Holds: a follow-up after an ephemeral answer is public.",
        "probe.whisper.fails": (
            "Does not hold (Discord's answer: {code}): a follow-up after an ephemeral answer is public. "
            "The bot then posts by the channel's route by itself."
        ),
        "probe.picker.holds": "Holds: an ephemeral follow-up after a deferred update is seen by one person alone.",
        "probe.picker.fails": (
            "Does not hold (Discord's answer: {code}): an ephemeral follow-up after a deferred update is seen by one "
            "person alone. No setting mends that; all may see what a picker shows to one."
        ),
        "probe.update.holds": "Holds: a follow-up after a deferred update is public.",
        "probe.update.fails": (
            "Does not hold (Discord's answer: {code}): a follow-up after a deferred update is public. "
            "The bot then posts by the channel's route by itself."
        ),
        "probe.private.holds": "Holds: a follow-up to a press on an ephemeral message is public.",
        "probe.private.fails": (
            "Does not hold (Discord's answer: {code}): a follow-up to a press on an ephemeral message is public. "
            "The bot then posts by the channel's route by itself."
        ),
        "probe.by_token.holds": "Holds: the message that was pressed can be edited by the press's token.",
        "probe.by_token.fails": (
            "Does not hold (Discord's answer: {code}): the message that was pressed can be edited by the press's token. "
            "The bot then edits by the channel's route by itself."
        ),
        "probe.kept_by_token.holds": "Holds: an edit by token keeps the picture that it lists.",
        "probe.kept_by_token.fails": (
            "Does not hold (Discord's answer: {code}): an edit by token keeps the picture that it lists. "
            "No setting mends that; edited boards may lose their pictures."
        ),
        "probe.kept_by_channel.holds": "Holds: an edit by the channel's route keeps the picture that it lists.",
        "probe.kept_by_channel.fails": (
            "Does not hold (Discord's answer: {code}): an edit by the channel's route keeps the picture that it lists. "
            "No setting mends that; old boards may lose their pictures."
        ),
        "probe.components.holds": "Holds: a message takes 40 components.",
        "probe.components.fails": (
            "Does not hold (Discord's answer: {code}): a message takes 40 components. "
            "No setting mends that; large pickers may fail, /move serves."
        ),
        "probe.text.holds": "Holds: a message takes 4,000 characters in its components.",
        "probe.text.fails": (
            "Does not hold (Discord's answer: {code}): a message takes 4,000 characters in its components. "
            "No setting mends that; long rules and lists of moves may fail."
        ),
        "probe.grid.holds": "Holds: one frame takes a picture and 25 buttons.",
        "probe.grid.fails": (
            "Does not hold (Discord's answer: {code}): one frame takes a picture and 25 buttons. "
            "No setting mends that; large pickers may fail, /move serves."
        ),
        "probe.nonce.holds": "Holds: the same enforced nonce gives the same message.",
        "probe.nonce.fails": (
            "Does not hold (Discord's answer: {code}): the same enforced nonce gives the same message. "
            "No setting mends that; a board whose answer was lost may be posted twice."
        ),
        "probe.old.holds": "Holds: a message older than an hour took an edit.",
        "probe.old.limited": (
            "Holds: edits of messages older than an hour are limited (30046); the bot posts anew instead."
        ),
        "probe.old.fails": (
            "Does not hold (Discord's answer: {code}): a message older than an hour takes an edit, or is refused as too "
            "old. No setting mends that; old boards may keep their buttons."
        ),
        "probe.old.not_tried": (
            "Not tried: an edit of a message older than an hour, for there is none of the bot's among the last "
            "messages of the channel."
        ),
        "probe.all_hold": "All that was tried holds.",
        "probe.some_fail": PluralTemplate(
            "count",
            "{count} assumption does not hold or could not be tried.",
            "{count} assumptions do not hold or could not be tried.",
        ),
    },
)
MESSAGES = (*CARDS, *BUTTONS, *ALT, *CONSOLE)
