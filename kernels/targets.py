"""The machines that kernels are compiled for: their names for LLVM, and the commands of Zig that link for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Target:
    """A machine: triple, processor and features for LLVM, and Zig's command to link with.

    ``suffix`` ends the names of libraries. ``wheel_tag`` is the platform tag of wheels, empty if there are none.
    ``export`` is the linker's option that exports a symbol, empty if symbols are exported by default. ``opt_level`` is
    LLVM's for linked modules.
    """

    triple: str
    processor: str
    link_command: tuple[str, ...]
    suffix: str
    wheel_tag: str
    features: str = ""
    export: str = ""
    opt_level: int = 3

    @property
    def is_x86(self) -> bool:
        """True for x86-64, where the library itself checks that the processor is new enough."""
        return self.triple.startswith("x86_64")


def _cc(target: str) -> tuple[str, ...]:
    """Return Zig's command that links a shared library by its C compiler."""
    return ("cc", "-target", target, "-shared", "-s", "-O2", "-fno-sanitize=all")


TARGETS = {
    "linux-x86_64": Target(
        triple="x86_64-unknown-linux-gnu",
        processor="x86-64-v2",
        link_command=(*_cc("x86_64-linux-gnu.2.17"), "-nostdlib"),
        suffix=".so",
        wheel_tag="manylinux_2_17_x86_64.manylinux2014_x86_64",
    ),
    "linux-aarch64": Target(
        triple="aarch64-unknown-linux-gnu",
        processor="generic",
        link_command=(*_cc("aarch64-linux-gnu.2.17"), "-nostdlib"),
        suffix=".so",
        wheel_tag="manylinux_2_17_aarch64.manylinux2014_aarch64",
    ),
    "macos-arm64": Target(
        triple="arm64-apple-macosx11.0.0",
        processor="apple-m1",
        link_command=_cc("aarch64-macos.11.0"),
        suffix=".dylib",
        wheel_tag="macosx_11_0_arm64",
    ),
    "macos-x86_64": Target(
        triple="x86_64-apple-macosx10.13.0",
        processor="x86-64-v2",
        link_command=_cc("x86_64-macos.10.13"),
        suffix=".dylib",
        wheel_tag="macosx_10_13_x86_64",
    ),
    "windows-x86_64": Target(
        triple="x86_64-pc-windows-gnu",
        processor="x86-64-v2",
        link_command=_cc("x86_64-windows-gnu"),
        suffix=".dll",
        wheel_tag="win_amd64",
    ),
    "browser": Target(
        triple="wasm32-unknown-emscripten",
        processor="",
        features="+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint,+multivalue",
        link_command=("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--strip-all", "-O2"),
        suffix=".so",
        wheel_tag="",
        export="--export={}",
        opt_level=0,
    ),
}
"""By name: the system and the processor, as Python calls them."""
