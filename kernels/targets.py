"""The machines that kernels are compiled for: what LLVM calls them, and what of Zig links for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A machine: triple, processor and features for LLVM, arguments for Zig, and the names of what comes out.

    ``tag`` is the platform in the names of wheels, ``suffix`` that of the libraries, ``export`` the option that makes a
    symbol visible where that is not the default, ``level`` how hard whole modules are optimised.
    """

    triple: str
    processor: str
    features: str
    linker: tuple[str, ...]
    suffix: str
    tag: str
    export: str = ""
    level: int = 3

    @property
    def is_x86(self) -> bool:
        """True if the processor may be older than the one that code is compiled for."""
        return self.triple.startswith("x86_64")


def _zig(target: str) -> tuple[str, ...]:
    return ("cc", "-target", target, "-shared", "-s", "-O2", "-fno-sanitize=all")


TARGETS = {
    "linux-x86_64": Target(
        "x86_64-unknown-linux-gnu",
        "x86-64-v2",
        "",
        (*_zig("x86_64-linux-gnu.2.17"), "-nostdlib"),
        ".so",
        "manylinux_2_17_x86_64.manylinux2014_x86_64",
    ),
    "linux-aarch64": Target(
        "aarch64-unknown-linux-gnu",
        "generic",
        "",
        (*_zig("aarch64-linux-gnu.2.17"), "-nostdlib"),
        ".so",
        "manylinux_2_17_aarch64.manylinux2014_aarch64",
    ),
    "macos-arm64": Target(
        "arm64-apple-macosx11.0.0", "apple-m1", "", _zig("aarch64-macos.11.0"), ".dylib", "macosx_11_0_arm64"
    ),
    "macos-x86_64": Target(
        "x86_64-apple-macosx10.13.0",
        "x86-64-v2",
        "",
        _zig("x86_64-macos.10.13"),
        ".dylib",
        "macosx_10_13_x86_64",
    ),
    "windows-x86_64": Target(
        "x86_64-pc-windows-gnu", "x86-64-v2", "", _zig("x86_64-windows-gnu"), ".dll", "win_amd64"
    ),
    "browser": Target(
        "wasm32-unknown-emscripten",
        "",
        "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint,+multivalue",
        ("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--strip-all", "-O2"),
        ".so",
        "pyemscripten",
        "--export={}",
        0,
    ),
}
"""By name: the system and the processor, as Python calls them."""
