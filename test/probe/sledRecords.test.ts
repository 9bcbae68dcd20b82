/** Recorded and unrecorded functions with sleds: switched off, or with an excluded file. */
import { execa } from 'execa';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sledFunctions } from '../../src/measurement/sleds/functions.js';
import { readEvents } from './archive.js';
import { ALL, build, countEvents, installed, run } from './sledPrograms.js';
import { environment, fresh, mpis, patient, programs } from './support.js';

/** The defaults: all worthwhile functions are recorded, as far as the budget permits. */
const CHOSEN = { TRIMTAB_FUNCTIONS: '1', TRIMTAB_BUDGET: '5' };

describe.skipIf(installed.length === 0)('functions with sleds', patient, () => {
  it('are left however the program leaves them: nothing is open at the end', async () => {
    for (const source of ['ways-out.c', 'ways-out.cpp']) {
      const compiler = source.endsWith('.c') ? 'gcc' : 'g++';
      const on = await run(await build(compiler, source, ['-O2'], true), [], ALL);
      const said = await execa('otf2-print', ['-A', join(on.folder, 'traces.otf2')], { reject: false });
      expect(said.stdout).toMatch(/REGIONS_CLOSED\nProperty value +0\n/);
    }
  });

  it('can be switched while threads run through them', async () => {
    const program = await build('gcc', 'switching.c', ['-O2'], true);
    const ran = await run(program, ['5000'], { ...ALL, TRIMTAB_FINISH: '0', TRIMTAB_MAX_BYTES: '50000000' });
    expect(ran.stdout).toBe('switched, 0 refused, 0 0 0 0 wrong');
  });

  it.skipIf(mpis.length === 0)('are in no call path of any process when one has switched them off', async () => {
    const [mpi = 'openmpi'] = mpis;
    const program = await build(`mpicc.${mpi}`, 'ranks.c', ['-O2'], true);
    const folder = fresh('ranks');
    await execa(`mpirun.${mpi}`, ['-n', '2', program], {
      env: { ...environment, ...CHOSEN, TRIMTAB_EXPERIMENT_DIR: folder },
    });
    const entered = [...(await readEvents(folder)).values()].map((events) =>
      events.filter(({ kind }) => kind === 'ENTER').map(({ text }) => /"([^"]+)"/.exec(text)?.[1]),
    );
    for (const names of entered) {
      expect(names.filter((name) => name === 'many')).toHaveLength(20);
      expect(names).not.toContain('spin');
    }
    const said = await execa('otf2-print', ['-A', join(folder, 'traces.otf2')]);
    expect(said.stdout).toMatch(/FUNCTIONS_LEFT_OUT\nProperty value +1\n/);
    expect(said.stdout).toMatch(/NAMES_LEFT_OUT\nProperty value +\d+ spin\n/);
  });

  it('are switched off where recording them takes most of the time, and no others', async () => {
    const program = await build('g++', 'tiny.cpp', ['-O2'], true);
    const ran = await run(program, ['20000000'], CHOSEN);
    const plain = await execa(await build('g++', 'tiny.cpp', ['-O2'], false), ['20000000']);
    expect(ran.stdout).toBe(plain.stdout);
    // Of 40 million calls: what is left is main.
    const events = await countEvents(ran.folder);
    expect(events).toEqual({ enter: 1, leave: 1 });
    const said = await execa('otf2-print', ['-A', join(ran.folder, 'traces.otf2')]);
    expect(said.stdout).toMatch(/FUNCTIONS_LEFT_OUT\nProperty value +2\n/);
  });

  it.each(['g++', 'clang++'])('have their entry at the line that they begin in: %s', async (compiler) => {
    if (!installed.some(([name]) => name === compiler)) return;
    const program = await build(compiler, 'named.cpp', ['-O2', '-fno-inline'], true);
    const wanted = new Map([
      ['in_c', ' in_c(int) {'],
      ['_Z13operator_likei', ' operator_like(int) {'],
      ['_Z5takesPFviE', ' takes(void'],
    ]);
    const lines = readFileSync(join(programs, 'named.cpp'), 'utf8').split('\n');
    const found = (sledFunctions(program) ?? []).flatMap(({ linkageName = '', address }) => {
      const text = wanted.get(linkageName);
      return text === undefined ? [] : [[address, lines.findIndex((line) => line.includes(text)) + 1] as const];
    });
    expect(found).toHaveLength(wanted.size);
    for (const [address, line] of found) {
      const { stdout } = await execa('addr2line', ['-e', program, address.toString(16)]);
      expect(stdout.replace(/ .*$/, '')).toMatch(new RegExp(`named\\.cpp:${line}$`));
    }
  });

  it('have no sleds if their file is excluded', async () => {
    const leaveOut = { TRIMTAB_EXCLUDE_FILES: 'nothing,ways-' };
    const program = await build('gcc', 'ways-out.c', ['-O2'], true, leaveOut);
    const ran = await run(program, [], ALL);
    expect(ran.exitCode).toBe(0);
    expect(sledFunctions(program)?.filter(({ reason }) => reason === 'excluded').length).toBeGreaterThan(5);
    expect(await readdir(ran.folder)).not.toContain('raw');
    expect((await countEvents(ran.folder)).enter).toBe(0);
  });
});
