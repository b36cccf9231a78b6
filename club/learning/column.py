"""The column of learning: exercises, openings, guesses and first steps."""

from collections.abc import Mapping

from club.learning.coordinates import Coordinates
from club.learning.exercise_maker import ExerciseMaker, LearningFollower, Practise
from club.learning.exercises import Exercises
from club.learning.first_steps import FirstSteps
from club.learning.guesses import Guesses, GuessFollower
from club.learning.insight import Insights
from club.learning.openings import Openings
from club.learning.reminders import ExerciseReminders
from club.learning.tree_counter import TreeCounter, TreeFollower
from club.members.column import MembersColumn
from club.members.quotas import Limits
from club.play.column import PlayColumn
from club.running.alarm import Alarm
from club.running.column import ClubContext, Column, DueWork


class LearningFollowers:
    """The followers of this column, made before the matches and settings they follow.

    `lessons` is the alarm to ring whenever a match waits to be searched for exercises, and `branches`
    whenever one waits to be counted in the tree of openings.
    """

    def __init__(self, context: ClubContext, limits: Limits) -> None:
        now = context.now
        self.lessons, self.branches = Alarm("learning", now), Alarm("trees", now)
        self.exercises = LearningFollower(self.lessons, now=now, limits=limits)
        self.trees = TreeFollower(self.branches, now=now)
        self.guesses = GuessFollower(now=now)


class LearningColumn(Column):
    """What people learn from their matches; `practise` finds exercises in these."""

    def __init__(
        self,
        context: ClubContext,
        members: MembersColumn,
        play: PlayColumn,
        own: LearningFollowers,
        practise: Practise,
    ) -> None:
        store, now, outside_help = context.store, context.now, play.outside_help
        self.maker = ExerciseMaker(
            play.matches, practise, own.lessons, owner=context.owner, limits=members.limits
        )
        self.tree_counter = TreeCounter(play.matches, own.branches, owner=context.owner)
        self.exercises = Exercises(
            store, members.preferences, outside_help, own.lessons, now=now, limits=members.limits
        )
        self.reminders = ExerciseReminders(
            store, self.exercises, now=now, wake=context.delivery.ring, expect=context.schedule_check
        )
        self.openings, self.guesses = Openings(store, outside_help), Guesses(play.matches)
        self.first_steps, self.coordinates = FirstSteps(store), Coordinates(store)
        self.insights = Insights(store, members.limits)
        self.workers = (self.maker.jobs, self.tree_counter.jobs)

    @property
    def due(self) -> Mapping[str, DueWork]:
        """The reminders of exercises that are due."""
        return {"learning": self.reminders.queue_due_reminders}
