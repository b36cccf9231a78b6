"""What cannot be done, as a sentence to the one person who asked."""


class Refusal(Exception):  # noqa: N818 - an answer, not a fault
    """A request refused; the text is the sentence that the person reads."""


class Stale(Refusal):
    """The board has moved on since the button was drawn or the text was typed."""

    def __init__(self) -> None:
        super().__init__("The board has moved on since then. Here is how it stands now.")
