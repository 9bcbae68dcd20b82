import { fork } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { rounds } from '../support/matrix.js';
import type { FuzzResult } from './reader.js';

/** Inputs in all, and where their numbers begin: `npm run fuzz -- --count N --seed S --only KIND`. */
const count = Number(process.env.TRIMTAB_FUZZ_COUNT ?? rounds(6_000, 1_000_000));
const seed = Number(process.env.TRIMTAB_FUZZ_SEED ?? 1);
const only = process.env.TRIMTAB_FUZZ_ONLY;
/** An input that is still being read after so long, in milliseconds, never ends: each takes a few milliseconds. */
const HANGS_AFTER = 180_000;
const POLL_INTERVAL_MS = 1000;

function temporaryFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'trimtab-fuzz-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Returns the folder of inputs: in memory if possible, because the index waits for the disk at each change. */
function inputFolder(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    return temporaryFolder(memory);
  } catch {
    // Not every system has it.
    return temporaryFolder(tmpdir());
  }
}

async function buildReader(folder: string): Promise<string> {
  const reader = join(folder, 'reader.mjs');
  const entryPoints = [join(import.meta.dirname, 'reader.ts')];
  const bundle = { bundle: true, platform: 'node', target: 'node20', format: 'esm', packages: 'external' } as const;
  // Paths to the shipped properties and the samples, which are not next to the bundle.
  const define = {
    __dirname: JSON.stringify(join(import.meta.dirname, '../../src/asl')),
    'import.meta.dirname': JSON.stringify(import.meta.dirname),
  };
  await build({ entryPoints, outfile: reader, logLevel: 'error', define, ...bundle });
  return reader;
}

/** Reads inputs in a separate process: one that hangs, dies or needs too much memory is identified by its input. */
async function read(reader: string, first: number, inputs: number): Promise<FuzzResult> {
  const temporary = inputFolder();
  const progress = join(temporary, 'progress');
  const words = [String(inputs), String(first), progress, ...(only === undefined ? [] : [only])];
  const env = { ...process.env, TMPDIR: temporary };
  const child = fork(reader, words, { execArgv: ['--max-old-space-size=2048'], env });
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
    }, POLL_INTERVAL_MS);
    child.on('message', (result: FuzzResult) => resolve(result));
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      reject(new Error(`the process that reads ended (${code ?? signal}): ${input()}`));
    });
  });
}

/** All inputs, in as many processes as there are processors, each with a range of the seeds. */
async function fuzz(): Promise<FuzzResult> {
  // In the project, where the packages are found that the reader imports.
  const reader = await buildReader(temporaryFolder(join(import.meta.dirname, '..', '..', 'out')));
  const processes = Math.min(availableParallelism(), count);
  const begin = (part: number): number => Math.floor((part * count) / processes);
  const results = await Promise.all(
    Array.from({ length: processes }, (_, part) => read(reader, seed + begin(part), begin(part + 1) - begin(part))),
  );
  const inputs: Record<string, number> = {};
  for (const [kind, of] of results.flatMap((result) => Object.entries(result.inputs)))
    inputs[kind] = (inputs[kind] ?? 0) + of;
  const failures = results.flatMap((result) => result.failures);
  return { failures, inputs, peak: Math.max(...results.map(({ peak }) => peak)) };
}

it('changed inputs of every kind are read or refused in a sentence', { timeout: 24 * 3_600_000 }, async () => {
  const { failures, inputs, peak } = await fuzz();
  const seeds = `seeds ${seed} to ${seed + count - 1}`;
  console.log(`${seeds}: ${JSON.stringify(inputs)}; at most ${Math.round(peak / 1e6)} MB of memory in a process`);
  expect(failures).toEqual([]);
  expect(Object.values(inputs).reduce((sum, each) => sum + each, 0)).toBe(count);
});
