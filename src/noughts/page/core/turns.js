// Which tabs of this browser hold a stream: a browser opens six connections to a server that speaks HTTP/1.1, and one
// that streams is taken until it ends. So the last few tabs that asked for a stream hold one; the others ask now and then.

const MOST = 3; // streams of one browser; the rest of its connections load pages and send moves

export class StreamTurn {
  #held = false;
  #later = 0;
  #channel = new BroadcastChannel("noughts-streams");

  /** @param {() => void} over - called when others have taken the turn @param {AbortSignal} signal */
  constructor(over, signal) {
    this.#channel.onmessage = () => {
      if (!this.#held || ++this.#later < MOST) return;
      this.#held = false;
      over();
    };
    signal.addEventListener("abort", () => this.#channel.close());
  }

  /** This tab opens a stream: of the others, who has held one longest lets go. */
  take() {
    if (!this.#held) this.#channel.postMessage(null);
    this.#held = true;
    this.#later = 0;
  }
}
