// SPDX-License-Identifier: GPL-2.0-or-later
// Documented odds of the chosen rules, beside the counts so far. Intervals and verdicts may be looked at any time:
// they hold over all looks together.
import { byId, commandLine, count, element, figure, show } from './elements.js';
import { asCsv, save, saveButtons } from './download.js';
import { lookAtCounts, pairOf, runCommand } from './range.js';

const PRECISE = 0.002; // width of an interval that need not be narrower
const SIGNS = { confirmed: '✓', refuted: '✗', undecided: '?' };

function rowOf(row) {
  const needed = row.verdict === 'undecided' && row.floors_needed > 0 ? `about ${count(Math.round(row.floors_needed))} more` : '';
  return element('tr', { class: row.verdict },
    element('th', { scope: 'row' }, row.text, element('span', { class: 'source' }, row.source)),
    element('td', { 'data-label': 'Documented' }, row.documented),
    element('td', { 'data-label': 'Counted', class: row.distribution ? '' : 'number' }, row.distribution || figure(row.observed, 5)),
    element('td', { 'data-label': 'Interval', class: 'number' }, `${figure(row.low, 5)} … ${figure(row.high, 5)}`, row.distribution ? element('span', { class: 'source' }, 'distance from the distribution') : null), element('td', { 'data-label': 'Trials', class: 'number' }, count(row.trials)),
    element('td', { class: 'verdict' }, element('span', { class: `badge ${row.verdict}` }, `${SIGNS[row.verdict]} ${row.verdict}`),
      needed ? element('span', { class: 'source' }, needed) : null));
}

export function fillOdds(rows) {
  const holder = byId('odds-shown');
  if (rows.length === 0) {
    show(holder, element('p', {}, 'No document that floorlab knows says anything about exactly these settings. Try the defaults of a rule set.'));
    return;
  }
  const head = ['What the document says', 'Documented', 'Counted', 'Interval', 'Trials', 'Verdict'];
  show(holder, element('table', {}, element('caption', {}, `${rows.length} documented odds of these rules`),
    element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name)))), element('tbody', {}, ...rows.map(rowOf))));
}

function saveOdds(page) {
  const names = ['id', 'text', 'source', 'documented', 'observed', 'low', 'high', 'trials', 'verdict', 'recorded_verdict'];
  return saveButtons([
    ['CSV', () => page.odds && save('odds.csv', 'text/csv', asCsv(names, page.odds.map((row) => names.map((name) => row[name]))))],
    ['JSON', () => page.odds && save('odds.json', 'application/json', JSON.stringify(page.odds, null, 1))],
  ]);
}

export async function showOdds(page) {
  const { generator, settings } = page.state;
  const only = Object.entries(settings).map(([name, value]) => `, ${name}=${value}`).join('');
  show(byId('odds-saves'), commandLine(runCommand(page, pairOf(page), 'verify --all')), saveOdds(page));
  byId('odds-of').textContent = `${generator}${only}`;
  await lookAtCounts(page, pairOf(page), async () => {
    page.odds = await page.crew.keeper.ask('verdicts', 0);
    fillOdds(page.odds);
    return page.counting.enough < 1e8 && page.odds.every((row) => row.verdict !== 'undecided' && row.high - row.low < PRECISE);
  }, byId('odds-progress'));
}
