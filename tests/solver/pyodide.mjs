// Run a module of the tests in a browser's Python: node pyodide.mjs PYODIDE ROOT PACKAGES MODULE.
import { pathToFileURL } from "node:url";

const [pyodide, root, packages, module] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONDONTWRITEBYTECODE: "1" } });
for (const [place, folder] of Object.entries({ "/root": root, "/packages": packages })) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
try {
  python.runPython(`
import runpy, sys
sys.path[:0] = ["/packages", "/root"]
runpy.run_module(${JSON.stringify(module)}, run_name="__main__")
assert not {"numpy", "numba", "llvmlite"} & set(sys.modules), "NumPy or Numba was imported"
`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
