// SPDX-License-Identifier: GPL-2.0-or-later
// The form: generator, seed, number, and a field for each row of the generator's table of settings.
import { byId, element, show } from './elements.js';

// What matters to most people comes first; the rest is folded.
const FIRST = ['rules', 'stage', 'level', 'preset', 'hard', 'curse', 'rng', 'plan', 'player', 'command', 'set', 'hearts'];

function placeOf({ dataset: { name } }) {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;
}

// The words of a range such as "article, demo or flash"; null where it is none.
export function wordsOf(range) {
  const words = range.replace(/^any of /, '').split(/, | or | and /).map((word) => word.trim()).filter(Boolean);
  return words.every((word) => /^[\w.+-]+$/.test(word)) ? words : null;
}

function choices(setting, shipped) {
  if (setting.type === 'flag') {
    return ['off', 'on'];
  }
  if (setting.type === 'choice') {
    return wordsOf(setting.range);
  }
  return setting.type === 'text' ? shipped[setting.name] ?? null : null;
}

function field(setting, value, shipped, change) {
  const id = `setting-${setting.name}`;
  const words = choices(setting, shipped);
  const common = { id, 'aria-describedby': `${id}-meaning`, onchange: (event) => change(setting.name, event.target.value) };
  let made = null;
  if (words && setting.type !== 'text') {
    const all = words.includes(value) ? words : [...words, value];
    made = element('select', common, ...all.map((word) => element('option', { value: word, selected: word === value }, word)));
  } else {
    const bounds = setting.type === 'number' ? setting.range.match(/^(-?\d+)…(-?\d+)$/) : null;
    const numeric = bounds ? { type: 'number', min: bounds[1], max: bounds[2], step: '1' } : { type: 'text', list: words ? `${id}-list` : null };
    made = element('input', { ...common, ...numeric, value, autocomplete: 'off', spellcheck: 'false',
      oninput: (event) => change(setting.name, event.target.value) });
  }
  const list = words && setting.type === 'text' ? element('datalist', { id: `${id}-list` }, ...words.map((value) => element('option', { value }))) : null;
  return { made, list };
}

function row(setting, given, followed, shipped, change) {
  const id = `setting-${setting.name}`;
  const value = given ?? followed?.[0] ?? setting.default;
  const { made, list } = field(setting, value, shipped, change);
  const origin = given !== undefined ? 'given' : followed?.[1] === 'preset' ? 'preset' : 'default';
  const back = element('button', { type: 'button', class: 'back', 'aria-label': `${setting.name}: back to the default`, hidden: given === undefined,
    onclick: () => change(setting.name, undefined) }, '×');
  return element('div', { class: `setting ${origin}`, 'data-name': setting.name },
    element('label', { for: id }, setting.name), element('span', { class: 'field' }, made, list, back),
    element('p', { class: 'meaning', id: `${id}-meaning` }, `${setting.meaning} (${setting.range})`));
}

// Fills the form; `change` gets a name and a value, undefined for the default.
export function showSettings(generator, state, described, shipped, change) {
  const active = document.activeElement;
  if (active?.closest?.('#settings') && active.matches('input') && byId('settings').dataset.of === generator.name) {
    noteOrigins(state, described);
    return; /* what people are typing in stays as it is */
  }
  const focused = active?.closest?.('#settings') ? active.id : '';
  byId('settings').dataset.of = generator.name;
  const rows = generator.settings.map((setting) => row(setting, state.settings[setting.name], described?.values?.[setting.name], shipped, change));
  const isFirst = ({ dataset: { name } }) => FIRST.includes(name) || state.settings[name] !== undefined;
  const rest = rows.filter((made) => !isFirst(made));
  const more = element('details', { id: 'settings-more' }, element('summary', {}, `${rest.length} more settings`), ...rest);
  more.open = byId('settings-more')?.open && byId('settings').dataset.more === generator.name;
  byId('settings').dataset.more = generator.name;
  const first = rows.filter(isFirst).sort((a, b) => placeOf(a) - placeOf(b));
  show(byId('settings'), ...first, ...rest.length > 0 ? [more] : []);
  filterSettings();
  byId(focused)?.focus();
}

function noteOrigins(state, described) {
  for (const made of byId('settings').querySelectorAll('.setting')) {
    const name = made.dataset.name;
    const isGiven = state.settings[name] !== undefined;
    made.className = `setting ${isGiven ? 'given' : described?.values?.[name]?.[1] ?? 'default'}`;
    made.querySelector('.back').hidden = !isGiven;
  }
}

// Shows the settings whose name or meaning has the word that is looked for.
export function filterSettings() {
  const word = byId('setting-filter').value.trim().toLowerCase();
  const more = byId('settings-more');
  if (more && word !== '') {
    more.open = true;
  }
  for (const made of byId('settings').querySelectorAll('.setting')) {
    made.hidden = word !== '' && !made.textContent.toLowerCase().includes(word);
  }
}
