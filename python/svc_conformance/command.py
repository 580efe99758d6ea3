"""The command `svc-conformance`: one executable, which needs no Node."""

import os
import subprocess
import sys
from pathlib import Path


def executable() -> str:
    """The path of the executable that this wheel brings."""
    name = "svc-conformance.exe" if sys.platform == "win32" else "svc-conformance"
    return str(Path(__file__).parent / "bin" / name)


def main() -> None:
    path = executable()
    if sys.platform == "win32":
        sys.exit(subprocess.call([path, *sys.argv[1:]]))
    os.execv(path, [path, *sys.argv[1:]])
