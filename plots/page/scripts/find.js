// SPDX-License-Identifier: GPL-2.0-or-later
// Samples for which a condition is true. A worker looks through the numbers from the first on; what it finds comes as it is found.
import { announce, byId, commandLine, count, element, quoted, show } from './elements.js';
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

  // Looks for as many again.
  more() {
    return this.run(true);
  }

  async run(goesOn = false) {
    const { page } = this;
    const search = this.search = Symbol('search');
    const hand = page.crew.finder;
    if (!goesOn) {
      this.found = [];
      this.at = null;
      this.searched = 0;
      show(byId('find-shown'));
    }
    this.limit = this.found.length + MOST;
    byId('find-more').hidden = true;
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
    let isOver = false;
    for (let at = this.at ?? BigInt(this.page.described.first); search === this.search && this.found.length < this.limit && !isOver;) {
      const { numbers, next, isOver: ends } = await hand.ask('findFor', 0, text, at, this.limit - this.found.length, TURN);
      if (search !== this.search) {
        return;
      }
      this.searched += Number(next - at);
      at = this.at = next;
      isOver = ends;
      this.found.push(...numbers);
      this.tell(`${count(this.found.length)} found among ${count(this.searched)}`);
      await thumbnails(this.page, byId('find-shown'), numbers);
    }
    if (search === this.search) {
      this.search = null;
      byId('find-more').hidden = isOver;
      this.tell(`${count(this.found.length)} found among ${count(this.searched)}`);
      announce(`${this.found.length} found`);
    }
  }
}

// Puts a name where the cursor stands.
function insert(page, name) {
  const field = byId('find-text');
  field.setRangeText(name, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  page.change({ find: field.value });
  field.focus();
}

function showNames(page) {
  const holder = byId('find-names');
  const { generator } = page.state;
  if (holder.dataset.of !== generator) {
    holder.dataset.of = generator;
    show(holder, ...page.described.metrics.map(({ name, meaning }) => element('li', {},
      element('button', { type: 'button', title: meaning, onclick: () => insert(page, name) }, name))));
  }
}

export function showFind(page) {
  const { state } = page;
  const field = byId('find-text');
  showNames(page);
  if (document.activeElement !== field) {
    field.value = state.find;
  }
  const options = [...(state.seed === '1' ? [] : [`--seed ${state.seed}`]), ...Object.entries(state.settings).map(([name, value]) => `--set ${quoted(`${name}=${value}`)}`)];
  show(byId('find-saves'), ...state.find ? [commandLine(['floorlab find', state.generator, quoted(state.find), ...options].join(' '))] : [], saveButtons([
    ['CSV', () => save('found.csv', 'text/csv', asCsv(['index'], page.finding.found.map((number) => [number])))],
    ['JSON', () => save('found.json', 'application/json', JSON.stringify(page.finding.found.map(String)))],
  ]));
}
