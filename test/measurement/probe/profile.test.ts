/** Profiles say of each call path what the trace of the same records says. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { profileValues, traceValues, type ByPath } from './profiles.js';
import { buildOnce, finish, fortranMpis, mpis, patient, run } from './support.js';

const build = buildOnce();

/** Half a tick of the slowest clock that there is, in seconds: times are sums of whole ticks. */
const HALF_A_TICK = 5e-10;

/** The paths whose values differ by half a tick or more, with both values. */
function differences(trace: ByPath, profile: ByPath): string[] {
  return [...new Set([...trace.keys(), ...profile.keys()])].flatMap((path) => {
    const [a, b] = [trace.get(path) ?? 0, profile.get(path) ?? 0];
    return Math.abs(a - b) < HALF_A_TICK ? [] : [`${path}: trace ${a}, profile ${b}`];
  });
}

/** How often buffers are written, or folded, is not the program's doing. */
function withoutFlushes(values: ByPath): ByPath {
  return new Map([...values].filter(([path]) => !path.includes('TRACE BUFFER FLUSH')));
}

const programs: readonly (readonly [source: string, ranks: number, flags: readonly string[]])[] = [
  ['messages.c', 2, ['-O1']],
  ['collectives.c', 4, ['-O1']],
  ['requests.c', 2, ['-O1']],
  ['sites.c', 2, ['-O1']],
  ['oneSided.c', 4, ['-O1']],
  ['cxx.cpp', 2, ['-O1']],
  ['inlined.cpp', 2, ['-O2']],
  ['threads.c', 2, ['-O1', '-pthread']],
  ['user.c', 2, ['-O1', '-pthread']],
  ['fortran_lines.f90', 2, ['-O1']],
  ['fortran_mpi.f90', 2, ['-O1']],
  ['inlined.f90', 2, ['-O2']],
];

describe.skipIf(mpis.length === 0)('a profile made of the records of a trace', patient, () => {
  const mpi = elementAt(mpis, 0);
  const possible = programs.filter(([source]) => !source.includes('.f') || fortranMpis.includes(mpi));

  it.each(possible)('has the times and visits of the trace: %s', async (source, ranks, flags) => {
    const { folder } = await run(mpi, await build(mpi, source, flags), { ranks, env: { TRIMTAB_KEEP_RAW: '1' } });
    await finish(mpi, '--profile', folder);
    const [trace, profile] = [traceValues(folder), profileValues(folder)];
    expect(profile('visits').size).toBeGreaterThan(2);
    expect(differences(trace('visits'), profile('visits'))).toEqual([]);
    expect(differences(trace('time'), profile('time'))).toEqual([]);
  });
});

describe.skipIf(mpis.length === 0)('a program run with TRIMTAB_MODE=profile', patient, () => {
  const env = { TRIMTAB_KEEP_RAW: '1', TRIMTAB_BUFFER_BYTES: '4096' };

  it.each(mpis)('leaves a profile in place of a trace, with the visits and bytes of the trace: %s', async (mpi) => {
    const program = await build(mpi, 'messages.c');
    const asTrace = await run(mpi, program, { env });
    await finish(mpi, '--profile', asTrace.folder);
    const { folder, remarks } = await run(mpi, program, { env: { ...env, TRIMTAB_MODE: 'profile' } });
    expect(remarks).toEqual([]);
    expect(existsSync(join(folder, 'traces.otf2'))).toBe(false);
    const [trace, profile] = [profileValues(asTrace.folder), profileValues(folder)];
    for (const metric of ['visits', 'bytes_sent', 'bytes_received', 'messages_sent', 'messages_received'])
      expect(differences(withoutFlushes(trace(metric)), withoutFlushes(profile(metric))), metric).toEqual([]);
    expect(differences(trace('messages_sent'), new Map())).not.toEqual([]);
  });
});
