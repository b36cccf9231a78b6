"""What `python -m rules`, `engines` and `club` refuse."""
