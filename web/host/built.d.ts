// What the build puts beside these files.

declare module "*/pyodide.mjs" {
  export function loadPyodide(options: object): Promise<unknown>;
}
declare module "*/parts.js" {
  /** What is fetched of Python. */
  export const BYTES: number;
}
declare module "*/constant.js" {
  /** Files with the responses that never change, by target. */
  export const CONSTANT: Record<string, string>;
  /** Regular expressions of the page's paths. */
  export const PAGES: string[];
}
declare module "*/static/core/server_events.js" {
  export const serverEvents: typeof import("../../src/noughts/page/core/server_events.js").serverEvents;
}
