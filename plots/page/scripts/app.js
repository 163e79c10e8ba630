// SPDX-License-Identifier: GPL-2.0-or-later
// The page as a whole: its state, which is also in the address, and its parts.
import { Comparing, showCompare } from './compare.js';
import { Crew, Latest } from './crew.js';
import { afterwards, announce, byId, element, isDark, show } from './elements.js';
import { Finding, showFind } from './find.js';
import { pictureOf, picturesOf, showFloor, showGallery, showRefusal } from './floor.js';
import { showOdds } from './odds.js';
import { Counting, HeatMap, showRange } from './range.js';
import { filterSettings, showSettings } from './settings.js';
import { MINE, VIEWS, WELCOME, firstState, isGameSeed, opening, readState, withSeed, writeState } from './state.js';

const SHOW = { floor: showFloor, gallery: showGallery, range: showRange, odds: showOdds, find: showFind, compare: showCompare };
const BIG = 1n << 64n;

class Page {
  constructor(module, workerUrl, worker) {
    this.crew = new Crew(module, workerUrl, worker);
    this.counting = new Counting(this.crew);
    this.finding = new Finding(this);
    this.comparing = new Comparing(this);
    this.latest = new Latest();
    this.map = new HeatMap(this);
    this.number = 0n;
    this.isHeld = false; // counting is stopped by hand
    this.state = readState(location.hash || WELCOME);
    this.push = afterwards(() => this.remember(true), 700);
  }

  async start() {
    const catalogue = this.crew.artist.ask('catalogue');
    this.ahead = this.ask();
    this.catalogue = await catalogue;
    byId('version').textContent = this.catalogue.version;
    show(byId('generator'), ...this.catalogue.generators.map(({ name, meaning }) => element('option', { value: name, title: meaning }, name)));
    byId('settings-part').open = matchMedia('(min-width: 50rem)').matches; /* on a phone they would push all else away */
    this.listen();
    await this.update();
    if (this.state.view === 'find' && this.state.find) {
      this.finding.run(); /* a link to a search shows what it finds */
    }
    document.documentElement.dataset.ready = 'yes';
  }

  get generator() {
    return this.catalogue.generators.find(({ name }) => name === this.state.generator) ?? this.catalogue.generators[0];
  }

  // Names of what ships, for settings that are texts.
  get shipped() {
    const names = (paths) => paths.map((path) => path.replace(/^.*\/|\.yaml$/g, ''));
    return { rules: this.state.generator === 'grid' ? names(this.catalogue.rulesets) : null, plan: names(this.catalogue.plans) };
  }

