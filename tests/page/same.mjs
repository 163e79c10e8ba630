// The module makes the program's floors: lines byte by byte, tallies, verdicts, and what is refused with the same words.
//
//     node same.mjs floorlab.wasm floorlab SOURCES
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Engine, Refusal } from '../../plots/page/scripts/engine.js';
import { yamlEvents } from '../../plots/page/scripts/events.js';
import { runCommand } from '../../plots/page/scripts/range.js';
import { equal, folder, isEveryday, numbers, program, runTests, test, truth, tryProgram } from './support.mjs';

const [wasm, built, sources] = process.argv.slice(2);
const floorlab = process.env.FLOORLAB_PROGRAM ?? built; // that of another build, where there is one
const engine = await Engine.open(new WebAssembly.Module(fs.readFileSync(wasm)));
const place = folder();

// Seeds and numbers on both sides of 2^53, where doubles are no longer exact.
const LARGE = '9007199254740993';
const HUGE = '18446744073709551615';

const SETTINGS = [
  ['classic', {}], ['classic', { level: 6 }], ['classic', { level: 12, rules: 'flash' }],
  ['classic', { rules: 'flash', level: 3, curse: 'labyrinth' }], ['classic', { rules: 'demo', level: 4 }],
  ['classic', { interiors: 'on', level: 5 }], ['classic', { interiors: 'on', chunk_rooms: 'on', level: 2 }],
  ['classic', { curse: 'random', rules: 'flash', level: 8, coins: 99 }], ['classic', { secret_weakest: 2, level: 7 }],
  ['rebirth', {}], ['rebirth', { stage: 6, rng: 'isaac' }], ['rebirth', { stage: 12 }], ['rebirth', { rules: 'repentance', stage: 4 }],
  ['rebirth', { rules: 'afterbirth-plus', stage: 8, hard: 'on' }], ['rebirth', { rules: 'article', stage: 3, interiors: 'on' }],
  ['rebirth', { rules: 'wiki', stage: 3, curse: 'labyrinth' }], ['rebirth', { rules: 'wiki-pseudocode', stage: 5, preset: 'rich' }],
  ['grid', {}], ['grid', { rules: 'facade' }], ['grid', { rules: 'facade', branching: 80, snaking: 30 }], ['grid', { rules: 'ring_city' }],
  ['grid', { rules: 'underworld' }], ['grid', { rules: 'spelunky' }], ['grid', { rules: 'maze' }], ['grid', { rules: 'gated' }],
  ['grid', { rules: 'superset' }], ['grid', { rules: 'cave' }],
  ['room', {}], ['room', { size: 'big', doors: 'random' }], ['room', { rules: 'kirby' }], ['room', { rules: 'kirby', size: 'big', budget: 50 }],
  ['journey', {}], ['journey', { plan: 'classic' }], ['journey', { plan: 'classic_labyrinth', player: 'full' }],
];

const words = (settings) => Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

function compareLines(generator, settings, seed, first, n) {
  const given = first === undefined ? [] : ['--from', first];
  const lines = program(floorlab, ['export', generator, '--floors', String(n), '--seed', seed, ...given, ...words(settings)]).trimEnd().split('\n');
  const described = engine.open(0, { generator, seed, settings });
  const from = BigInt(first ?? described.first);
  equal(lines.length, n, 'number of lines');
  lines.forEach((line, i) => equal(engine.line(0, from + BigInt(i)).trimEnd(), line, `sample ${from + BigInt(i)}`));
}

for (const [generator, settings] of SETTINGS) {
  // A floor of the underworld is a line of half a megabyte.
  const fewer = settings.rules === 'underworld' || (isEveryday && generator === 'journey') ? 10 : 1;
  const n = (isEveryday ? 50 : 1000) / fewer;
  test(`${generator} ${JSON.stringify(settings)}: ${n} samples are those of export`, () => compareLines(generator, settings, '1', undefined, n));
}

test('seeds and numbers above 2^53 are exact', () => {
  compareLines('classic', { level: 2 }, LARGE, LARGE, 20);
  compareLines('classic', {}, HUGE, '18446744073709551600', 16);
  compareLines('grid', { rules: 'facade' }, HUGE, LARGE, 5);
  compareLines('room', {}, LARGE, HUGE, 1);
  equal(engine.number(0, HUGE).number, HUGE, 'the number of a number');
});

test('game seeds lead to the program\'s floors', () => {
  const settings = { stage: 3, rng: 'isaac' };
  engine.open(0, { generator: 'rebirth', settings });
  const { number, text } = engine.number(0, 'B911 0MT3');
  equal(text, 'B911 0MT3', 'the seed of that number');
  const line = program(floorlab, ['export', 'rebirth', '--floors', '1', '--from', 'B911 0MT3', ...words(settings)]).trimEnd();
  equal(engine.line(0, number).trimEnd(), line, 'its floor');
});

