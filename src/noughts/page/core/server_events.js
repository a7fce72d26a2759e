// Server-sent events of a response (WHATWG HTML, section 9.2), as noughts writes them: lines end with \n alone.

/** @typedef {{event?: string, data?: string, id?: string}} ServerEvent */

/** Yields the events of a response until it ends. @param {Response} response @returns {AsyncGenerator<ServerEvent>} */
export async function* serverEvents({ body }) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) yield Object.fromEntries(event.split("\n").map((line) => line.split(/: ?(.*)/s)));
  }
}
