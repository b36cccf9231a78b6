"""The pages outside Discord, and the lab."""
