"""The host's side: configuration, processes, health, metrics, logs."""
