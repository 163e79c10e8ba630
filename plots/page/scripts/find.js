// SPDX-License-Identifier: GPL-2.0-or-later
// Samples for which a condition is true. A worker looks through the numbers from the first on; what it finds comes as it is found.
import { announce, byId, commandLine, count, quoted, show } from './elements.js';
import { asCsv, save, saveButtons } from './download.js';
import { showRefusal, thumbnails } from './floor.js';

const MOST = 24;
const TURN = 150; // milliseconds of a piece of work

export class Finding {
  constructor(page) {
    this.page = page;
    this.search = null;
    this.found = [];
  }

  stop() {
    this.search = null;
  }

  get isRunning() {
    return this.search !== null;
  }

  tell(text) {
    byId('find-progress').textContent = text;
    byId('find-run').textContent = this.isRunning ? 'Stop' : 'Find';
  }

  async run() {
    const { page } = this;
    const search = this.search = Symbol('search');
    const hand = page.crew.finder;
    this.found = [];
    show(byId('find-shown'));
    this.tell('looking …');
    try {
      await hand.open(0, page.what);
      await this.look(hand, search, page.state.find);
    } catch (error) {
      if (search === this.search) {
        this.search = null;
        showRefusal(byId('find-shown'), error);
        this.tell('');
      }
    }
  }

  async look(hand, search, text) {
    let at = BigInt(this.page.described.first);
    let searched = 0;
    for (let isOver = false; search === this.search && this.found.length < MOST && !isOver;) {
      const { numbers, next, isOver: ends } = await hand.ask('findFor', 0, text, at, MOST - this.found.length, TURN);
      if (search !== this.search) {
        return;
      }
      searched += Number(next - at);
      at = next;
      isOver = ends;
      this.found.push(...numbers);
      this.tell(`${count(this.found.length)} found among ${count(searched)}`);
      await thumbnails(this.page, byId('find-shown'), numbers);
    }
    if (search === this.search) {
      this.search = null;
      this.tell(`${count(this.found.length)} found among ${count(searched)}`);
      announce(`${this.found.length} found`);
    }
  }
}

export function showFind(page) {
  const { state } = page;
  const field = byId('find-text');
  if (document.activeElement !== field) {
    field.value = state.find;
  }
  const options = [...(state.seed === '1' ? [] : [`--seed ${state.seed}`]), ...Object.entries(state.settings).map(([name, value]) => `--set ${quoted(`${name}=${value}`)}`)];
  show(byId('find-saves'), commandLine(['floorlab find', state.generator, quoted(state.find || 'rooms > 0'), ...options].join(' ')), saveButtons([
    ['CSV', () => save('found.csv', 'text/csv', asCsv(['index'], page.finding.found.map((number) => [number])))],
    ['JSON', () => save('found.json', 'application/json', JSON.stringify(page.finding.found.map(String)))],
  ]));
}
