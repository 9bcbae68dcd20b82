/** Kills the process that executes a run at every boundary, and lets another go on. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import * as v from 'valibot';
import { expect } from 'vitest';
import { copyProperties } from '../../../scripts/lib/aslFiles.mjs';
import { copyWorkflows } from '../../../scripts/lib/workflowFiles.mjs';
import { elementAt } from '../../../src/base/elements.js';
import { readRuns } from '../../../src/workflows/runner/index.js';
import { bundled } from '../../support/bundled.js';
import { PROBE } from '../mpiProject.js';
import { rounds } from '../../support/matrix.js';

const outcome = v.object({ state: v.string(), sentence: v.optional(v.string()), boundaries: v.number() });
type Outcome = v.InferOutput<typeof outcome>;

/**
 * Makes the program that is killed.
 * @param program its source
 * @returns its folder, to be removed by the caller; there it is called as its source, `.cjs`
 */
export async function bundleKilledRun(program = join(import.meta.dirname, 'killedRun.ts')): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'trimtab-killed-'));
  await bundled({ [parse(program).name]: program }, place);
  copyWorkflows(place);
  copyProperties(place);
  return place;
}

/** @param words of the program, itself before them and the probe's folder after them @returns undefined when the process was killed */
export function executed(words: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Outcome | undefined> {
  return new Promise((done, failed) => {
    execFile(process.execPath, [...words, PROBE], { env }, (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') done(undefined);
      else if (error !== null) failed(new Error(stderr, { cause: error }));
      else done(v.parse(outcome, JSON.parse(stdout)));
    });
  });
}

/**
 * Kills a run at each boundary in a separate project, in `npm test` at every fourth. Compares the leftovers with the
 * same run undisturbed.
 * @param bundle folder of bundleKilledRun
 * @returns how many boundaries there are
 */
export async function killedEverywhere(
  bundle: string,
  fresh: () => string,
  workflow: string,
  contents: (folder: string, id: string) => unknown,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const program = join(bundle, 'killedRun.cjs');
  const untouched = fresh();
  const whole = await executed([program, untouched, 'start', workflow, '0'], env);
  expect(whole).toMatchObject({ state: 'succeeded' });
  const expected = contents(untouched, elementAt(readRuns(untouched), 0).id);
  const boundaries = whole?.boundaries ?? 0;
  for (let boundary = 1; boundary < boundaries; boundary += rounds(4, 1)) {
    const folder = fresh();
    const killed = await executed([program, folder, 'start', workflow, String(boundary)], env);
    expect(killed, `boundary ${boundary}`).toBeUndefined();
    const { id, state } = elementAt(readRuns(folder), 0);
    expect(state, `boundary ${boundary}`).toBe('interrupted');
    const again = await executed([program, folder, 'resume', id, '0'], env);
    expect(again, `boundary ${boundary}`).toMatchObject({ state: 'succeeded' });
    expect(contents(folder, id), `boundary ${boundary}`).toEqual(expected);
  }
  return boundaries;
}
