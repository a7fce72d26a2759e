"""The house keeps its own rules: imports run one way, print only in ui/, light to import, facade sorted."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import noughts
from tests.every import every
from tests.modules import Modules

ROOT = Path(noughts.__file__).parent
HERE = Path(__file__).parent
RANKS = {
    "errors": 0,
    "extras": 1,
    "contract": 2,
    "files": 2,
    "shown": 2,
    "markdown_table": 2,
    "work": 2,
    "game": 3,
    "solver": 4,
    "engine": 5,
    "campaign": 6,
    "players": 6,
    "explain": 7,
    "arena": 7,
    "batch": 7,
    "records": 7,
    "conformance": 7,
    "display": 8,
    "pages": 8,
    "lessons": 8,
    "adapters": 8,
    "ui": 9,
    "__main__": 10,
    "__init__": 10,
}


def room_of(module):
    """The room of a module's name: ``game`` of ``noughts.game.board``, ``__init__`` of the facade.

    A program that is begun by a room's name is a face: ``noughts.pages.__main__``.
    """
    parts = module.split(".")
    return "__main__" if parts[-1] == "__main__" else [*parts, "__init__"][1]


HOUSE = Modules(ROOT)
MODULES, FILES, imports = HOUSE.paths, list(HOUSE.paths.values()), HOUSE.imports
TESTS = sorted(p for folder in ("tests", "benchmarks") for p in (HERE.parent / folder).rglob("test_*.py"))


def calls(module):
    """The plain names a module calls."""
    nodes = (node for node in ast.walk(HOUSE.trees[module]) if isinstance(node, ast.Call))
    return {node.func.id for node in nodes if isinstance(node.func, ast.Name)}


def test_every_room_is_known():
    """Every file of the house lies in a room whose place in the order is stated."""
    assert {room_of(module) for module in MODULES} <= set(RANKS)
    assert {"errors", "game", "solver", "players"} <= {room_of(module) for module in MODULES}


@every(MODULES)
def test_imports_run_one_way(module):
    """A room knows those to its left and none to its right or beside it."""
    room = room_of(module)
    for target in imports(module):
        other = room_of(target)
        assert other == room or RANKS[other] < RANKS[room], f"{module} imports {target}"


@every([m for m in MODULES if room_of(m) not in ("__init__", "__main__")])
def test_nothing_inside_imports_the_facade(module):
    """No module of the house imports `noughts` itself."""
    assert "noughts" not in set(imports(module))
    assert "noughts.__init__" not in set(imports(module))


SERVER = {"compute": 1, "questions": 2, "journal": 2, "setting": 3, "api": 3, "app": 4, "serve": 5, "tab": 5}
"""The rooms of the server, from the bottom up; files beside them are below all. Only api and app see both services."""


def test_rooms_of_the_server_do_not_climb():
    """A room imports itself and lower ones: of two at one height neither sees the other, but api its setting."""
    for module in MODULES:
        room = module.removeprefix("noughts.ui.web.").split(".")[0]
        for target in imports(module) if module.startswith("noughts.ui.web.") else ():
            other = target.removeprefix("noughts.ui.web.").split(".")[0]
            if target.startswith("noughts.ui.web.") and {room, other} != {"setting", "api"}:
                assert other == room or SERVER.get(other, 0) <= SERVER.get(room, 0), (
                    f"{module} imports {target}"
                )
                assert {room, other} != {"questions", "journal"}, f"{module} imports {target}"


def test_imports_have_no_circle():
    """Within a room, too, modules can be put in an order in which each imports only earlier ones."""
    left = {module: set(imports(module)) & set(MODULES) - {module} for module in MODULES}
    while left:
        free = {module for module, needs in left.items() if not needs & set(left)}
        assert free, f"a circle among {sorted(left)}"
        left = {module: needs for module, needs in left.items() if module not in free}


CERTIFICATES = "noughts.solver.certificate"
WRITERS = {module for module in MODULES if module.startswith(f"{CERTIFICATES}.write")}
CHECKERS = {f"{CERTIFICATES}.{name}" for name in ("read", "verify", "verify_plies")}
CHECKERS |= {f"{CERTIFICATES}.verify_zones{part}" for part in ("", "_quick", "_arrays", "_kernel", "_tree")}


def reach(modules):
    """These modules, and all of the house that comes with them when they are imported."""
    reached, new = set(), set(modules)
    while new:
        reached |= new
        new = {target for module in new for target in imports(module) if target in MODULES} - reached
    return reached


SHARED = ("value", "jit", "linking", "later", "prebuilt", "buffers", "plain_buffers", "compilations")
"""Of the solver: what a value is, and how kernels are called."""


def test_writers_and_checkers_of_certificates_share_only_the_rules():
    """Whoever checks a proof runs nothing that searched or wrote it: rules, errors, values, and how kernels are called.

    The name of the format, too, each states for itself: common is the document, docs/certificates.md.
    """
    assert {CERTIFICATES, *WRITERS, *CHECKERS} == {m for m in MODULES if m.startswith(CERTIFICATES)}
    rules = {module for module in MODULES if room_of(module) in {"errors", "shown", "game"}}
    rules |= {f"noughts.solver.{name}" for name in SHARED}
    assert reach(CHECKERS) <= CHECKERS | rules
    assert not reach(WRITERS) & CHECKERS


@every([m for m in MODULES if room_of(m) != "ui"])
def test_only_the_faces_print_and_ask(module):
    """`print` and `input` are called in ui/ only."""
    assert not calls(module) & {"print", "input"}


@every(MODULES)
def test_nothing_evaluates_text(module):
    """Nowhere is text run as a program: no `eval`, `exec`, `compile` or `__import__`."""
    assert not calls(module) & {"eval", "exec", "compile", "__import__"}


@every(MODULES)
def test_randomness_comes_from_seeded_generators(module):
    """Of `random` only `Random` with a seed is used; a face may draw a fresh seed from the system."""
    allowed = {"Random", "SystemRandom"} if room_of(module) == "ui" else {"Random"}
    generators = {"random.Random"}
    for node in ast.walk(HOUSE.trees[module]):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= allowed
            generators |= {alias.asname or alias.name for alias in node.names}
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr in allowed, f"random.{node.attr}"
    for node in ast.walk(HOUSE.trees[module]):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in generators - {"SystemRandom"}:
            assert node.args, f"a generator without a seed in {module}"


POSIX_MODULES = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
POSIX_NAMES = {
    "os": {
        *(
            "chown",
            "chroot",
            "fchmod",
            "fchown",
            "fork",
            "forkpty",
            "getegid",
            "geteuid",
            "getgid",
            "getloadavg",
        ),
        *(
            "getpgid",
            "getpgrp",
            "getpriority",
            "getsid",
            "getuid",
            "killpg",
            "lchown",
            "mkfifo",
            "mknod",
            "nice",
        ),
        *(
            "openpty",
            "posix_spawn",
            "pread",
            "pwrite",
            "register_at_fork",
            "sched_getaffinity",
            "sched_yield",
        ),
        *(
            "set_blocking",
            "setpgid",
            "setpriority",
            "setsid",
            "setuid",
            "statvfs",
            "sysconf",
            "uname",
            "wait",
        ),
        *("wait3", "wait4", "waitid", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "WNOHANG"),
    },
    "signal": {
        *(
            "ITIMER_PROF",
            "ITIMER_REAL",
            "ITIMER_VIRTUAL",
            "SIGALRM",
            "SIGCHLD",
            "SIGCONT",
            "SIGHUP",
            "SIGKILL",
        ),
        *("SIGPIPE", "SIGPROF", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm"),
        *("getitimer", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt", "sigwait"),
    },
    "socket": {"AF_UNIX", "SO_REUSEPORT", "socketpair"},
    "select": {"poll", "epoll", "kqueue"},
}
"""Of the standard library, what Windows does not have, as its manual says."""


def needs_posix(node):
    """Whether this is the import or the use of something that Windows does not have."""
    if isinstance(node, ast.Import):
        return any(alias.name in POSIX_MODULES for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        names = POSIX_NAMES.get(node.module, set())
        return node.module in POSIX_MODULES or any(alias.name in names for alias in node.names)
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.attr in POSIX_NAMES.get(node.value.id, set())
    )


def unguarded(node):
    """Every such thing below a node, but where the platform, or whether there is such a name, was asked before."""
    if isinstance(node, (ast.If, ast.IfExp)):
        asked = ast.unparse(node.test)
        if any(word in asked for word in ("sys.platform", "os.name", "hasattr")):
            return
    if needs_posix(node):
        yield ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        yield from unguarded(child)


@every(MODULES)
def test_what_windows_does_not_have_is_asked_for(module):
    """What only POSIX systems have is used only where the platform, or the name itself, has been asked about."""
    assert not list(unguarded(HOUSE.trees[module]))


def test_an_unguarded_posix_name_is_found():
    """The test above finds what is not guarded, and only that."""
    found = "import os, fcntl\nos.nice(3)\nif sys.platform != 'win32':\n    os.nice(4)\nos.getpid()"
    assert list(unguarded(ast.parse(found))) == ["import os, fcntl", "os.nice"]


@every([m for m in MODULES if ".kernels." in m])
def test_kernels_are_called_by_their_module(module):
    """A kernel says of another file's functions and constants which file that is; types and 0, 1, none go by name."""
    imports = [node for node in ast.walk(HOUSE.trees[module]) if isinstance(node, ast.ImportFrom)]
    names = [alias.name for node in imports if ".kernels." in f"{node.module}" for alias in node.names]
    assert set(names) <= {"I64", "NONE", "ONE", "U", "ZERO"} | {n for n in names if n.istitle()}


