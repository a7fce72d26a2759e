// Names the files of Python's own library that are read before there is anything else.
// node boot.mjs PYODIDE
import { pathToFileURL } from "node:url";

const [, , pyodide] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
const names = python.runPython(`
import sys
from pathlib import Path
import compression.zstd, importlib.machinery, importlib.util, json, struct
"\\n".join(file.partition(".zip/")[2] for module in sys.modules.values()
          if ".zip/" in (file := getattr(module, "__file__", None) or ""))
`);
process.stdout.write(`${names}\n`);
process.exit(0);
