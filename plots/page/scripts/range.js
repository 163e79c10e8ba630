// SPDX-License-Identifier: GPL-2.0-or-later
// The expressive range: two metrics of very many samples against each other, counted by workers while one looks. Counts are whole
// numbers, so it does not matter which worker counts what; each takes the next range of numbers, and what it leaves over comes
// first the next time.
import { announce, byId, commandLine, count, element, figure, isDark, quoted, show } from './elements.js';
import { asCsv, save, saveButtons } from './download.js';
import { thumbnails } from './floor.js';

const RANGE = 1n << 20n; // numbers that a worker takes at once
const TURN = 250; // milliseconds after which it gives its counts away
const LOOK = 300; // milliseconds between two looks at the sum
const ENOUGH = 2e7; // samples after which the colours change no more
const SEARCH = 20000; // samples that are searched at once

export class Counting {
  constructor(crew) {
    this.crew = crew;
    this.key = '';
    this.session = 0;
    this.isRunning = false;
    this.floors = 0;
  }

  // Starts anew unless the same is being counted.
  async begin(what, described, pair) {
    const key = JSON.stringify([what, pair]);
    if (key === this.key) {
      return;
    }
    this.stop();
    const session = ++this.session;
    this.key = key;
    this.floors = 0;
    this.enough = ENOUGH;
    this.isEnough = false;
    this.started = performance.now();
    this.busy = 0;
    this.next = BigInt(described.first);
    this.last = BigInt(described.last);
    this.left = [];
    const { keeper } = this.crew;
    await keeper.open(0, what);
    const begun = keeper.ask('countBegin', 0, pair);
    await Promise.all(this.crew.counters.map(async (hand) => {
      await hand.open(0, what);
      await hand.ask('countBegin', 0, pair);
    }));
    await begun;
    if (session !== this.session) {
      throw Object.assign(new Error('something else is counted now'), { isOld: true });
    }
  }

  take() {
    const rest = this.left.shift();
    if (rest) {
      return rest;
    }
    if (this.next > this.last) {
      return null;
    }
    const n = this.last - this.next + 1n < RANGE ? this.last - this.next + 1n : RANGE;
    const range = { first: this.next, n };
    this.next += n;
    return range;
  }

  // Lets all workers count until they are stopped; `fail` hears of what goes wrong.
  run(fail) {
    if (this.isRunning) {
      return;
    }
    this.isRunning = true;
    const { session } = this;
    this.loops = this.crew.counters.map((hand) => this.loop(hand, session).catch((error) => {
      if (session === this.session && this.isRunning) {
        this.isRunning = false;
        fail(error);
      }
    }));
  }

  async loop(hand, session) {
    for (let range = null; this.isRunning && session === this.session && (range = this.take());) {
      const begun = performance.now();
      const { done, bytes } = await hand.ask('countFor', 0, range.first, range.n, TURN);
      if (session !== this.session) {
        return;
      }
      this.busy += performance.now() - begun;
      if (done < range.n) {
        this.left.push({ first: range.first + done, n: range.n - done });
      }
      await this.crew.keeper.ask('countAdd', 0, bytes);
      this.floors += Number(done);
    }
  }

  stop() {
    this.isRunning = false;
  }

  // Samples a second of one worker.
  get speed() {
    return this.busy > 0 ? this.floors / this.busy * 1000 : 0;
  }
}

// Light to dark, as one sees it also in grey; on a dark page the other way round.
const STOPS = [[253, 231, 37], [144, 200, 80], [33, 145, 140], [58, 82, 139], [68, 1, 84]];

function colourOf(share, dark) {
  const at = Math.min(0.9999, Math.max(0, dark ? 1 - share : share)) * (STOPS.length - 1);
  const [a, b] = [STOPS[Math.floor(at)], STOPS[Math.floor(at) + 1]];
  return `rgb(${a.map((value, i) => Math.round(value + (b[i] - value) * (at % 1))).join(' ')})`;
}

