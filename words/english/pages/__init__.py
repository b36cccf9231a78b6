"""The pages outside of Discord, and the lab."""
