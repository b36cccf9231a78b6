"""Posts that are still to be sent to Discord, and jobs that processes claim.

Both are rows that a process claims for a limited time and then completes or gives back.
"""
