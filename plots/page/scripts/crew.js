// SPDX-License-Identifier: GPL-2.0-or-later
// The workers of the page. Nothing is computed where people type: each call is a promise, and a worker that does not answer in
// time is ended, so that no ruleset can freeze the page.

const PATIENCE = 10000; // milliseconds

function toldError(told) {
  return Object.assign(new Error(told.what), { told });
}

export class Hand {
  constructor(crew, worker) {
    this.crew = crew;
    this.opened = new Map(); // slot -> what was opened last
    this.start(worker);
  }

  start(worker = new Worker(this.crew.url)) {
    this.waiting = new Map();
    this.next = 0;
    this.worker = worker;
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = (event) => this.fail(event.message || 'the worker failed');
    this.opened.clear();
    this.ready = this.crew.module.then((module) => this.send('start', [module]));
    this.ready.catch(() => {});
  }

  take({ id, result, refusal: refused, defect }) {
    const call = this.waiting.get(id);
    if (!call) {
      return;
    }
    this.waiting.delete(id);
    clearTimeout(call.timer);
    if (refused) {
      call.reject(toldError(refused));
    } else if (defect) {
      this.fail(`a defect of floorlab: please report it (${defect})`);
      call.reject(toldError({ where: '', what: `a defect of floorlab: ${defect}`, hint: 'please report it with the address of this page' }));
    } else {
      call.resolve(result);
    }
  }

  // Ends the worker, and with it what it was asked; a new one takes its place.
  fail(what, hint = '') {
    const calls = [...this.waiting.values()];
    this.worker.terminate();
    calls.forEach(({ timer }) => clearTimeout(timer));
    this.start();
    calls.forEach(({ reject }) => reject(toldError({ where: '', what, hint })));
  }

  stop() {
    this.fail('stopped');
  }

  end() {
    this.worker.terminate();
    this.waiting.clear();
  }

  send(call, given, patience = PATIENCE) {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      const timer = setTimeout(() => this.fail(`this takes more than ${patience / 1000} seconds and was stopped`,
        'choose smaller floors or fewer attempts'), patience);
      this.waiting.set(id, { resolve, reject, timer });
      this.worker.postMessage({ id, call, given });
    });
  }

  async ask(call, ...given) {
    await this.ready;
    return this.send(call, given);
  }

  // Opens a slot unless the same is open there, or will be.
  open(slot, what) {
    const text = JSON.stringify(what);
    if (this.opened.get(slot)?.text !== text) {
      const known = { text, described: this.ask('open', slot, what) };
      this.opened.set(slot, known);
      known.described.catch(() => this.opened.get(slot) === known && this.opened.delete(slot));
    }
    return this.opened.get(slot).described;
  }
}

export class Crew {
  // `module` is a promise: workers start while it is compiled, the first even before.
  constructor(module, url, first) {
    this.module = module;
    this.url = url;
    this.artist = new Hand(this, first);
  }

  // One for each core, and one that keeps the sum. They start when they are first needed.
  get counters() {
    const cores = Math.max(1, Math.min(16, navigator.hardwareConcurrency || 2));
    return this.counting ??= Array.from({ length: cores }, () => new Hand(this));
  }

  get keeper() {
    return this.keeping ??= new Hand(this);
  }

  get finder() {
    return this.finding ??= new Hand(this);
  }
}

// Runs the newest job only: while one runs, later ones wait, and of those the last one counts.
export class Latest {
  constructor() {
    this.isBusy = false;
    this.pending = null;
  }

  async run(job) {
    if (this.isBusy) {
      this.pending = job;
      return;
    }
    this.isBusy = true;
    for (let next = job; next;) {
      this.pending = null;
      await next();
      next = this.pending;
    }
    this.isBusy = false;
  }
}
