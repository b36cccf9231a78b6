"""A league, and a season of it that has started."""

from dataclasses import replace

from club.clocks.time_control import parse_control
from club.club import Club
from club.competitions.redraws import queue_section_cards
from club.competitions.seasons import CONTROL
from club.members.people import Person
from data.competitions import competitions, entrants, pairings, teams
from data.competitions.competitions import CompetitionRow, StageRow, StageStatus
from data.competitions.pairings import TableChange, TableChangeRow
from data.competitions.teams import NewTeam
from data.database.transaction import Transaction
from rules.catalogue import GAMES
from rules.game import Options
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions
from tests.data.samples import LEAGUE

DAN, EMI = Person(4, "Dan"), Person(5, "Emi")
FOUR = (ANN, BEN, CLEO, DAN)
MO = Person(99, "Mo")
"""Makes the leagues, and plays in none."""


async def create_league(
    club: Club,
    *,
    game: str = "binar",
    size: int = 3,
    hour: int = 18,
    options: Options | None = None,
    scoring: str = "usual",
    length: str = "weeks",
    control: str = CONTROL,
) -> CompetitionRow:
    """Create a league of Mo's whose first season is open for sign-up."""
    clock = parse_control(control)
    assert clock is not None
    return await club.competitions.all.create(
        name="Autumn league",
        game=GAMES[game],
        options=options or ({"size": size} if game == "binar" else {}),
        control=clock,
        hour=hour,
        scoring=scoring,
        length=length,
        organiser=act(MO),
        place=(GUILD, CHANNEL),
    )


async def newest(club: Club, league: CompetitionRow) -> StageRow:
    """The season of a league that was opened last."""
    return (await club.store.read(lambda tx: competitions.list_latest_stages(tx, league.id)))[0]


async def start_season(
    club: Club,
    *people: Person,
    game: str = "binar",
    options: Options | None = None,
    scoring: str = "usual",
) -> StageRow:
    """Start a season of a new league, with these people or four.

    Its matches have begun.
    """
    league = await create_league(club, game=game, options=options, scoring=scoring)
    stage = await newest(club, league)
    for person in people or FOUR:
        await club.competitions.all.join(stage.id, person)

    await club.store.write(
        lambda tx: tx.run("UPDATE stage SET starts_at = ? WHERE id = ?", club.now(), stage.id)
    )
    await club.competitions.scheduler.take_due_steps()
    return await newest(club, league)


async def empty_section(club: Club) -> None:
    """Add a section of a league without entrants; its card waits to be posted."""
    stage = await newest(club, await create_league(club))

    async def job(tx: Transaction) -> None:
        section = await competitions.add_section(tx, stage.id, 0)
        await queue_section_cards(tx, section.id, club.now())

    await club.store.write(job)


async def in_everything(tx: Transaction, who: Person, at: float) -> None:
    """Let a member make a league, sign up for its next season, and be in this one.

    They do not begin to play in the season that runs.
    """
    made = replace(LEAGUE, guild_id=GUILD, organiser_id=who.id)
    league = await competitions.create(tx, made, at=at, interaction_id=next(interactions))
    await teams.add(tx, NewTeam(competition_id=league.id, side=0, name="Red", captain_id=who.id))
    for number, status in enumerate((StageStatus.RUNNING, StageStatus.OPEN)):
        stage = await competitions.add_stage(tx, league.id, number, starts_at=at, closes_at=at)
        await competitions.update_stage(tx, replace(stage, status=status))
        await entrants.join(tx, stage.id, who.id, who.name, at=at)
        entrant = await entrants.find_entrant(tx, stage.id, who.id)
        if entrant is not None and status is StageStatus.RUNNING:
            section = await competitions.add_section(tx, stage.id, 0)
            await entrants.assign_section(tx, entrant.id, section.id, 0)
            await entrants.set_absent(tx, entrant.id, at)
            await pairings.log_change(
                tx, TableChangeRow(section.id, at, who.id, TableChange.REPLACED, entrant.id)
            )
