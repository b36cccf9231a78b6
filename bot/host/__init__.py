"""What the host of the bot sets, starts and watches: configuration, processes, health, metrics, logs."""
