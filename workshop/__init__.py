"""What makes and measures, and is no part of the bot: benches, the makers of shipped files, the lab's build."""
