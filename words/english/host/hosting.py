"""Texts of `twotone status`, `twotone setup` and the metrics.

Also the description of the app for Discord.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

ABOUT = make_messages(
    MessagePlace.ABOUT,
    {
        "app.description": (
            "Two-player board and card games on cards with buttons, over minutes or weeks: Binar, Binary, Zong-Heng, "
            "Incorrect Checkers, Yin Yang, One Zero One with hidden hands, and fifteen kinds of checkers. Every move is "
            "a picture. Begin with the command “play”."
        ),
    },
)
TAGS = make_messages(
    MessagePlace.TAG,
    {
        "app.tag.games": "games",
        "app.tag.board_games": "board games",
        "app.tag.checkers": "checkers",
        "app.tag.draughts": "draughts",
        "app.tag.multiplayer": "multiplayer",
    },
)
CONSOLE = make_messages(
    MessagePlace.CONSOLE,
    {
        "status.program": "Twotone {version}, database of schema {schema}",
        "status.database": "Database: {path}, {megabytes} MB",
        "status.bot": "Bot: {why}",
        "status.bot.well": "Bot: well, with {count} of {all} shards connected {ago}",
        "status.process": "Process: {process}",
        "host.process": "{shards}, Twotone {version}, seen {ago}",
        "host.process.leaving": "{shards}, Twotone {version}, ending, seen {ago}",
        "status.matches": "Matches: {count} running, {all} over",
        "status.games": "Running: {titles}",
        "status.game": "{title} {count}",
        "status.suspended": PluralTemplate(
            "count",
            "Suspended: {count} match, whose server or channel is gone",
            "Suspended: {count} matches, whose server or channel is gone",
        ),
        "status.set_aside": PluralTemplate(
            "count",
            "Set aside: {count} match that cannot be read or was made by a newer Twotone; see the log",
            "Set aside: {count} matches that cannot be read or were made by a newer Twotone; see the log",
        ),
        "status.challenges": "Open challenges: {count}",
        "status.week": "Last seven days, {door}: {count} begun, {finished} finished, {abandoned} abandoned",
        "status.door.home": "alone",
        "status.door.challenge": "by challenge",
        "status.door.seek": "by open challenge",
        "status.door.league": "in competitions",
        "status.week.servers": "Servers with a match begun: {count} in the last seven days, {former} in those before, {both} in both",
        "status.week.firsts": "First matches of their players: {count} finished, {abandoned} abandoned",
        "status.outbox.empty": "To be posted: nothing",
        "status.outbox": "To be posted: {count}, none of them due",
        "status.outbox.due": "To be posted: {count}, the oldest due since {ago}",
        "status.no_backup": "Last backup: none that “twotone backup” has made of this database",
        "status.backup": "Last backup: {ago}",
        "status.backup.postgres": "Last backup: PostgreSQL's own, of which Twotone knows nothing",
        "status.not_looked": "Looked through: not yet; the running bot does it once a day",
        "status.sound": "Looked through: {ago}, no damage",
        "status.damaged": "Looked through: {ago}, damage found; “twotone check” names it",
        "ago.seconds": PluralTemplate("count", "{count} second ago", "{count} seconds ago"),
        "ago.minutes": PluralTemplate("count", "{count} minute ago", "{count} minutes ago"),
        "ago.hours": PluralTemplate("count", "{count} hour ago", "{count} hours ago"),
        "ago.days": PluralTemplate("count", "{count} day ago", "{count} days ago"),
        "setup.description": "The description is set.",
        "setup.tags": "The tags are set: {tags}.",
        "setup.icon": "The icon is set.",
        "setup.cover_image": "The cover is set.",
        "setup.kept": "Yours stays, {name}: “{given}”",
        "setup.install": "How the app is installed is set: on servers, with the permissions it needs.",
        "setup.install.people": (
            "How the app is installed is set: on servers, with the permissions it needs, and by people for themselves."
        ),
        "setup.refused": "Discord did not take {name} ({code}): {fault}",
        "setup.part.description": "the description",
        "setup.part.tags": "the tags",
        "setup.part.icon": "the icon",
        "setup.part.cover_image": "the cover",
        "setup.part.install": "how the app is installed",
        "setup.part.privacy_policy_url": "the address of the privacy policy",
        "setup.part.terms_of_service_url": "the address of the terms of service",
        "setup.enter": "On the page “General Information” of your application, enter {name}: {link}",
        "setup.support": "People who need help are sent to {link}",
        "setup.nothing": "Description, tags, pictures and how the app is installed are there; nothing was changed.",
        "setup.link": "Invite it with {link}",
        "setup.endpoint": (
            "The application has an Interactions Endpoint URL: Discord sends every press there, and none to this bot. "
            "Delete it on the page “General Information” of your application."
        ),
        "setup.code_grant": (
            "The application asks for an OAuth2 code grant, so nobody can invite the bot. Switch that off on the page "
            "“Bot” of your application."
        ),
        "setup.private": (
            "Only you can invite the bot. For others to do so, switch on “Public Bot” on the page “Bot” of your "
            "application."
        ),
    },
)

METRICS = make_messages(
    MessagePlace.CONSOLE,
    {
        "metric.interactions": "Interactions that Discord sent.",
        "metric.interaction_ack_seconds": (
            "Seconds from an interaction's making until the first answer to it had reached Discord."
        ),
        "metric.interaction_failures": (
            "First answers that Discord did not take, by its code, else by status; none where nothing came back."
        ),
        "metric.requests": "Requests to Discord.",
        "metric.counted_requests": "Requests of those that Discord counts together.",
        "metric.request_seconds": "Seconds from the sending of a request to Discord until it answered.",
        "metric.commit_seconds": "Seconds that a commit took until it was on the disk.",
        "metric.committed_jobs": "Changes that were stored, several a commit.",
        "metric.render_seconds": "Seconds that a picture took.",
        "metric.loop_lag_seconds": "Seconds by which the event loop was late, four times a second.",
        "metric.thinking_late": "Moves of the computer that were thought about again, with less, because the time was up.",
        "metric.pages": "Answers of the pages outside of Discord, by the kind of page.",
        "metric.errors": "Errors of the bot's own.",
        "metric.log_events": "Warnings and errors of the bot's own, by their names in the log.",
        "metric.ready": "1 if the bot is ready.",
        "metric.servers": "Servers that the bot is on.",
        "metric.heartbeat_age_seconds": "Seconds since Discord last acknowledged a heartbeat of a shard.",
        "metric.matches": "Matches that are running.",
        "metric.matches_stopped": "Matches that are neither running nor over.",
        "metric.challenges": "Open challenges.",
        "metric.week_matches": "Matches of the last seven days by how they began: begun, finished, abandoned.",
        "metric.week_servers": "Servers with a match begun in the last seven days, in those before, in both.",
        "metric.week_first_matches": "First matches of their players that ended in the last seven days.",
        "metric.outbox_messages": "Messages that are still to be posted.",
        "metric.outbox_age_seconds": "Seconds for which the message has been due that waits longest.",
        "metric.requests_waiting": "Requests that wait for the pace below Discord's limit.",
        "metric.answers_under_way": "Interactions that are being answered.",
        "metric.damage_places": "Places where the last look through the database found damage.",
        "metric.backup_age_seconds": "Seconds since the last backup of the database that was made by the command.",
        "metric.build": "What runs.",
    },
)
MESSAGES = (*ABOUT, *TAGS, *CONSOLE, *METRICS)
