// Compiles the Python files below a folder in place, each to one .pyc, by the Python that will read them: Pyodide's.
// node compile.mjs PYODIDE FOLDER
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.mkdir("/tree");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/tree");
const bad = python
  .runPython(
    `
import compileall, pathlib, py_compile
bad = []
for source in pathlib.Path("/tree").rglob("*.py"):
    name = str(source.relative_to("/tree"))
    if name in KEPT:
        continue
    optimize = 0 if "pyodide" in name else 2  # Pyodide reads its own docstrings
    try:
        py_compile.compile(str(source), str(source.with_suffix(".pyc")), dfile=name, doraise=True, optimize=optimize,
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    except py_compile.PyCompileError as error:
        bad.append(str(error))
    source.unlink()
bad
`,
    { globals: python.toPy({ KEPT: process.argv.slice(4) }) },
  )
  .toJs();
if (bad.length) {
  process.stderr.write(`${bad.join("\n")}\n`);
  process.exit(1);
}
process.exit(0);