  listen() {
    const set = (id, key, event = 'input') => byId(id).addEventListener(event, ({ target }) => this.change({ [key]: target.value }));
    byId('generator').addEventListener('change', ({ target }) =>
      this.change({ ...firstState(), generator: target.value, view: this.state.view, seed: this.state.seed }));
    set('seed', 'seed');
    set('floor', 'floor');
    set('picture', 'picture', 'change');
    set('range-across', 'across', 'change');
    set('range-up', 'up', 'change');
    set('compare-other', 'other');
    byId('ruleset').addEventListener('input', ({ target }) => this.takeRuleset(target.value));
    byId('ruleset-from').addEventListener('click', () => this.fetchRuleset());
    byId('ruleset-drop').addEventListener('click', () => this.takeRuleset(''));
    byId('setting-filter').addEventListener('input', filterSettings);
    byId('previous').addEventListener('click', () => this.step(-1n));
    byId('next').addEventListener('click', () => this.step(1n));
    byId('random').addEventListener('click', () => this.jump());
    byId('find-text').addEventListener('input', ({ target }) => this.change({ find: target.value }));
    byId('find-form').addEventListener('submit', (event) => this.toggleFind(event));
    for (const id of ['range-progress', 'odds-progress']) {
      byId(id).querySelector('button').addEventListener('click', () => this.hold());
    }
    for (const view of VIEWS) {
      byId(`tab-${view}`).addEventListener('click', () => this.change({ view }));
    }
    byId('tabs').addEventListener('keydown', (event) => this.turnTabs(event));
    document.addEventListener('keydown', (event) => this.press(event));
    addEventListener('hashchange', () => this.comeBack());
    document.addEventListener('visibilitychange', () => this.rest());
    byId('find-more').addEventListener('click', () => this.finding.more());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.update());
  }

  // Arrows step from sample to sample, where they have no other meaning.
  press(event) {
    const step = { ArrowLeft: -1n, ArrowRight: 1n, PageUp: -10n, PageDown: 10n }[event.key];
    const isTaken = event.target.closest?.('input, select, textarea, [role=tablist], canvas, .scroll') || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (step && !isTaken && ['floor', 'gallery', 'compare'].includes(this.state.view)) {
      event.preventDefault();
      this.step(step);
    }
  }

  turnTabs(event) {
    const at = VIEWS.indexOf(this.state.view);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: VIEWS.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const view = VIEWS[(to + VIEWS.length) % VIEWS.length];
      this.change({ view });
      byId(`tab-${view}`).focus();
    }
  }

  step(by) {
    this.goTo(this.number + by);
  }

  jump() {
    const [low, high] = crypto.getRandomValues(new BigUint64Array(2));
    const first = BigInt(this.described?.first ?? 0);
    const span = (this.last ?? BIG - 1n) - first + 1n;
    const most = this.described?.has_game_seeds && span < BIG ? span : 1000000n;
    this.goTo(first + (low ^ high) % most, false);
  }

  goTo(number, stays = true) {
    const first = BigInt(this.described?.first ?? 0);
    const last = this.last ?? BIG - 1n;
    const within = number < first ? first : number > last ? last : number;
    this.change({ floor: String(within), ...(stays && ['floor', 'gallery', 'compare'].includes(this.state.view) ? {} : { view: 'floor' }) });
  }

  // Nothing is counted for a tab that nobody sees.
  rest() {
    if (document.hidden) {
      this.counting.stop();
    } else if (this.looking && !this.isHeld && !this.counting.isEnough) {
      this.counting.run((error) => this.refuse(error));
    }
  }

  hold() {
    this.isHeld = this.counting.isRunning;
    this.counting.isEnough = false;
    this.counting.enough *= 10;
    if (this.isHeld) {
      this.counting.stop();
    } else {
      this.counting.run((error) => this.refuse(error));
    }
    announce(this.isHeld ? 'Counting has stopped.' : 'Counting goes on.');
  }

  toggleFind(event) {
    event.preventDefault();
    if (this.finding.isRunning) {
      this.finding.stop();
      this.finding.tell('stopped');
    } else {
      this.finding.run();
    }
  }

  changeSetting(name, value) {
    const settings = { ...this.state.settings };
    if (value === undefined || value === '') {
      delete settings[name];
    } else {
      settings[name] = value;
    }
    const dropsMine = name === 'rules' && value !== MINE && this.state.ruleset;
    this.change({ settings, ...(dropsMine ? { ruleset: '' } : {}) });
  }

  takeRuleset(ruleset) {
    const settings = { ...this.state.settings };
    delete settings.rules;
    this.change({ ruleset, settings: ruleset ? { ...settings, rules: MINE } : settings });
  }

  async fetchRuleset() {
    const name = this.state.settings.rules;
    const known = this.catalogue.rulesets.find((path) => path === `data/rulesets/${name}.yaml`) ?? 'data/rulesets/basement.yaml';
    this.takeRuleset(await this.crew.artist.ask('shipped', known));
    byId('ruleset').focus();
  }

  change(part) {
    this.state = withSeed({ ...this.state, ...part });
    this.push();
    this.update();
  }

  // Writes the state into the address; the entries before lead back to earlier states.
  remember(isNew) {
    const hash = writeState(this.state);
    if (hash === writeState(readState(location.hash || WELCOME))) {
      return;
    }
    this.written = hash;
    if (isNew) {
      history.pushState(null, '', hash);
    } else {
      history.replaceState(null, '', hash);
    }
  }

  comeBack() {
    this.state = readState(location.hash || WELCOME);
    this.update();
  }

  // Everything that looks back at the state; the last update wins.
  update() {
    this.fillForm();
    this.looking = null;
    if (!['range', 'odds'].includes(this.state.view)) {
      this.counting.stop();
    }
    this.comparing.stop();
    return this.latest.run(() => this.refresh());
  }

  fillForm() {
    const { state } = this;
    const put = (id, value) => {
      if (document.activeElement !== byId(id) && byId(id).value !== value) {
        byId(id).value = value;
      }
    };
    put('generator', this.generator.name);
    put('seed', state.seed);
    put('floor', state.floor);
    put('ruleset', state.ruleset);
    byId('ruleset-part').hidden = state.generator !== 'grid';
    byId('meaning').textContent = this.generator.meaning;
    for (const view of VIEWS) {
      const isChosen = view === state.view;
      byId(`view-${view}`).hidden = !isChosen;
      byId(`tab-${view}`).setAttribute('aria-selected', isChosen);
      byId(`tab-${view}`).tabIndex = isChosen ? 0 : -1;
    }
    const pictures = picturesOf(state.generator);
    byId('picture-part').hidden = pictures.length < 2;
    show(byId('picture'), ...pictures.map((name) => element('option', { value: name, selected: name === state.picture }, name)));
  }

  // Asks the artist for all that the state shows, without waiting between the questions.
  ask() {
    const { state } = this;
    const what = opening(state);
    const described = this.crew.artist.open(0, what);
    const looked = this.crew.artist.ask('look', 0, state.floor.trim(), state.view === 'floor' ? pictureOf(state) : '', isDark());
    looked.catch(() => {});
    const shown = described.then(() => looked); /* what is wrong with the settings is told first */
    shown.catch(() => {});
    return { state, what, described, shown };
  }

  async refresh() {
    const { state, what, described, shown } = this.ahead ?? this.ask();
    this.ahead = null;
    this.what = what;
    this.described = await described.catch(() => this.described);
    this.last = this.described && BigInt(this.described.last);
    showSettings(this.generator, state, this.described, this.shipped, (name, value) => this.changeSetting(name, value));
    try {
      this.shown = await shown;
      this.number = BigInt(this.shown.number);
    } catch (error) {
      this.refuse(error);
      return;
    }
    this.accept();
    this.tellSeed();
    const isShown = Promise.resolve(SHOW[state.view](this)).catch((error) => {
      if (!error.isOld && this.state === state) {
        this.refuse(error);
      }
    });
    if (!['range', 'odds', 'compare'].includes(state.view)) {
      await isShown; /* the others go on until the next update */
    }
  }

  // Says so where a game seed does not lead to the game's floor.
  tellSeed() {
    const isForeign = isGameSeed(this.state.floor) && !this.shown.seed;
    byId('seed-told').textContent = isForeign ? `Game seeds need rng=isaac: with these settings number ${this.number} is not the game's.` : '';
  }

  refuse(error) {
    showRefusal(byId('refused'), error);
    byId('refused').hidden = false;
    byId('main').classList.add('is-refused');
    const line = /^\.\/mine\.yaml:(\d+)/.exec(error.told?.where ?? '')?.[1];
    byId('ruleset').setAttribute('aria-invalid', line ? 'true' : 'false');
    byId('ruleset-told').textContent = line ? `line ${line}: ${error.told.what}${error.told.hint ? ` (${error.told.hint})` : ''}` : '';
  }

  accept() {
    byId('refused').hidden = true;
    byId('main').classList.remove('is-refused');
    byId('ruleset').setAttribute('aria-invalid', 'false');
    byId('ruleset-told').textContent = '';
  }
}

// boot.js calls this with a promise of the module, the address of the worker's script, and the first worker.
globalThis.floorlabStart = (module, workerUrl, worker) => {
  const page = new Page(module, workerUrl, worker);
  globalThis.floorlabPage = page;
  return page.start();
};
