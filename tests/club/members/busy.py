"""Work that takes a given time of CPU."""

from time import thread_time


def busy_for(seconds: float) -> None:
    began = thread_time()
    while thread_time() - began < seconds:
        pass
