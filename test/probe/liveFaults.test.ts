/** Functions are switched as fast as it can be asked while a program does what makes that hard: its result stays the same. */
import { execa } from 'execa';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { environment, fresh, mpis, patient, programs, wrapper } from './support.js';

const ROUNDS = 150;
const ASKED = ['function off *', 'function on outer', 'function on *', 'depth 3', 'depth 100'];

async function compile(compiler: string, source: string, flags: readonly string[]): Promise<string> {
  const out = fresh(source.replace(/\W/g, '_'));
  const words = [compiler, '-O2', '-w', '-pthread', ...flags, '-o', out, join(programs, source), '-ldl'];
  await execa(wrapper, words, { env: environment, cwd: dirname(out) });
  return out;
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

/** A run that is switched again and again until all that was asked is answered. */
async function beset(program: string, args: readonly string[], env: Record<string, string>) {
  const folder = fresh('beset');
  const until = fresh('until');
  const [what = '', ...others] = args;
  const running = execa(program, [what, until, ...others], {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_LIVE: '1', TRIMTAB_MAX_BYTES: '400000000', ...env },
    timeout: 500_000,
    reject: false,
  });
  const state = { ended: false, begun: false };
  const ending = running.finally(() => (state.ended = true));
  running.stderr.on('data', (text) => (state.begun ||= String(text).includes('begun')));
  const file = (name: string): string => join(folder, 'live', name);
  while (!state.ended && !state.begun) await sleep(20);
  const asked = Array.from({ length: ROUNDS }, () => ASKED).flat();
  appendFileSync(file('requests'), asked.map((line) => `${line}\n`).join(''));
  while (!state.ended && linesOf(file('answers')).length < asked.length) await sleep(50);
  const answers = linesOf(file('answers'));
  writeFileSync(until, '');
  const { stdout, exitCode, stderr } = await ending;
  const refused = answers.filter((answer) => !answer.startsWith('ok 0'));
  return { folder, stdout, exitCode, stderr, answered: answers.length, refused };
}

describe.skipIf(mpis.length === 0)('a program whose functions are switched', patient, () => {
  let program = '';
  let library = '';
  let plain = '';

  beforeAll(async () => {
    program = await compile('g++', 'beset.cpp', []);
    library = await compile('gcc', 'plugged.c', ['-shared', '-fPIC']);
    const env = { ...environment, TRIMTAB_FUNCTIONS: '0', TRIMTAB_EXPERIMENT_DIR: fresh('plain') };
    plain = (await execa(program, ['threads', '/'], { env })).stdout;
  }, 600_000);

  it.each([
    ['loads and gives back libraries', 'loads'],
    ['has children that go on', 'forks'],
    ['leaves functions by exceptions and jumps', 'leaves'],
    ['jumps out of signal handlers', 'jumps'],
    ['begins and ends threads that block all signals', 'threads'],
  ])('computes the same where it %s', async (_, what) => {
    const ran = await beset(program, [what, library], { TRIMTAB_FINISH: '0' });
    expect([ran.exitCode, ran.stdout, ran.refused]).toEqual([0, plain, []]);
    expect(ran.answered).toBe(ROUNDS * ASKED.length);
  });

  // Small buffers, so that handlers come while these are folded; and masks that hold back the signal of a breakpoint.
  it('computes the same where signals come while it is recorded, and no record is written into another', async () => {
    const ran = await beset(program, ['signals'], { TRIMTAB_BUFFER_BYTES: '65536', TRIMTAB_MODE: 'profile' });
    expect([ran.exitCode, ran.stdout, ran.refused]).toEqual([0, plain, []]);
    expect(existsSync(join(ran.folder, 'profile.cubex'))).toBe(true);
    expect(ran.stderr).not.toMatch(/belong to no known function|were open at the end/);
  });
});