HEAVY = (
    "noughts.batch",
    "noughts.solver.buffers",
    "noughts.solver.linking",
    "noughts.solver.search.kernels.instructions",
    "noughts.solver.search.checkpoint",
    "noughts.solver.search.entries",
    "noughts.engine.zone_tree",
    "noughts.engine.zone_search",
    "noughts.campaign.reply",
    "noughts.adapters.planes",
    "noughts.adapters.zoo_env",
    "noughts.adapters.gym_env",
    "noughts.adapters.gym_vector_env",
    "noughts.adapters.spiel_game",
    "noughts.arena.ratings",
    "noughts.pages.fitting",
)


@every([m for m in MODULES if not m.startswith(HEAVY)])
def test_heavy_packages_stay_where_arrays_are_searched(module):
    """`numba` and `numpy` are imported where kernels are compiled and by what others ask for arrays only: the browser
    has neither.
    """
    tops = set()
    for node in ast.walk(HOUSE.trees[module]):
        if isinstance(node, ast.Import):
            tops |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            tops.add(node.module.split(".")[0])
    assert not tops & {"numba", "numpy"}


def test_the_facade_is_sorted_and_true():
    """`__all__` is sorted, names each name once, all of them exist, and nothing public is left out."""
    assert noughts.__all__ == sorted(set(noughts.__all__))
    assert all(hasattr(noughts, name) for name in noughts.__all__)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(HOUSE.trees["noughts.__init__"])
        if isinstance(node, ast.ImportFrom) and node.module.startswith("noughts.")
        for alias in node.names
    }
    public = {name for name in imported if not name.startswith("_") and name != "annotations"}
    assert public == set(noughts.__all__) - {"__version__"}


