"""What members and servers have set, and what moderators did."""
