"""Pages outside of Discord: read the club, never write; loaded only where the host has set `PUBLIC_URL`."""
