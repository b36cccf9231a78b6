"""Background work: alarms that run it, and the processes that do it.

The processes share a database.
"""
