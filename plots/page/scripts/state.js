// SPDX-License-Identifier: GPL-2.0-or-later
// The state of the page, as the part of its address behind the #. Whatever stands there is only text: names and values that the
// generators do not know are refused by them, like those of a form.

export const VIEWS = ['floor', 'gallery', 'range', 'odds', 'find', 'compare'];
export const PICTURES = ['map', 'passes', 'insides', 'plan'];
export const MINE = './mine.yaml'; // the name of the ruleset in the text area

const LONGEST = { ruleset: 1 << 16, find: 2000, value: 256 };

export function firstState() {
  return { generator: 'classic', seed: '1', floor: '', settings: {}, view: 'floor', picture: 'map', across: '', up: '', find: '',
    other: '', ruleset: '' };
}

// What the page shows to somebody who comes without an address of their own.
export const WELCOME = '#generator=rebirth&set.rules=repentance';

// Whether a text names a floor by its game seed: "B911 0MT3", also without the blank or in lower case.
export function isGameSeed(text) {
  return /^(?=.*[a-z])[0-9a-z]{4} ?[0-9a-z]{4}$/i.test(text.trim());
}

// A floor that a game seed names is the game's: it sets rng=isaac, unless `rng` is given.
export function withSeed(state) {
  const isMeant = state.generator === 'rebirth' && isGameSeed(state.floor) && state.settings.rng === undefined;
  return isMeant ? { ...state, settings: { ...state.settings, rng: 'isaac' } } : state;
}

function oneOf(list, text, otherwise) {
  return list.includes(text) ? text : otherwise;
}

export function readState(hash) {
  const state = firstState();
  let pairs = [];
  try {
    pairs = [...new URLSearchParams(hash.replace(/^#/, '').slice(0, 1 << 18))];
  } catch {
    return state;
  }
  for (const [key, value] of pairs.slice(0, 120)) {
    const short = value.slice(0, LONGEST.value);
    if (key.startsWith('set.')) {
      state.settings[key.slice(4).slice(0, 64)] = short;
    } else if (key === 'view') {
      state.view = oneOf(VIEWS, value, state.view);
    } else if (key === 'picture') {
      state.picture = oneOf(PICTURES, value, state.picture);
    } else if (key === 'seed') {
      state.seed = /^\d{1,20}$/.test(value) && BigInt(value) < 1n << 64n ? value : state.seed;
    } else if (Object.hasOwn(LONGEST, key)) {
      state[key] = value.slice(0, LONGEST[key]);
    } else if (Object.hasOwn(state, key) && key !== 'settings') {
      state[key] = short;
    }
  }
  return withSeed(state);
}

export function writeState(state) {
  const first = firstState();
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (key === 'settings') {
      Object.entries(value).forEach(([name, text]) => pairs.append(`set.${name}`, text));
    } else if (value !== first[key] || key === 'generator') {
      pairs.append(key, value);
    }
  }
  return `#${pairs}`;
}

// What a generator is opened with.
export function opening(state, settings = state.settings) {
  const files = state.generator === 'grid' && state.ruleset ? { [MINE]: state.ruleset } : {};
  return { generator: state.generator, seed: state.seed, settings, files };
}

// "level=3 rules=flash" as settings; the place of what cannot be read is told.
export function readSettings(text) {
  const settings = {};
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const at = word.indexOf('=');
    if (at < 1) {
      const error = new Error(`'${word}' is not a setting`);
      error.told = { where: '', what: error.message, hint: 'write settings as name=value, separated by blanks: level=3 rules=flash' };
      throw error;
    }
    settings[word.slice(0, at)] = word.slice(at + 1);
  }
  return settings;
}
