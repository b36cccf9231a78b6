"""Work that becomes due by itself: its alarms, and the processes that do it.

The alarms ring when it is due; the processes share a database.
"""
