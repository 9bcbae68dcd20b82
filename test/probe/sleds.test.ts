/** Functions with sleds compute the same, whatever the compiler and its options make of them. */
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { combinations } from '../support/matrix.js';
import { ALL, build, countEvents, installed, run } from './sledPrograms.js';
import { patient } from './support.js';

/** Options of compilers that change what functions look like. */
const ways: readonly (readonly string[])[] = [
  ['-O0'],
  ['-O1', '-fno-omit-frame-pointer'],
  ['-O2'],
  ['-O3', '-march=native'],
  ['-Os'],
  ['-O2', '-flto'],
  ['-O2', '-fno-plt', '-fPIC'],
  ['-O2', '-ffunction-sections', '-Wl,--gc-sections'],
  ['-O2', '-fcf-protection=none', '-fno-pic', '-no-pie'],
  ['-O2', '-pipe', '-g0'],
];

const cases = installed.flatMap(([compiler, source]) =>
  ways
    .filter((flags) => !(compiler.startsWith('clang') && flags.includes('-flto')))
    .map((flags) => [compiler, flags.join(' '), source] as const),
);

describe.skipIf(cases.length === 0)('functions with sleds', patient, () => {
  it.each(combinations(cases))('compute the same on and off: %s %s', async (compiler, flags, source) => {
    const options = flags.split(' ');
    const plain = await execa(await build(compiler, source, options, false), { reject: false });
    const program = await build(compiler, source, options, true);
    const off = await run(program, [], { TRIMTAB_FUNCTIONS: '0' });
    const on = await run(program, [], ALL);
    expect([off.stdout, off.exitCode]).toEqual([plain.stdout, plain.exitCode]);
    expect([on.stdout, on.exitCode]).toEqual([plain.stdout, plain.exitCode]);
    const events = await countEvents(on.folder);
    expect(events.enter).toBeGreaterThan(50);
    expect(events.leave).toBe(events.enter);
  });
});
