"""How what is missing is installed: by the pip of this very Python.

Raspberry Pi OS refuses to install by its own, and a plain `pip` in somebody's shell is another's.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path


def pip_install(what: str) -> str:
    """The command, to be typed as it is; `what` is a package, with its extras or a version.

    >>> pip_install("cribboard[draw]").endswith("pip install 'cribboard[draw]'")
    True
    """
    sudo = "" if os.access(sys.prefix, os.W_OK) else "sudo "
    pip = shlex.quote(str(Path(sys.prefix, "bin/pip")))
    return f"{sudo}{pip} install {shlex.quote(what)}"
