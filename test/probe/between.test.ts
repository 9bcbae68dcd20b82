/**
 * Code of a program between calls of MPI whose callers were found on the stack: in which function, and at which lines.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { isBetweenCalls } from '../../src/model/definitions.js';
import type { RootCause } from '../../src/model/findings/findings.js';
import { usually } from '../support/matrix.js';
import { type ByPath, profileValues, traceValues } from './profiles.js';
import { buildOnce, finish, fresh, marked, type Mpi, mpis, patient, prepare, run } from './support.js';

const SOURCE = 'between.c';
const FLAGS = ['-O1', '-g', '-fno-optimize-sibling-calls'];
const line = (mark: string): number => marked(SOURCE, mark);

const buildSleds = buildOnce();

async function measured(mpi: Mpi, env: Readonly<Record<string, string>>): Promise<string> {
  const arrived = fresh('arrived');
  writeFileSync(arrived, Buffer.alloc(4096));
  const program = await buildSleds(mpi, SOURCE, FLAGS);
  const { folder, exitCode } = await run(mpi, program, { args: [arrived], env, raw: true });
  expect([exitCode, await finish(mpi, folder)]).toEqual([0, []]);
  return folder;
}

/** Values of stretches on rank 0 by function and what comes behind its name. */
function stretches(values: ByPath): [string, number][] {
  return [...values]
    .flatMap(([path, value]): [string, number][] => {
      const [, within = '', region = ''] =
        /^MPI Rank 0 .*\/(\w+)\([^/]*\/\1 ([^(]*)\([^/]*$/.exec(path.replaceAll(/(?<=[(@])[^:]*\//g, '')) ?? [];
      return region === '' ? [] : [[`${within} ${region}`, value]];
    })
    .sort(byName);
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Returns the main cause of the waits, by property and calling function. */
function causes(folder: string): Map<string, RootCause> {
  const { report } = analyzeTrace(openArchive(join(folder, 'traces.otf2')), { program: 'test' });
  return new Map(
    report.findings.flatMap(({ property, callPath, rootCauses = [] }): [string, RootCause][] =>
      rootCauses[0] === undefined ? [] : [[`${property} ${callPath.at(2)?.region}`, rootCauses[0]]],
    ),
  );
}

const lastFunction = ({ callPath }: RootCause): string | undefined =>
  callPath.findLast(({ region }) => /^\w+$/.test(region))?.region;

describe.each(usually(mpis, 'openmpi'))('computation between calls of MPI, with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('belongs to the innermost function that makes both, with their lines, in traces and profiles', async () => {
    const trace = await measured(mpi, { TRIMTAB_FUNCTIONS: '0' });
    const expected: [string, number][] = [
      [`exchange between lines ${line('first')} and ${line('second')}`, 3],
      [`main between lines ${line('begun')} and ${line('ranked')}`, 1],
      [`main between lines ${line('prepare')} and ${line('solve')}`, 1],
      [`main between lines ${line('ranked')} and ${line('prepare')}`, 1],
      [`main between lines ${line('repeat')} and ${line('ended')}`, 1],
      [`main between lines ${line('solve')} and ${line('repeat')}`, 1],
      [`prepare between lines ${line('prepared')} and ${line('barrier')}`, 1],
      // add() passes its call on, so that what lies between two of them is computed by whom it is called by.
      [`repeat between calls at line ${line('repeated')}`, 3],
      [`solve after line ${line('summed')}, before line ${line('exchanged')}`, 2],
      [`solve between lines ${line('exchanged')} and ${line('summed')}`, 3],
    ];
    expected.sort(byName);
    expect(stretches(traceValues(trace)('visits'))).toEqual(expected);
    const profile = await measured(mpi, { TRIMTAB_FUNCTIONS: '0', TRIMTAB_MODE: 'profile' });
    expect(stretches(profileValues(profile)('visits'))).toEqual(expected);
    const { definitions } = openArchive(join(trace, 'traces.otf2'));
    const regions = definitions.regions.filter(isBetweenCalls);
    const prepared = regions.find(({ name }) => name.startsWith('prepare '));
    expect(prepared).toMatchObject({ beginLine: line('prepared'), endLine: line('barrier'), role: 'code' });
  });

  it('is the root cause where the function is that does it, as with functions', async () => {
    const [without, functions] = [
      causes(await measured(mpi, { TRIMTAB_FUNCTIONS: '0' })),
      causes(await measured(mpi, { TRIMTAB_FUNCTIONS: 'all' })),
    ];
    const asked = ['mpi_barrier_wait prepare', 'mpi_wait_nxn solve'];
    const found = (by: Map<string, RootCause>) =>
      asked.map((key) => {
        const cause = by.get(key);
        return [cause === undefined ? undefined : lastFunction(cause), cause?.locations[0]?.location];
      });
    expect(found(functions)).toEqual([
      ['prepare', 0],
      ['solve', 1],
    ]);
    expect(found(without)).toEqual(found(functions));
    expect(asked.map((key) => without.get(key)?.place?.line)).toEqual([line('prepared'), line('exchanged')]);
    expect(without.get(asked[0] ?? '')?.region).toBe(
      `prepare between lines ${line('prepared')} and ${line('barrier')}`,
    );
  });
});
