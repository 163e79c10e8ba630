// SPDX-License-Identifier: GPL-2.0-or-later
// The generators: one instance of the WebAssembly module, with calls that take and give JavaScript values.
// What the C code refuses becomes a Refusal; a defect ends the instance.
import { yamlEvents } from './events.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Refusal extends Error {
  constructor(told) {
    super(told.where ? `${told.where}: ${told.what}` : told.what);
    this.told = told;
  }
}

// The system that the C library asks for: no files, no environment.
function emptySystem() {
  const NO_FILE = 8;
  return new Proxy({}, {
    get: (_, name) => name === 'proc_exit'
      ? () => { throw new Error('the instance has ended'); }
      : () => NO_FILE,
    has: () => true,
  });
}

export class Engine {
  constructor(instance) {
    this.c = instance.exports;
    this.c._initialize();
  }

  // `module` is a WebAssembly.Module.
  static async open(module) {
    const system = emptySystem();
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      (imports[from] ??= {})[name] = system[name];
    }
    return new Engine(await WebAssembly.instantiate(module, imports));
  }

  // Writes the fields of a request, and bytes behind them.
  request(fields, bytes = new Uint8Array(0)) {
    const head = encoder.encode(fields.map((field) => String(field).replaceAll('\0', '') + '\0').join(''));
    const at = this.c.fl_page_memory(head.length + bytes.length);
    if (!at) {
      throw new Refusal({ where: '', what: 'there is not enough memory', hint: '' });
    }
    const memory = new Uint8Array(this.c.memory.buffer, at);
    memory.set(head);
    memory.set(bytes, head.length);
  }

  answerBytes() {
    return new Uint8Array(this.c.memory.buffer, this.c.fl_page_answer(), this.c.fl_page_answer_size());
  }

  // The answer of a call as text.
  call(name, ...args) {
    const status = this.c[`fl_page_${name}`](...args);
    const text = decoder.decode(this.answerBytes());
    if (status !== 0) {
      throw new Refusal(JSON.parse(text));
    }
    return text;
  }

  catalogue() {
    return JSON.parse(this.call('catalogue'));
  }

  shipped(name) {
    this.request([name]);
    return this.call('shipped');
  }

  // `what`: {generator, seed, settings: {name: value}, files: {name: text}}.
  open(slot, what) {
    const settings = Object.entries(what.settings ?? {});
    const files = Object.entries(what.files ?? {}).map(([name, text]) => [name, yamlEvents(text)]);
    this.request([what.generator, what.seed ?? 1, settings.length, ...settings.flat(), files.length, ...files.flat()]);
    return JSON.parse(this.call('open', slot));
  }

  draw(slot, number, picture, isDark) {
    const names = ['map', 'passes', 'insides', 'plan'];
    return this.call('draw', slot, BigInt(number), Math.max(0, names.indexOf(picture)), isDark ? 1 : 0);
  }

  gallery(slot, number, count, isDark) {
    return this.call('gallery', slot, BigInt(number), count, isDark ? 1 : 0);
  }

  line(slot, number) {
    return this.call('line', slot, BigInt(number));
  }

  command(slot, number) {
    return this.call('command', slot, BigInt(number));
  }

  number(slot, text) {
    this.request([text]);
    return JSON.parse(this.call('number', slot));
  }

  // A column of values for each name.
  values(slot, first, n, names) {
    this.request([names.length, ...names]);
    this.call('values', slot, BigInt(first), n);
    const at = this.c.fl_page_numbers();
    return names.map((_, i) => new Int32Array(this.c.memory.buffer, at + 4 * n * i, n).slice());
  }

  // Up to `most` of n samples for which a condition is true; `next` is the first that was not looked at.
  find(slot, text, first, n, most) {
    this.request([text]);
    const { numbers, next, is_over: isOver } = JSON.parse(this.call('find', slot, BigInt(first), n, most));
    return { numbers: numbers.map(BigInt), next: BigInt(next), isOver };
  }

  countBegin(slot, pair = []) {
    this.request(pair);
    return JSON.parse(this.call('count_begin', slot));
  }

  count(slot, first, n) {
    this.call('count', slot, BigInt(first), BigInt(n));
  }

  countTake(slot) {
    const status = this.c.fl_page_count_take(slot);
    if (status !== 0) {
      throw new Refusal(JSON.parse(decoder.decode(this.answerBytes())));
    }
    return this.answerBytes().slice();
  }

  countAdd(slot, bytes) {
    this.request([bytes.length], bytes);
    this.call('count_add', slot);
  }

  sums(slot, hasHistograms = false) {
    return JSON.parse(this.call('count_sums', slot, hasHistograms ? 1 : 0));
  }

  // {columns, rows, floors, counts}: counts[x * rows + y].
  joint(slot) {
    const out = JSON.parse(this.call('count_joint', slot));
    out.counts = new BigUint64Array(this.c.memory.buffer, this.c.fl_page_joint(), out.columns * out.rows).slice();
    return out;
  }

  verdicts(slot) {
    return JSON.parse(this.call('verdicts', slot));
  }
}
