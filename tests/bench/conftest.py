"""Nothing here is a test: what takes time is measured, never asserted."""

collect_ignore_glob = ["*.py"]
