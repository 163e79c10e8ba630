// Samples a second of processor time that one worker counts, with all metrics and events, and that it gives values of two metrics
// of; the best of five rounds.
//
//     node speed.mjs floorlab.wasm
import fs from 'node:fs';
import { Engine } from '../../plots/page/scripts/engine.js';

const ROWS = [['classic', { level: 1 }, 1000000], ['classic', { level: 6 }, 500000], ['rebirth', { stage: 1 }, 30000],
  ['rebirth', { stage: 6, rng: 'isaac' }, 30000], ['grid', { rules: 'basement' }, 10000], ['room', {}, 10000]];
const ROUNDS = 5;
const engine = await Engine.open(new WebAssembly.Module(fs.readFileSync(process.argv[2])));

function seconds(work) {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

function best(n, work) {
  return Math.max(...Array.from({ length: ROUNDS }, (_, round) => n / seconds(() => work(round))));
}

const thousands = (number) => Math.round(number / 1000).toLocaleString('en').padStart(8);

console.log('thousands a second        counted  two values');
for (const [generator, settings, n] of ROWS) {
  const { first, metrics } = engine.open(0, { generator, settings });
  const pair = metrics.slice(0, 2).map(({ name }) => name);
  engine.countBegin(0, pair);
  const counted = best(n, (round) => engine.count(0, BigInt(first) + BigInt(round * n), n));
  const valued = best(n, (round) => engine.values(0, BigInt(first) + BigInt(round * n), n, pair));
  const name = `${generator} ${Object.entries(settings).map((pair) => pair.join('=')).join(' ')}`;
  console.log(`${name.padEnd(24)} ${thousands(counted)}    ${thousands(valued)}`);
}
