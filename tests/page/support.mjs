// Shared by the tests of the page: TAP lines, the program beside the module, files for a while.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const isEveryday = Boolean(process.env.FLOORLAB_EVERYDAY);

const tests = [];

export function test(name, body) {
  tests.push([name, body]);
}

export function equal(found, expected, what) {
  if (found !== expected) {
    throw new Error(`${what}\n  found    ${String(found).slice(0, 400)}\n  expected ${String(expected).slice(0, 400)}`);
  }
}

export function truth(condition, what) {
  if (!condition) {
    throw new Error(what);
  }
}

// Runs what was registered, one after the other; the exit code says whether all passed.
export async function runTests(end = async () => {}) {
  let failed = 0;
  console.log(`1..${tests.length}`);
  for (const [number, [name, body]] of tests.entries()) {
    try {
      await body();
      console.log(`ok ${number + 1} - ${name}`);
    } catch (error) {
      failed++;
      console.log(`not ok ${number + 1} - ${name}`);
      console.error(`# ${name}: ${error.stack.replaceAll('\n', '\n# ')}`);
    }
  }
  await end();
  process.exitCode = failed ? 1 : 0;
}

export function program(command, words) {
  return execFileSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 29 });
}

// {code, out, err} of a program that may fail.
export function tryProgram(command, words) {
  const result = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 29 });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

// A folder that is gone at the end.
export function folder() {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'floorlab-page-'));
  process.on('exit', () => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

// Numbers that are the same in every run: a linear congruence, its upper bits.
export function numbers(seed) {
  let state = BigInt(seed);
  return (n) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(n));
  };
}
