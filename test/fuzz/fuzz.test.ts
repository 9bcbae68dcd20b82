import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import type { FuzzResult } from './reader.js';

/** Inputs in all, and where their numbers begin: `npm run fuzz -- --count N --seed S --only KIND`. */
const count = Number(process.env.TRIMTAB_FUZZ_COUNT ?? 10_000);
const seed = Number(process.env.TRIMTAB_FUZZ_SEED ?? 1);
const only = process.env.TRIMTAB_FUZZ_ONLY;
/** An input that is still being read after so long, in milliseconds, never ends: each takes a few milliseconds. */
const HANGS_AFTER = 180_000;
const LOOK_PERIOD = 1000;

/** Reads inputs in a process of its own: one that hangs, dies or takes too much memory is known by its input. */
async function fuzz(): Promise<FuzzResult> {
  const out = join(import.meta.dirname, '..', '..', 'out');
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(out, 'fuzz-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const reader = join(folder, 'reader.mjs');
  const entryPoints = [join(import.meta.dirname, 'reader.ts')];
  const bundle = { bundle: true, platform: 'node', target: 'node20', format: 'esm', packages: 'external' } as const;
  await build({ entryPoints, outfile: reader, logLevel: 'error', ...bundle });
  const progress = join(folder, 'progress');
  const words = [String(count), String(seed), progress, ...(only === undefined ? [] : [only])];
  const child = fork(reader, words, { execArgv: ['--max-old-space-size=2048'] });
  const input = (): string => {
    try {
      return readFileSync(progress, 'utf8').trim();
    } catch (error) {
      return `before the first input (${String(error)})`;
    }
  };
  return new Promise((resolve, reject) => {
    let [last, since] = ['', Date.now()];
    const watch = setInterval(() => {
      const now = input();
      if (now !== last) [last, since] = [now, Date.now()];
      else if (Date.now() - since > HANGS_AFTER) {
        child.kill('SIGKILL');
        reject(new Error(`hangs: ${now}`));
      }
    }, LOOK_PERIOD);
    child.on('message', (result: FuzzResult) => resolve(result));
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      reject(new Error(`the process that reads ended (${code ?? signal}): ${input()}`));
    });
  });
}

it('changed inputs of every kind are read or refused in a sentence', { timeout: 24 * 3_600_000 }, async () => {
  const { failures, inputs, peak } = await fuzz();
  console.log(`from seed ${seed}: ${JSON.stringify(inputs)}; at most ${Math.round(peak / 1e6)} MB of memory`);
  expect(failures).toEqual([]);
  expect(Object.values(inputs).reduce((sum, each) => sum + each, 0)).toBe(count);
});