def test_importing_the_house_is_light():
    """A fresh `import noughts` loads neither numpy, numba, rich, click nor anything of the ui, and what asks the engine
    neither numpy nor numba until it searches: every command would wait for them.
    """
    told = "print(*sorted(sys.modules))"
    script = (
        f"import sys, noughts; {told}; import noughts.engine.assessment, noughts.ui.cli.questions; {told}"
    )
    env = {"PYTHONPATH": str(ROOT.parent), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=env)
    loaded, later = (set(line.split()) for line in done.stdout.splitlines())
    assert not later & {"numpy", "numba"}
    assert "noughts.players.registry" in loaded
    assert not loaded & {"numpy", "numba", "rich", "click", "noughts.ui", "importlib.metadata"}


def test_the_package_is_typed():
    """`py.typed` lies beside the code, so that type checkers read its annotations."""
    assert (ROOT / "py.typed").is_file()


@every(TESTS)
def test_every_test_says_what_it_promises(page):
    """Every test and benchmark has a docstring: the promise it keeps."""
    tree = ast.parse(page.read_text(encoding="utf-8"))
    tests = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
    assert [test.name for test in tests if not ast.get_docstring(test)] == []


@every(sorted(MODULES))
def test_nothing_grows_too_long(module):
    """No file is longer than 400 lines, no function than 40, no class than 300."""
    body = HOUSE.trees[module].body
    assert not body or body[-1].end_lineno <= 400
    limits = {ast.FunctionDef: 40, ast.ClassDef: 300}
    for node in ast.walk(HOUSE.trees[module]):
        limit = limits.get(type(node))
        if limit:
            assert node.end_lineno - node.lineno < limit, node.name


def parameters(function):
    """How many parameters a function has besides the object or the class that it belongs to."""
    arguments = function.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_nothing_takes_more_than_six_parameters():
    """Outside what is compiled no function takes more than six parameters."""
    taking = {
        f"{module.removeprefix('noughts.')}.{node.name}"
        for module, tree in HOUSE.trees.items()
        if ".kernels" not in module
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and parameters(node) > 6
    }
    assert taking == set()


PARTICIPLES = {"told", "found", "given", "left"}
STILL_TO_NAME = ("noughts.campaign",)
"""Rooms in which functions still bear such names."""


def test_functions_are_called_by_what_they_do():
    """No function outside what is compiled is called `told`, `found`, `given` or `left`: one reads what it does."""
    named = {
        f"{module.removeprefix('noughts.')}.{node.name}"
        for module, tree in HOUSE.trees.items()
        if ".kernels" not in module and not module.startswith(STILL_TO_NAME)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.lstrip("_") in PARTICIPLES
    }
    assert named == set()


TWICE = {"__init__", "__main__", "routes", "service"}
"""Files of one name in rooms that are built alike, the server's two."""


def test_one_name_is_one_file():
    """No two files of the house bear one name, but where rooms are built alike."""
    names = Counter(path.stem for path in FILES)
    assert {name for name, count in names.items() if count > 1} <= TWICE


def test_one_name_is_one_class():
    """No two classes of the house bear one name."""
    classes = [
        node.name
        for tree in HOUSE.trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    assert [name for name, count in Counter(classes).items() if count > 1] == []


def test_the_tests_stand_in_the_rooms_of_the_house():
    """Every folder of tests is a room of the house, but those of the page, the documents and the browser's folder."""
    folders = {path.parent.relative_to(HERE) for path in TESTS if path.is_relative_to(HERE)}
    assert {folder for folder in folders if not (ROOT / folder).is_dir()} == {
        Path("docs"),
        Path("ui/browser"),
        Path("web"),
    }