test('maps are drawn as show draws them', () => {
  for (const [generator, settings] of SETTINGS.filter(([name]) => name !== 'journey' && name !== 'room')) {
    engine.open(0, { generator, settings });
    const file = path.join(place, 'floor.svg');
    program(floorlab, ['show', generator, '-q', '-o', file, '--force', ...words(settings)]);
    const map = (svg) => svg.slice(svg.indexOf('<g'), svg.indexOf('</g>'));
    const first = engine.open(0, { generator, settings }).first;
    equal(map(engine.draw(0, first, 'map', false)), map(fs.readFileSync(file, 'utf8')), `${generator} ${JSON.stringify(settings)}`);
  }
});

// Tallies.

function runOf(generator, settings, floors) {
  const yaml = path.join(place, 'same.yaml');
  const run = path.join(place, `${generator}.h5`);
  const pairs = Object.entries(settings).map(([name, value]) => `  ${name}: ${value}\n`).join('');
  fs.writeFileSync(yaml, `name: same\ngenerator: ${generator}\nsettings:\n${pairs}floors: ${floors}\nseed: 7\nstreams: shared\nmaps: none\n`);
  program(floorlab, ['run', yaml, '-q', '--force', '-o', run]);
  return { info: JSON.parse(program(floorlab, ['info', run, '--json'])), run };
}

// The same in pieces, as several workers count them.
function countOf(generator, settings, floors) {
  const { first } = engine.open(1, { generator, seed: '7', settings });
  engine.open(2, { generator, seed: '7', settings });
  engine.countBegin(1, []);
  engine.countBegin(2, []);
  const piece = Math.ceil(floors / 7);
  for (let done = 0; done < floors; done += piece) {
    engine.count(1, BigInt(first) + BigInt(done), Math.min(piece, floors - done));
    engine.countAdd(2, engine.countTake(1));
  }
  return engine.sums(2, true);
}

function compareTallies(generator, settings, floors) {
  const { info, run } = runOf(generator, settings, floors);
  const sums = countOf(generator, settings, floors);
  let compared = 0;
  equal(sums.floors, floors, 'floors');
  for (const metric of sums.metrics) {
    const [row] = info.metrics[metric.name] ?? [];
    if (row?.counts) {
      const counts = Object.fromEntries(metric.histogram.map((n, value) => [value, n]).filter(([, n]) => n > 0));
      const { beyond, ...of } = row.counts;
      equal(JSON.stringify(counts), JSON.stringify(of), metric.name);
      equal(metric.n, row.n, `${metric.name}: number of values`);
      equal(metric.beyond, beyond ?? 0, `${metric.name}: values beyond`);
      compared++;
    }
  }
  truth(compared > 10, `only ${compared} metrics were compared`);
  return { events: sums.events, info, run };
}

const TALLIED = isEveryday ? 20000 : 1000000;
let judged = null;

test(`${TALLIED} classic floors: every histogram is that of run`, () => {
  judged = compareTallies('classic', { level: 3 }, TALLIED);
});

test('so are those of Rebirth and grid floors, and of chunk rooms', () => {
  compareTallies('rebirth', { stage: 2 }, TALLIED / 50);
  compareTallies('grid', { rules: 'facade' }, TALLIED / 100);
  compareTallies('room', { size: 'big' }, TALLIED / 100);
});

test('verdicts and intervals are those of verify', () => {
  const claims = JSON.parse(tryProgram(floorlab, ['verify', judged.run, '--json']).out).claims.filter((claim) => claim.trials > 0);
  const settings = { level: 3 };
  countOf('classic', settings, TALLIED);
  const found = engine.verdicts(2);
  truth(found.length > 3, `${found.length} verdicts`);
  for (const row of found) {
    const claim = claims.find((one) => one.id === row.id);
    truth(claim, `${row.id} is not among those of verify`);
    equal(row.verdict, claim.verdict, `${row.id}: verdict`);
    equal(row.trials, claim.trials, `${row.id}: trials`);
    for (const [ours, theirs] of [[row.low, claim.low], [row.high, claim.high], [row.observed, claim.observed]]) {
      truth(ours === theirs || Math.abs(ours - theirs) <= 1e-10 * Math.max(Math.abs(theirs), 1e-3), `${row.id}: ${ours}, expected ${theirs}`);
    }
  }
});

