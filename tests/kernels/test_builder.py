"""The command that builds kernels, and the hook that puts them into a wheel."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import hatch_build
import pytest

from kernels import __main__ as builder
from noughts.kernels import library
from noughts.kernels.library import GROUPS, MARKER, SUFFIX, this_machine
from tests.paths import ROOT
from tests.processes import PATIENCE, wait_until

ENVIRONMENT = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))}


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache folder, in a process whose signals the builder leaves alone."""
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    return library.library_folder()


@pytest.fixture
def built(cache, monkeypatch):
    """The names of the groups that are built, in an empty cache folder, by a compiler that writes ten bytes."""
    names = []

    def build(group, target, path):
        names.append(group.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"a library\n")
        builder._stamp(path).write_text(builder._builder())

    def build_all(groups, target):
        for group in groups:
            build(group, target, builder.path_of(group, target))

    monkeypatch.setattr(builder, "build", build)
    monkeypatch.setattr(builder, "build_all", build_all)
    monkeypatch.setattr(builder, "require_tools", lambda: None)
    return names


def test_what_is_missing_is_built_once(built):
    """All groups are built, those of research too; a second time none is, unless --force asks for it."""
    assert builder.main(["build"]) == 0
    assert sorted(built) == sorted(GROUPS)
    built.clear()
    assert builder.main(["build"]) == 0
    assert built == []
    assert builder.main(["build", "tables", "--force"]) == 0
    assert built == ["tables"]


def test_another_builder_builds_again(built, monkeypatch):
    """A library of another version of the builder is built again under the same name."""
    builder.main(["build", "tables"])
    monkeypatch.setattr(builder, "_builder", lambda: "another")
    builder.main(["build", "tables"])
    assert built == ["tables", "tables"]


def test_libraries_are_copied_as_they_are_in_a_wheel(built, tmp_path, capsys):
    """--copy-to gives each library of noughts the name of its group, and prints the wheel's platform tag."""
    assert builder.main(["build", "--copy-to", str(tmp_path / "lib"), "--target", "windows-x86_64"]) == 0
    assert capsys.readouterr().out == "win_amd64\n"
    shipped = sorted(f"{group.name}.dll" for group in GROUPS.values() if group.is_shipped)
    assert sorted(path.name for path in (tmp_path / "lib").iterdir()) == shipped


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "engines"], "no such group: 'engines'; groups are engine, prover,"),
        (["build", "--target", "amiga"], "kernels cannot be built for 'amiga'; targets are linux-x86_64,"),
        (["announce"], "announce needs a command"),
        ([], "the following arguments are required: command"),
    ],
)
def test_a_wrong_command_is_rejected(built, capsys, arguments, message):
    """The message quotes what is wrong and says what is accepted; the status is 2."""
    with pytest.raises(SystemExit) as ended:
        builder.main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_without_tools_nothing_is_built(cache, monkeypatch, capsys):
    """The message says what to install; the status is 2, also where no cache folder is known."""
    monkeypatch.setattr(builder, "find_spec", lambda name: None)
    expected = "kernels: numba, llvmlite, ziglang not installed: pip install --constraint"
    assert builder.main(["build"]) == 2
    assert capsys.readouterr().err.startswith(expected)
    monkeypatch.setattr(builder, "library_folder", lambda: None)
    assert builder.main(["build"]) == 2
    assert capsys.readouterr().err.startswith(expected)
    monkeypatch.setattr(builder, "find_spec", lambda name: True)
    assert builder.main(["build"]) == 2
    assert capsys.readouterr().err == "kernels: no cache folder is known: set NOUGHTS_CACHE\n"


def test_a_cache_that_cannot_be_written_is_one_message(built, cache, capsys):
    """The message names the file that is in the way; the status is 1."""
    cache.parent.mkdir()
    cache.write_text("a file where the folder should be")
    assert builder.main(["build", "tables"]) == 1
    assert str(cache) in capsys.readouterr().err


