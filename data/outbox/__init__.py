"""What is still to be posted, and jobs in hand: rows that a process claims for a while and settles."""
