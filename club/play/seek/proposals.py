"""A player's proposal of a match, before it becomes a stored challenge."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from club.clocks.time_control import TimeControl
from club.members.people import Person
from club.play.course.ballots import BallotTerms, check_team_vote
from club.play.match.sides import RANDOM_SIDE, check_side, parse_side
from club.refusals import Refusal
from data.database.persons import COMPUTER
from data.play.challenges import NewChallenge
from data.play.places import Place
from engines.choose import level_count
from rules.game import AnyGame, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposal of a match to a player, to anyone or to the computer.

    `opponent` is `None` for anyone. `side` is the side that the challenger asks for, named in `language`.
    `start` is the position that the match begins from, as stored. `rematch_of` is the id of the match it
    is a rematch of. `rated` says whether it is to be rated if possible; if it is `None`, the server's
    default applies. `vote` holds the terms of team votes, if teams play.
    """

    game: AnyGame
    options: Mapping[str, object]
    opponent: Person | None = None
    side: str = RANDOM_SIDE
    language: str = "en"
    clock: TimeControl | None = None
    start: str | None = None
    rematch_of: int | None = None
    rated: bool | None = None
    vote: BallotTerms | None = None

    def check(self, challenger: Person) -> None:
        """Raise `Refusal` if the challenger cannot play this opponent or clock."""
        opponent = self.opponent
        if opponent and opponent.id == COMPUTER:
            if self.clock:
                raise Refusal("computer.clock")
            if not level_count(self.game):
                raise Refusal("computer.no_game", title=self.game.title)
            return
        if opponent and opponent.id == challenger.id:
            raise Refusal("challenge.self")
        if opponent and opponent.is_bot:
            raise Refusal("challenge.bot", name=opponent.name)

    def to_challenge(self, challenger: Person, place: Place, options: Options) -> NewChallenge:
        """Return the proposal as a challenge by `challenger`.

        `options` are all options of the game, including defaults. Raise `RulesError` if the game has no
        such side, and `Refusal` if the challenge is not possible in that place.
        """
        asked = NewChallenge(
            game=self.game.key,
            options=json.dumps(options),
            side=parse_side(self.game, options, self.side, self.language),
            challenger_id=challenger.id,
            challenger_name=challenger.name,
            opponent_id=self.opponent.id if self.opponent else None,
            opponent_name=self.opponent.name if self.opponent else None,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            rematch_of=self.rematch_of,
            clock=self.clock.text if self.clock else None,
            abroad=place.abroad,
            start=self.start,
            vote=self.vote.text if self.vote else None,
        )
        check_side(asked, options)
        check_team_vote(asked)
        return asked