test('two metrics against each other add up to their histograms', () => {
  engine.open(1, { generator: 'classic', settings: { level: 4 } });
  engine.countBegin(1, ['rooms', 'dead_ends']);
  engine.count(1, 0n, 10000);
  const { columns, rows, counts } = engine.joint(1);
  const { metrics } = engine.sums(1, true);
  const rooms = metrics.find(({ name }) => name === 'rooms').histogram;
  for (let x = 0; x < columns; x++) {
    let sum = 0n;
    for (let y = 0; y < rows; y++) {
      sum += counts[x * rows + y];
    }
    equal(Number(sum), rooms[x] ?? 0, `floors of ${x} rooms`);
  }
});

// Refusals.

// What the program says on the standard error: "floorlab: WHERE: WHAT", and perhaps "  HINT".
function told(error) {
  const { where, what, hint } = error.told;
  return `floorlab: ${where}: ${what}\n${hint ? `  ${hint}\n` : ''}`;
}

// The program's words for what is not YAML are libyaml's, the page's those of another library. That one is stricter: what goes on in
// braces must be indented.
let strict = 0;
const NO_YAML = /:\d+: (did not find|could not find|found (unexpected|character|unknown|undefined|a tab)|.* not allowed in this context)/;

function compareRefusal(text, number) {
  const file = path.join(place, 'mine.yaml');
  fs.writeFileSync(file, text);
  const theirs = tryProgram(floorlab, ['export', 'grid', '--floors', '1', '--set', `rules=${file}`]);
  let ours = '';
  try {
    engine.open(0, { generator: 'grid', settings: { rules: file }, files: { [file]: text } });
  } catch (error) {
    truth(error instanceof Refusal, `not a refusal: ${error.stack}`);
    ours = told(error);
  }
  const lines = (message) => message.replace(/ \(.*\)$/m, '');
  if (NO_YAML.test(theirs.err) || /^!/m.test(yamlEvents(text))) {
    truth(ours, `ruleset ${number} is no YAML and not refused by the page:\n${text}`);
    strict += theirs.code ? 0 : 1;
  } else {
    equal(lines(ours), lines(theirs.code ? theirs.err : ''), `ruleset ${number}:\n${text}`);
  }
  return theirs.code !== 0;
}

test('a command to copy runs nothing that stands in an address', () => {
  const settings = { rules: '$(touch PWN)`touch PWN`"; touch PWN; "\'; touch PWN; \'' };
  const command = runCommand({ state: { generator: 'grid', settings, seed: '1' } }, ['rooms', 'loops'], 'plot');
  const there = fs.mkdtempSync(path.join(place, 'command-'));
  execFileSync('sh', ['-c', command.replaceAll('floorlab ', 'true ')], { cwd: there });
  equal(fs.readdirSync(there).join(' '), 'range.yaml', 'files');
  truth(fs.readFileSync(path.join(there, 'range.yaml'), 'utf8').includes(settings.rules), 'the setting is written as it is');
});

test('rulesets are refused with the program\'s words', () => {
  const pick = numbers(27);
  const pieces = [': ', '- ', '"', "'", '[', ']', '{', '}', ',', ' #', '|', '>', '\n', '\t', '  ', '&a ', '*a', '!t ', '%', '---\n', '? ', '\\', '@',
    'x', '0', '-1', '99999999999', 'wieght', 'true'];
  const texts = fs.readdirSync(path.join(sources, 'data/rulesets')).filter((name) => name.endsWith('.yaml')).sort()
    .map((name) => fs.readFileSync(path.join(sources, 'data/rulesets', name), 'utf8'));
  let refused = 0;
  for (let i = 0; i < (isEveryday ? 40 : 400); i++) {
    let text = texts[pick(texts.length)];
    for (let k = pick(3); k >= 0; k--) {
      const at = pick(text.length);
      text = pick(2) ? text.slice(0, at) + pieces[pick(pieces.length)] + text.slice(at) : text.slice(0, at) + text.slice(at + 1 + pick(6));
    }
    refused += compareRefusal(text, i) ? 1 : 0;
  }
  truth(refused > 10, `only ${refused} were refused`);
  truth(strict <= 4, `${strict} are refused by the page alone`);
});

test('unknown names are refused with the nearest', () => {
  for (const [what, where, hint] of [
    [{ generator: 'clasic' }, 'generator', "did you mean 'classic'?"],
    [{ generator: 'classic', settings: { levle: 3 } }, 'names[0]', "did you mean 'level'?"],
    [{ generator: 'grid', settings: { rules: 'basemnt' } }, null, "did you mean 'basement'?"],
  ]) {
    let error = null;
    try {
      engine.open(0, what);
    } catch (caught) {
      error = caught;
    }
    truth(error instanceof Refusal, 'it is not refused');
    truth(error.told.hint.startsWith(hint), `hint: ${error.told.hint}`);
    truth(where === null || error.told.where === where, `where: ${error.told.where}`);
  }
});

await runTests();
