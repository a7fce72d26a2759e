// What the build puts beside these files.

declare module "*/pyodide.mjs" {
  export function loadPyodide(options: object): Promise<unknown>;
}
declare module "*/parts.js" {
  /** What is fetched of Python. */
  export const BYTES: number;
}