def test_old_libraries_of_the_group_are_removed(built, cache):
    """Only libraries of the same group from other sources that were built long ago are removed."""
    cache.mkdir(parents=True)
    digest, long_ago = "0123456789abcdef", time.time() - builder._OLD - 1
    names = [
        f"prover-{digest}-{this_machine()}{SUFFIX}",
        f"prover-large-{digest}-{this_machine()}{SUFFIX}",
        f"prover-{digest[::-1]}-{this_machine()}{SUFFIX}",
    ]
    for name in names:
        (cache / name).write_bytes(b"")
    for name in names[:2]:
        os.utime(cache / name, (long_ago, long_ago))
    builder.main(["build", "prover"])
    assert not (cache / names[0]).exists()
    assert (cache / names[1]).exists()
    assert (cache / names[2]).exists()


@pytest.mark.parametrize("status", [0, 3])
def test_a_command_is_announced_while_it_runs(cache, monkeypatch, tmp_path, status):
    """Meanwhile noughts says that kernels are being built; the exit status is the command's."""
    answer = f"{status} if library.is_building() else 9"
    code = f"from noughts.kernels import library; import sys; sys.exit({answer})"
    assert builder.main(["announce", sys.executable, "-c", code]) == status
    assert not (cache / MARKER).exists()
    assert not library.is_building()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
def test_ending_the_builder_ends_what_it_has_started(cache, tmp_path):
    """SIGTERM ends the announced command, and the announcement with it."""
    code = f"import os, time; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    command = [sys.executable, "-m", "kernels", "announce", sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | ENVIRONMENT) as process:
        wait_until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 143
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert not (cache / MARKER).exists()


@pytest.fixture
def hook(monkeypatch, tmp_path):
    """The hook of a wheel, with a builder that ends as ``done`` says."""
    warnings = []
    hook = object.__new__(hatch_build.KernelsHook)
    done = SimpleNamespace(returncode=0, stdout="", stderr="")
    app = SimpleNamespace(display_warning=warnings.append)
    monkeypatch.setattr(hatch_build.KernelsHook, "app", app)
    monkeypatch.setattr(hatch_build.KernelsHook, "root", str(tmp_path))

    def run(command, **_):
        if not done.returncode:
            Path(command[command.index("--copy-to") + 1], "engine.so").write_bytes(b"a library")
        return done

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.delenv("NOUGHTS_TARGET", raising=False)
    yield SimpleNamespace(run=lambda data: hook.initialize("standard", data), done=done, warnings=warnings)
    hook.finalize("standard", {}, "")


def test_a_wheel_has_the_libraries_and_the_tag(hook):
    """The last line that the builder prints is the tag."""
    hook.done.stdout = "some tool's output\nmanylinux_2_17_x86_64\n"
    data = {"force_include": {}}
    hook.run(data)
    assert data["tag"] == "py3-none-manylinux_2_17_x86_64"
    assert data["pure_python"] is False
    assert [*data["force_include"].values()] == ["noughts/kernels/lib/engine.so"]


def test_without_tools_the_wheel_is_pure_and_the_hook_says_so(hook):
    """Nothing is added, and the warning is the builder's last line."""
    hook.done.returncode, hook.done.stderr = 2, "...\nkernels: numba not installed\n"
    data = {"force_include": {}}
    hook.run(data)
    assert data == {"force_include": {}}
    assert hook.warnings == ["This wheel has no compiled kernels: kernels: numba not installed"]


@pytest.mark.parametrize(("status", "target"), [(1, None), (2, "macos-arm64")])
def test_a_failed_build_is_an_error(hook, monkeypatch, status, target):
    """A compiler that fails, or tools that are missing for a target that was asked for, make no wheel."""
    if target:
        monkeypatch.setenv("NOUGHTS_TARGET", target)
    hook.done.returncode, hook.done.stderr = status, "kernels: could not build engine\n"
    with pytest.raises(RuntimeError, match="could not build engine"):
        hook.run({"force_include": {}})


def test_a_browser_has_no_wheel(hook, monkeypatch):
    """A target without a platform tag is an error."""
    monkeypatch.setenv("NOUGHTS_TARGET", "browser")
    hook.done.stdout = "\n"
    with pytest.raises(RuntimeError, match="there are no wheels for 'browser'"):
        hook.run({"force_include": {}})


def test_a_wheel_without_kernels_can_be_asked_for(hook, monkeypatch):
    """NOUGHTS_TARGET=none runs no builder."""
    monkeypatch.setenv("NOUGHTS_TARGET", "none")
    monkeypatch.setattr(subprocess, "run", None)
    data = {}
    hook.run(data)
    assert data == {}
