// A class as it happens.

import { forgetClass, keptClass } from "../core/store.js";
import { LiveStream } from "../core/stream.js";

/** @import { ClassroomJson } from "../core/answers.js" */
/** @import { Source } from "../core/stream.js" */

/**
 * Hears of a class from now on; one that is gone is forgotten.
 * @param {string} id @param {(room: ClassroomJson) => unknown} state
 * @param {(error: unknown) => unknown} gone @param {Partial<Source>} [more]
 */
export function liveClass(id, state, gone, more = {}) {
  const forgotten = (/** @type {unknown} */ error) => {
    forgetClass(id);
    gone(error);
  };
  const token = () => {
    const tokens = keptClass(id)?.tokens;
    return tokens?.pupil ?? tokens?.teacher;
  };
  return new LiveStream({ path: () => `/api/classes/${id}`, kind: "class", state, gone: forgotten, token, ...more });
}
