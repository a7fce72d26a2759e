// Three short sounds, made on the spot; silent unless the person asked for them.

import { preference } from "./store.js";

const TONES = {
  X: [[520, 0]],
  O: [[390, 0]],
  end: [
    [390, 0],
    [520, 0.12],
    [650, 0.24],
  ],
};
let context = null;

/** Sounds a move of `X` or `O`, or the `end` of a game. */
export function sound(name) {
  if (!preference("sound")) return;
  context ??= new AudioContext();
  context.resume();
  for (const [frequency, delay] of TONES[name]) tone(frequency, context.currentTime + delay);
}

function tone(frequency, at) {
  const source = new OscillatorNode(context, { type: "triangle", frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.2, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.18);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + 0.2);
}