// The part of the plane in which something was counted.
function boundsOf({ columns, rows, counts }) {
  const bounds = { left: columns, right: -1, low: rows, high: -1, most: 0n };
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] > 0n) {
      const x = Math.floor(i / rows);
      const y = i % rows;
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.low = Math.min(bounds.low, y);
      bounds.high = Math.max(bounds.high, y);
      bounds.most = counts[i] > bounds.most ? counts[i] : bounds.most;
    }
  }
  return bounds;
}

const MOST_BARS = 40;

function shareOf(share) {
  return share > 0 && share < 0.00005 ? '< 0.01 %' : `${figure(share * 100, 2)} %`;
}

// How many samples have each value of one of the two metrics: bars with their shares.
function barsOf(joint, of, from, to) {
  const sums = new Array(Math.max(0, to - from + 1)).fill(0);
  joint.counts.forEach((n, i) => {
    if (n > 0n) {
      sums[(of === 0 ? Math.floor(i / joint.rows) : i % joint.rows) - from] += Number(n);
    }
  });
  const most = Math.max(...sums);
  return sums.slice(0, MOST_BARS).flatMap((n, i) => {
    const bar = element('i');
    bar.style.width = `${n / most * 100}%`;
    return [element('b', {}, from + i), element('span', {}, bar), element('span', {}, shareOf(n / Number(joint.floors)))];
  });
}

function showBars(joint, pair, { left, right, low, high, most }) {
  const dark = isDark();
  byId('range-colours').style.background = `linear-gradient(to right, ${[0, 0.25, 0.5, 0.75, 1].map((share) => colourOf(share, dark)).join(', ')})`;
  byId('range-most').textContent = `${count(most)} samples, on a logarithmic scale`;
  [['across', left, right], ['up', low, high]].forEach(([id, from, to], of) => {
    byId(`range-${id}-name`).textContent = pair[of];
    show(byId(`range-${id}-bars`), ...barsOf(joint, of, from, to));
  });
}

const MARGIN = { left: 64, bottom: 56, top: 12, right: 12 };

