"""`python -m cribboard` is `cribboard`."""

import sys

from cribboard.cli import main

sys.exit(main())
