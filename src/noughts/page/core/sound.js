// Four short sounds, made on the spot; silent unless the person asked for them.

import { preference } from "./store.js";

/** What each sound is made of: [hertz, seconds from its beginning]. @type {Record<string, [number, number][]>} */
const TONES = {
  X: [[520, 0]],
  O: [[390, 0]],
  join: [
    [650, 0],
    [780, 0.15],
  ],
  end: [
    [390, 0],
    [520, 0.12],
    [650, 0.24],
  ],
};
/** @type {AudioContext | null} */
let context = null;

/** Sounds a move of `X` or `O`, a friend who has come to `join`, or the `end` of a game. @param {"X" | "O" | "join" | "end"} name */
export function sound(name) {
  if (!preference("sound")) return;
  context ??= new AudioContext();
  context.resume();
  for (const [frequency, delay] of TONES[name]) tone(context, frequency, context.currentTime + delay);
}

/** @param {AudioContext} on @param {number} frequency @param {number} at */
function tone(on, frequency, at) {
  const source = new OscillatorNode(on, { type: "triangle", frequency });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.2, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.18);
  source.connect(gain).connect(on.destination);
  source.start(at);
  source.stop(at + 0.2);
}
