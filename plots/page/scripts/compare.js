// SPDX-License-Identifier: GPL-2.0-or-later
// Two settings of one generator side by side: the same number of both, and in what all their samples differ on average.
import { byId, commandLine, element, figure, isDark, picture, quoted, show } from './elements.js';
import { asCsv, save, saveButtons } from './download.js';
import { opening, readSettings } from './state.js';

const SLOTS = [0, 1];
const SAMPLES = 20000;
const TURN = 150;
const SURE = 5; // standard errors: by chance one row of a million is farther off

export class Comparing {
  constructor(page) {
    this.page = page;
    this.session = null;
  }

  stop() {
    this.session = null;
  }

  // Counts both, turn by turn, in one worker.
  async run(openings, took) {
    const session = this.session = Symbol('comparing');
    const hand = this.page.crew.keeper;
    const described = [];
    this.page.counting.key = ''; // the keeper counts something else now
    this.page.counting.stop();
    for (const slot of SLOTS) {
      described.push(await hand.open(slot, openings[slot]));
      await hand.ask('countBegin', slot, []);
    }
    const next = described.map(({ first }) => BigInt(first));
    const done = (slot) => Number(next[slot] - BigInt(described[slot].first));
    while (session === this.session && SLOTS.some((slot) => done(slot) < SAMPLES)) {
      for (const slot of SLOTS.filter((one) => done(one) < SAMPLES)) {
        const { sums, counted } = await hand.ask('countMore', slot, next[slot], SAMPLES - done(slot), TURN);
        next[slot] += BigInt(counted);
        if (session === this.session) {
          took(slot, sums);
        }
      }
    }
  }
}

async function drawBoth(page, openings, number) {
  const holder = byId('compare-pictures');
  const shown = [];
  for (const slot of SLOTS) {
    await page.crew.artist.open(slot + 1, openings[slot]);
    const svg = await page.crew.artist.ask('draw', slot + 1, number, 'map', isDark());
    const command = await page.crew.artist.ask('command', slot + 1, number);
    shown.push(element('figure', { class: 'picture' }, picture(svg), element('figcaption', {}, slot === 0 ? 'A: the settings of this page' : 'B: the others'), commandLine(command)));
  }
  show(holder, ...shown);
}

function differences(sums) {
  const other = new Map(sums[1]?.metrics.map((metric) => [metric.name, metric]));
  return (sums[0]?.metrics ?? []).filter(({ name, n }) => n > 0 && other.get(name)?.n > 0).map(({ name, n, mean, mean_square: square, min, max }) => {
    const b = other.get(name);
    const half = SURE * Math.sqrt(Math.max(0, (square - mean ** 2) / n) + Math.max(0, (b.mean_square - b.mean ** 2) / b.n));
    const difference = b.mean - mean;
    return { name, a: mean, b: b.mean, difference, half, differs: Math.abs(difference) > half, range: [`${min} … ${max}`, `${b.min} … ${b.max}`] };
  });
}

function fillTable(rows, sums) {
  const head = ['Metric', 'A: mean', 'B: mean', 'B − A', '± 5 standard errors', 'A: range', 'B: range'];
  show(byId('compare-shown'), element('table', {},
    element('caption', {}, `Means of ${sums[0]?.floors ?? 0} and ${sums[1]?.floors ?? 0} samples; ${rows.filter((row) => row.differs).length} of ${rows.length} differ (marked ≠) and come first`),
    element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name)))),
    element('tbody', {}, ...rows.map((row) => element('tr', { class: row.differs ? '' : 'same' }, element('th', { scope: 'row' }, row.differs ? `≠ ${row.name}` : row.name),
      ...[row.a, row.b, row.difference].map((value) => element('td', { class: 'number' }, figure(value))),
      element('td', { class: 'number' }, `${figure(row.difference - row.half)} … ${figure(row.difference + row.half)}`),
      ...row.range.map((value) => element('td', { class: 'number' }, value)))))));
}

function byDifference(rows) {
  const size = ({ a, b, difference }) => Math.abs(difference) / (Math.abs(a) + Math.abs(b) || 1);
  return rows.sort((x, y) => Number(y.differs) - Number(x.differs) || size(y) - size(x));
}

export async function showCompare(page) {
  const { state } = page;
  const field = byId('compare-other');
  if (document.activeElement !== field) {
    field.value = state.other;
  }
  const other = readSettings(state.other);
  const openings = [page.what, opening(state, other)];
  const sums = [];
  let rows = [];
  await drawBoth(page, openings, page.number);
  const colon = (settings) => [state.generator, Object.entries(settings).map(([name, value]) => `${name}=${value}`).join(',')].filter(Boolean).join(':');
  show(byId('compare-saves'), commandLine(`floorlab compare ${quoted(colon(state.settings))} ${quoted(colon(other))}`), saveButtons([
    ['CSV', () => save('compare.csv', 'text/csv', asCsv(['metric', 'a', 'b', 'difference'], rows.map((row) => [row.name, row.a, row.b, row.difference])))],
    ['JSON', () => save('compare.json', 'application/json', JSON.stringify(rows, null, 1))],
  ]));
  await page.comparing.run(openings, (slot, of) => {
    sums[slot] = of;
    rows = byDifference(differences(sums));
    if (sums.length === SLOTS.length) {
      fillTable(rows, sums);
    }
  });
}

