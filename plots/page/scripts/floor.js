// SPDX-License-Identifier: GPL-2.0-or-later
// One sample with its numbers, and a gallery of them.
import { announce, byId, commandLine, element, figure, isDark, picture, refusal, show } from './elements.js';
import { asCsv, asPng, save, saveButtons } from './download.js';

const GALLERY = 24;

// Pictures that a generator has besides the plain one.
export function picturesOf(generator) {
  return { grid: ['map', 'passes'], classic: ['map', 'insides'], journey: ['map', 'plan'] }[generator] ?? ['map'];
}

function metricsOf(described, sample) {
  const meanings = new Map(described.metrics.map((metric) => [metric.name, metric]));
  return Object.entries(sample.metrics ?? {}).map(([name, value]) => ({ name, value, of: meanings.get(name) }));
}

function numberTable(rows) {
  return element('details', { class: 'numbers' }, element('summary', {}, `${rows.length} measurements`),
    element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Measurements' },
      element('table', {}, element('thead', {}, element('tr', {}, ...['Metric', 'Value', 'Meaning'].map((name) => element('th', { scope: 'col' }, name)))),
        element('tbody', {}, ...rows.map(({ name, value, of }) =>
          element('tr', {}, element('th', { scope: 'row' }, name), element('td', { class: 'number' }, figure(value)),
            element('td', {}, of?.meaning ?? '')))))));
}

function saves(name, shown, described) {
  const sample = JSON.parse(shown.line);
  return saveButtons([
    ['SVG', () => save(`${name}.svg`, 'image/svg+xml', shown.svg)],
    ['PNG', async () => save(`${name}.png`, 'image/png', await asPng(shown.svg))],
    ['JSON', () => save(`${name}.json`, 'application/json', shown.line)],
    ['CSV', () => save(`${name}.csv`, 'text/csv', asCsv(['metric', 'value'], metricsOf(described, sample).map((row) => [row.name, row.value])))],
  ]);
}

export function pictureOf({ generator, picture: wanted }) {
  return picturesOf(generator).includes(wanted) ? wanted : 'map';
}

export async function showFloor(page) {
  const { state, described, shown } = page;
  const pictureName = pictureOf(state);
  const rows = metricsOf(described, JSON.parse(shown.line));
  const name = `${state.generator}-${page.number}`;
  const word = described.makes.replace(/s$/, '');
  const title = shown.seed ? `${word} ${page.number}, game seed ${shown.seed}` : `${word} ${page.number}`;
  const command = pictureName === 'map' ? shown.command : `${shown.command} --${{ insides: 'rooms' }[pictureName] ?? pictureName}`;
  const isOpen = byId('floor-shown').querySelector('details')?.open ?? matchMedia('(min-width: 85rem)').matches;
  const table = numberTable(rows);
  table.open = isOpen;
  show(byId('floor-shown'), element('figure', { class: 'picture' }, picture(shown.svg), element('figcaption', {}, title)),
    commandLine(command), saves(name, shown, described), ...rows.length > 0 ? [table] : []);
  byId('floor-title').textContent = title;
  performance.mark('floor shown');
  announce(`${title}: ${['rooms', 'dead_ends', 'boss_distance'].map((key) => rows.find((row) => row.name === key))
    .filter(Boolean).map((row) => `${row.name} ${row.value}`).join(', ')}`);
}

// Makes each floor of a gallery, a caption "floor 7" and the picture behind it, a link to the floor.
function linkFloors(svg, page) {
  for (const caption of svg.querySelectorAll(':scope > text[text-anchor=middle]')) {
    const number = /^\D+ (\d+)/.exec(caption.textContent)?.[1];
    const drawn = caption.nextElementSibling;
    if (number && drawn?.localName === 'g') {
      const go = () => page.goTo(BigInt(number), false);
      caption.setAttribute('role', 'link');
      caption.setAttribute('tabindex', '0');
      caption.addEventListener('keydown', (event) => event.key === 'Enter' && go());
      for (const part of [caption, drawn]) {
        part.classList.add('leads');
        part.addEventListener('click', go);
      }
    }
  }
  svg.setAttribute('role', 'group');
  return svg;
}

// Leaves the rooms alone in a picture of one floor that is shown small.
function crop(svg) {
  const drawn = svg.querySelector('.rooms')?.parentNode;
  if (drawn && drawn !== svg) {
    svg.replaceChildren(drawn);
    const { x, y, width, height } = drawn.getBBox();
    drawn.removeAttribute('transform');
    svg.setAttribute('viewBox', `${x - 4} ${y - 4} ${width + 8} ${height + 8}`);
  }
}

export async function showGallery(page) {
  const { state, crew } = page;
  const svg = await crew.artist.ask('gallery', 0, page.number, GALLERY, isDark());
  const command = (await crew.artist.ask('command', 0, page.number)).replace(/(--floor \d+)/, `$1 --count ${GALLERY}`);
  const name = `${state.generator}-${page.number}-gallery`;
  show(byId('gallery-shown'), element('figure', { class: 'picture wide' }, linkFloors(picture(svg), page),
    element('figcaption', {}, `${GALLERY} ${page.described.makes} from number ${page.number} on`)), commandLine(command),
  saveButtons([
    ['SVG', () => save(`${name}.svg`, 'image/svg+xml', svg)],
    ['PNG', async () => save(`${name}.png`, 'image/png', await asPng(svg))],
    ['JSON', async () => save(`${name}.jsonl`, 'application/json', (await lines(page)).join(''))],
    ['CSV', async () => save(`${name}.csv`, 'text/csv', await table(page))],
  ]));
}

async function lines(page) {
  const out = [];
  for (let i = 0n; i < GALLERY && page.number + i <= page.last; i++) {
    out.push(await page.crew.artist.ask('line', 0, page.number + i));
  }
  return out;
}

async function table(page) {
  const samples = (await lines(page)).map((line) => JSON.parse(line));
  const names = page.described.metrics.map((metric) => metric.name);
  return asCsv(['index', ...names], samples.map((sample, i) => [page.number + BigInt(i), ...names.map((name) => sample.metrics?.[name])]));
}

// Small pictures of samples, each a button that leads to it.
export async function thumbnails(page, holder, numbers) {
  for (const number of numbers) {
    const svg = await page.crew.artist.ask('draw', 0, number, 'map', isDark());
    const drawn = picture(svg);
    holder.append(element('li', {}, element('button', { type: 'button', class: 'thumbnail', onclick: () => page.goTo(number) },
      drawn, element('span', {}, String(number)))));
    crop(drawn);
  }
}

export function showRefusal(holder, error) {
  show(holder, refusal(error));
  announce(`Refused: ${error.message}`);
}
