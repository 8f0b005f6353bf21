"""Every budget of the design, measured: `make bench`, or `python -m tests.bench`."""
