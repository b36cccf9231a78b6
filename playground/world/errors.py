"""The playground's refusals.

The bot gets them in Discord's form and codes, a member gets a sentence.
"""

from __future__ import annotations

from typing import Any

JSON = dict[str, Any]

# Discord's JSON error codes (documentation, "Opcodes and status codes"): code -> (HTTP status, message).
CODES: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10070: (404, "Unknown Guild Scheduled Event"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20028: (429, "The channel you are writing has hit the write rate limit."),
    30038: (400, "Maximum number of uncompleted guild scheduled events reached (100)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40094: (400, "This interaction has reached the maximum number of follow-up messages."),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (
        400,
        "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point "
        "command in your update request or delete it separately.",
    ),
    180000: (400, "Cannot update a finished event"),
    160004: (400, "A thread has already been created for this message"),
}


class DiscordError(Exception):
    """An answer other than 2xx.

    It has a `status`, Discord's JSON `code`, a `message`, and for 50035 the tree of `errors`. `headers`
    are added to the answer, `extra` to its body (for example `retry_after` of a 429).
    """

    def __init__(
        self,
        code: int,
        *,
        status: int | None = None,
        message: str | None = None,
        errors: JSON | None = None,
        headers: dict[str, str] | None = None,
        extra: JSON | None = None,
    ) -> None:
        known_status, known_message = CODES.get(code, (400, "Bad Request"))
        self.code = code
        self.status = status or known_status
        self.message = message or known_message
        self.errors = errors
        self.headers = headers or {}
        self.extra = extra or {}
        super().__init__(f"{self.status} {self.code}: {self.message}")

    def body(self) -> JSON:
        """Return the answer's JSON body."""
        body: JSON = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


class ActRefusedError(Exception):
    """A member's act that Discord's client would not allow or the bot did not answer.

    Its text is a sentence.
    """
