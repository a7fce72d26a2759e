// The server, asked and told. Questions are pure and kept; what is told is sent again after a lost answer,
// which the server makes safe: a repeated request with the same version does nothing twice.

const WAITS = [300, 1000, 2500, 5000]; // milliseconds before each further try
const KEPT = 400; // answers kept at most
const answers = new Map();

/** What the server refused, in its own words; `code` is its short name, `game` how the game stands, where it says so. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body?.error || `the server answered ${status}`);
    this.status = status;
    this.code = body?.code || "refused";
    this.game = body?.game || null;
  }
}

/** Nobody answered. */
export class Unreachable extends Error {
  constructor() {
    super("the server cannot be reached");
    this.code = "unreachable";
  }
}

/** The address of a question: parameters that are null or undefined are left out. */
export function address(path, params = {}) {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value != null));
  return query.size ? `${path}?${query.toString().replaceAll("%2F", "/")}` : path; // a position stays readable
}

/** The answer to a question as a promise, the same one for the same question; a refusal is not kept. */
export function ask(path, params) {
  const key = address(path, params);
  if (answers.has(key)) return answers.get(key);
  const answer = persist(() => request(key));
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  return answer;
}

/** The same question without the memory: for what changes, like a game. */
export function fresh(path, params) {
  return persist(() => request(address(path, params), { cache: "no-store" }));
}

/** Tells the server something, with the right to it; asks again while it cannot be reached. */
export function tell(path, body, token) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  return persist(() => request(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function request(url, options = {}) {
  let response;
  try {
    response = await fetch(url, { headers: { Accept: "application/json" }, ...options });
  } catch {
    throw new Unreachable();
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  if (response.ok) throw new Unreachable(); // the answer broke off on its way
  const refusal = new Refusal(response.status, body);
  refusal.retryAfter = Number(response.headers.get("Retry-After")) * 1000 || 0;
  throw refusal;
}

/** Tries again what may pass: a lost connection, a busy server. What it was refused for good, it says at once. */
async function persist(attempt) {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await attempt();
      if (tries) report("back");
      return answer;
    } catch (error) {
      const passing = error instanceof Unreachable || [429, 502, 503, 504].includes(error.status);
      if (!passing || tries === WAITS.length) throw error;
      report("waiting");
      await new Promise((resolve) => setTimeout(resolve, Math.max(WAITS[tries], error.retryAfter || 0)));
    }
  }
}

/** Tells whoever shows the connection: "waiting" for it, or "back". */
function report(state) {
  window.dispatchEvent(new CustomEvent("noughts-connection", { detail: state }));
}
