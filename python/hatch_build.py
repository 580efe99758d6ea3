"""Hooks of the build: the version is that of the build (`npm run build`), and the wheel holds the executable that `npm run sea` wrote."""

import json
import platform
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent.parent
EXECUTABLE = "svc-conformance.exe" if sys.platform == "win32" else "svc-conformance"
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


def platform_tag():
    """What the Node inside the executable needs: glibc 2.28, macOS 13.5, or Windows."""
    machine = platform.machine().lower()
    if sys.platform == "darwin":
        return f"macosx_13_5_{machine}"
    if sys.platform == "win32":
        return f"win_{machine}"
    return f"manylinux_2_28_{MACHINES.get(machine, machine)}"


class Version(MetadataHookInterface):
    def update(self, metadata):
        metadata["version"] = json.loads((ROOT / "dist/prepared/build.json").read_text(encoding="utf-8"))["version"]


class Platform(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["force_include"][str(ROOT / "out" / EXECUTABLE)] = f"svc_conformance/bin/{EXECUTABLE}"
        build_data["tag"] = f"py3-none-{platform_tag()}"
