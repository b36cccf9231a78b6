"""Which function answers which request.

This is the part of Discord's REST API v10 that the playground implements.
"""

from __future__ import annotations

from playground.api import application, channels, identity, messages, scheduled_events
from playground.api.calls import RouteHandler

ROUTES: tuple[tuple[str, str, RouteHandler], ...] = (
    ("GET", "/users/@me", identity.get_me),
    ("GET", "/users/@me/guilds", identity.get_guilds),
    ("GET", "/users/{user_id}", identity.get_user),
    ("POST", "/users/@me/channels", identity.open_dm),
    ("GET", "/applications/@me", application.get_application),
    ("PATCH", "/applications/@me", application.patch_application),
    ("GET", "/oauth2/applications/@me", application.get_application),
    ("GET", "/gateway", identity.get_gateway),
    ("GET", "/gateway/bot", identity.get_gateway_bot),
    ("GET", "/applications/{application_id}/commands", identity.get_commands),
    ("PUT", "/applications/{application_id}/commands", identity.put_commands),
    ("GET", "/applications/{application_id}/guilds/{guild_id}/commands", identity.get_guild_commands),
    ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands", identity.put_guild_commands),
    ("GET", "/guilds/{guild_id}/members/{user_id}", identity.get_member),
    ("GET", "/guilds/{guild_id}/scheduled-events", scheduled_events.get_events),
    ("POST", "/guilds/{guild_id}/scheduled-events", scheduled_events.create_event),
    ("PATCH", "/guilds/{guild_id}/scheduled-events/{event_id}", scheduled_events.patch_event),
    ("DELETE", "/guilds/{guild_id}/scheduled-events/{event_id}", scheduled_events.delete_event),
    ("GET", "/channels/{channel_id}", channels.get_channel),
    ("PATCH", "/channels/{channel_id}", channels.patch_channel),
    ("DELETE", "/channels/{channel_id}", channels.delete_channel),
    ("POST", "/channels/{channel_id}/threads", channels.create_thread),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads", channels.create_thread_from_message),
    ("GET", "/channels/{channel_id}/thread-members", channels.get_thread_members),
    ("PUT", "/channels/{channel_id}/thread-members/{user_id}", channels.join_thread),
    ("DELETE", "/channels/{channel_id}/thread-members/{user_id}", channels.leave_thread),
    ("POST", "/channels/{channel_id}/typing", channels.type_in_channel),
    ("GET", "/channels/{channel_id}/messages", messages.get_messages),
    ("POST", "/channels/{channel_id}/messages", messages.post_message),
    ("GET", "/channels/{channel_id}/messages/{message_id}", messages.get_message),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}", messages.patch_message),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}", messages.delete_message),
    ("POST", "/interactions/{interaction_id}/{token}/callback", messages.answer_interaction),
    ("POST", "/webhooks/{application_id}/{token}", messages.post_follow_up),
    ("GET", "/webhooks/{application_id}/{token}/messages/{message_id}", messages.get_answer),
    ("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}", messages.patch_answer),
    ("DELETE", "/webhooks/{application_id}/{token}/messages/{message_id}", messages.delete_answer),
)
