"""Work without anybody at it: alarms that ring when it is due, and the processes that share a database."""