export class HeatMap {
  constructor(page) {
    this.page = page;
    this.canvas = byId('range-map');
    this.joint = null;
    this.cell = null;
    this.canvas.addEventListener('click', (event) => this.click(event));
    this.canvas.addEventListener('keydown', (event) => this.press(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas.parentElement);
  }

  take(joint, pair) {
    this.joint = joint;
    this.pair = pair;
    this.bounds = boundsOf(joint);
    this.draw();
    showBars(joint, pair, this.bounds);
  }

  measure() {
    const ratio = devicePixelRatio || 1;
    const width = Math.max(240, Math.min(1100, this.canvas.parentElement.clientWidth));
    const height = Math.round(Math.min(width * 0.75, 640));
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const { left, right, low, high } = this.bounds;
    this.step = [(width - MARGIN.left - MARGIN.right) / (right - left + 1), (height - MARGIN.top - MARGIN.bottom) / (high - low + 1)];
    this.size = [width, height];
    return ratio;
  }

  place(x, y) {
    const { left, high } = this.bounds;
    return [MARGIN.left + (x - left) * this.step[0], MARGIN.top + (high - y) * this.step[1]];
  }

  draw() {
    if (!this.joint || this.bounds.right < 0) {
      return;
    }
    const ratio = this.measure();
    const pen = this.canvas.getContext('2d');
    const style = getComputedStyle(document.body);
    const dark = isDark();
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = style.backgroundColor;
    pen.fillRect(0, 0, ...this.size);
    const { left, right, low, high, most } = this.bounds;
    const scale = Math.log1p(Number(most));
    for (let x = left; x <= right; x++) {
      for (let y = low; y <= high; y++) {
        const n = this.at(x, y);
        if (n > 0n) {
          pen.fillStyle = colourOf(Math.log1p(Number(n)) / scale, dark);
          const [px, py] = this.place(x, y);
          pen.fillRect(px, py, Math.max(1, this.step[0] - (this.step[0] > 6)), Math.max(1, this.step[1] - (this.step[1] > 6)));
        }
      }
    }
    this.drawAxes(pen, style);
    this.drawCell(pen, style);
  }

  drawAxes(pen, style) {
    const { left, right, low, high } = this.bounds;
    pen.fillStyle = style.color;
    pen.font = `14px ${style.fontFamily}`;
    pen.textBaseline = 'top';
    pen.textAlign = 'center';
    const every = (from, to, step, room) => Math.max(1, Math.ceil(room / step), Math.ceil((to - from) / 400));
    for (let x = left, skip = every(left, right, this.step[0], 36); x <= right; x += skip) {
      pen.fillText(String(x), this.place(x, low)[0] + this.step[0] / 2, this.size[1] - MARGIN.bottom + 6);
    }
    pen.fillText(this.pair[0], (MARGIN.left + this.size[0]) / 2, this.size[1] - 24);
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (let y = low, skip = every(low, high, this.step[1], 22); y <= high; y += skip) {
      pen.fillText(String(y), MARGIN.left - 6, this.place(left, y)[1] + this.step[1] / 2);
    }
    pen.save();
    pen.translate(14, (this.size[1] - MARGIN.bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = 'center';
    pen.fillText(this.pair[1], 0, 0);
    pen.restore();
  }

  drawCell(pen, style) {
    if (this.cell) {
      const [px, py] = this.place(...this.cell);
      pen.lineWidth = 5;
      pen.strokeStyle = style.backgroundColor;
      pen.strokeRect(px, py, ...this.step);
      pen.lineWidth = 2.5;
      pen.strokeStyle = style.color;
      pen.strokeRect(px, py, ...this.step);
    }
  }

  at(x, y) {
    return this.joint.counts[x * this.joint.rows + y] ?? 0n;
  }

  click(event) {
    if (!this.joint || this.bounds.right < 0) {
      return;
    }
    const box = this.canvas.getBoundingClientRect();
    const { left, right, low, high } = this.bounds;
    const x = left + Math.floor((event.clientX - box.left - MARGIN.left) / this.step[0]);
    const y = high - Math.floor((event.clientY - box.top - MARGIN.top) / this.step[1]);
    if (x >= left && x <= right && y >= low && y <= high) {
      this.choose(x, y);
      this.list();
    }
  }

  press(event) {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!this.joint || this.bounds.right < 0 || (!move && event.key !== 'Enter')) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const { left, right, low, high } = this.bounds;
    if (move) {
      const [x, y] = this.cell ? [this.cell[0] + move[0], this.cell[1] + move[1]] : [left, low];
      this.choose(Math.min(right, Math.max(left, x)), Math.min(high, Math.max(low, y)));
    } else if (this.cell) {
      this.list();
    }
  }

  choose(x, y) {
    this.cell = [x, y];
    this.draw();
    const n = this.at(x, y);
    const text = `${this.pair[0]} ${x}, ${this.pair[1]} ${y}: ${count(n)} of ${count(this.joint.floors)} (${figure(Number(n) / this.joint.floors * 100, 3)} %)`;
    byId('range-cell').textContent = text;
    announce(text);
  }

  // Floors of the chosen cell, found by looking through them from the first on.
  async list() {
    const holder = byId('range-floors');
    const [x, y] = this.cell;
    const { page, pair } = this;
    const search = this.search = Symbol('search');
    show(holder);
    const hand = page.crew.finder;
    await hand.open(0, page.what);
    let found = 0;
    for (let first = BigInt(page.described.first), end = first + BigInt(this.joint.floors); first < end && found < 12; first += BigInt(SEARCH)) {
      const n = Number(end - first < BigInt(SEARCH) ? end - first : BigInt(SEARCH));
      const numbers = await hand.ask('withValues', 0, first, n, pair, [x, y], 12 - found);
      if (search !== this.search) {
        return;
      }
      found += numbers.length;
      await thumbnails(page, holder, numbers);
    }
    announce(`${found} samples of this cell are listed.`);
  }
}

function tableOf(joint, pair) {
  const rows = [];
  joint.counts.forEach((n, i) => {
    if (n > 0n) {
      rows.push([Math.floor(i / joint.rows), i % joint.rows, n]);
    }
  });
  return asCsv([...pair, 'count'], rows);
}

// The commands that count the same with the program, and then do something with it.
export function runCommand(page, pair, then) {
  const settings = Object.entries(page.state.settings).map(([name, value]) => `${name}: ${value}`).join(', ');
  const yaml = `{name: range, generator: ${page.state.generator}, settings: {${settings}}, floors: 1M, seed: ${page.state.seed}, streams: shared, joints: [[${pair.join(', ')}]]}`;
  return `echo ${quoted(yaml)} > range.yaml && floorlab run range.yaml && floorlab ${then} range.h5`;
}

function metricsFor(page) {
  return page.described.metrics.map((metric) => metric.name);
}

// The two metrics that are chosen, or the first that suit.
export function pairOf(page) {
  const names = metricsFor(page);
  const { across, up } = page.state;
  const first = names.includes(across) ? across : names.includes('rooms') ? 'rooms' : names[0];
  const second = names.includes(up) ? up : names.includes('dead_ends') ? 'dead_ends' : names[1] ?? names[0];
  return [first, second];
}

function fillChoices(page, pair) {
  for (const [id, chosen] of [['range-across', pair[0]], ['range-up', pair[1]]]) {
    const names = metricsFor(page);
    const holder = byId(id);
    if (holder.dataset.names !== names.join()) {
      holder.dataset.names = names.join();
      show(holder, ...names.map((name) => element('option', { value: name }, name)));
    }
    holder.value = chosen;
  }
}

export async function showRange(page) {
  const pair = pairOf(page);
  fillChoices(page, pair);
  if (page.map.pair?.join() !== pair.join()) {
    page.map.cell = null;
    byId('range-cell').textContent = '';
    show(byId('range-floors'));
  }
  show(byId('range-saves'), commandLine(runCommand(page, pair, 'plot')), saveButtons([
    ['CSV', () => page.map.joint && save('range.csv', 'text/csv', tableOf(page.map.joint, pair))],
    ['JSON', async () => save('range.json', 'application/json', JSON.stringify(await page.crew.keeper.ask('sums', 0, true), null, 1))],
    ['PNG', () => page.map.canvas.toBlob((blob) => blob && save('range.png', 'image/png', blob))],
  ]));
  await lookAtCounts(page, pair, async () => {
    page.map.take(await page.crew.keeper.ask('joint', 0), pair);
  }, byId('range-progress'));
}

// Counts, and looks at the sum from time to time as long as the view is shown.
export async function lookAtCounts(page, pair, look, progress) {
  const { counting } = page;
  await counting.begin(page.what, page.described, pair);
  const looking = page.looking = Symbol('looking');
  const fail = (error) => page.refuse(error);
  if (!page.isHeld && !counting.isEnough && !document.hidden) {
    counting.run(fail);
  }
  while (looking === page.looking) {
    const isDone = counting.floors > 0 && await look();
    if (counting.isRunning && (isDone || counting.floors >= counting.enough)) {
      counting.isEnough = true;
      counting.stop();
    }
    tellProgress(counting, progress, page);
    await new Promise((resolve) => { setTimeout(resolve, LOOK); });
  }
}

export function tellProgress(counting, progress, page) {
  const workers = page.crew.counters.length;
  progress.querySelector('.told').textContent =
    `${count(counting.floors)} counted${counting.isEnough ? ', which is as precise as one can see here' : ''}; ${count(Math.round(counting.speed))} a second and worker, ${workers} worker${workers > 1 ? 's' : ''}`;
  const button = progress.querySelector('button');
  button.textContent = page.isHeld || !counting.isRunning ? 'Go on' : 'Stop';
}
