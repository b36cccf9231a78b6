"""Cards for ratings, profiles, a server's activity and its weekly digest."""
