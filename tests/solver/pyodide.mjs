// Python as a browser has it: node pyodide.mjs PYODIDE HOUSE KERNELS PACKAGES MODULE runs a module of the house's tests.
import { pathToFileURL } from "node:url";

const [pyodide, house, kernels, packages, module] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide, env: { NOUGHTS_KERNELS: "/kernels", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [place, root] of Object.entries({ "/house": house, "/kernels": kernels, "/packages": packages })) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
try {
  python.runPython(`
import runpy, sys
sys.path[:0] = ["/house", "/house/src", "/packages"]
runpy.run_module(${JSON.stringify(module)}, run_name="__main__")
assert not {"numpy", "numba", "llvmlite"} & set(sys.modules), "NumPy or Numba was imported"
`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
