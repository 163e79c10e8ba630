// SPDX-License-Identifier: GPL-2.0-or-later
// Runs in a worker: an engine that answers requests {id, call, given} with {id, result} or {id, refusal}.
import { Engine, Refusal } from './engine.js';

let engine = null;
const firsts = []; // of each slot the number of the first sample

const calls = {
  async start(module) {
    engine = await Engine.open(module);
    return null;
  },

  open(slot, what) {
    const described = engine.open(slot, what);
    firsts[slot] = described.first;
    return described;
  },

  // The sample that a text means (an empty one the first), and all that the page shows of it if it shows a picture.
  look(slot, text, pictureName, isDark) {
    const { number, text: seed } = engine.number(slot, text || firsts[slot]);
    const shown = pictureName && {
      svg: engine.draw(slot, number, pictureName, isDark),
      line: engine.line(slot, number),
      command: engine.command(slot, number),
    };
    return { number, seed, ...shown };
  },

  // Counts for about so many milliseconds; how many samples that were, and the counts.
  countFor(slot, first, most, milliseconds) {
    const end = performance.now() + milliseconds;
    let done = 0n;
    let step = 256n;
    while (done < BigInt(most) && performance.now() < end) {
      const n = done + step < BigInt(most) ? step : BigInt(most) - done;
      engine.count(slot, BigInt(first) + done, n);
      done += n;
      step = step < 65536n ? step * 2n : step;
    }
    return { done, bytes: engine.countTake(slot) };
  },

  // Counts on in a slot, for as long; the sums so far.
  countMore(slot, first, most, milliseconds) {
    const end = performance.now() + milliseconds;
    let counted = 0;
    while (counted < most && performance.now() < end) {
      const n = Math.min(256, most - counted);
      engine.count(slot, BigInt(first) + BigInt(counted), n);
      counted += n;
    }
    return { counted, sums: engine.sums(slot) };
  },

  // Numbers for which a condition is true, from one on; where it has got to.
  findFor(slot, text, first, most, milliseconds) {
    const end = performance.now() + milliseconds;
    const numbers = [];
    let next = BigInt(first);
    for (let n = 64; numbers.length < most && performance.now() < end; n = Math.min(16384, 2 * n)) {
      const found = engine.find(slot, text, next, n, most - numbers.length);
      numbers.push(...found.numbers);
      next = found.next;
      if (found.isOver) {
        return { numbers, next, isOver: true };
      }
    }
    return { numbers, next, isOver: false };
  },

  // Numbers of samples whose metrics have these values.
  withValues(slot, first, n, names, wanted, most) {
    const columns = engine.values(slot, first, n, names);
    const found = [];
    for (let i = 0; i < n && found.length < most; i++) {
      if (columns.every((column, k) => column[i] === wanted[k])) {
        found.push(BigInt(first) + BigInt(i));
      }
    }
    return found;
  },
};

onmessage = async ({ data: { id, call, given } }) => {
  try {
    const result = call in calls ? await calls[call](...given) : engine[call](...given);
    postMessage({ id, result });
  } catch (error) {
    postMessage(error instanceof Refusal ? { id, refusal: error.told } : { id, defect: String(error.message) });
  }
};
