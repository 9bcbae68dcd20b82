/** User annotations of programs (trimtab.h, trimtab.F90): in the trace, and nothing of it without the probe. */
import { execa } from 'execa';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { usually } from '../support/matrix.js';
import { openRegions, readDefinitions, readEvents, regionOf, type Event } from './archive.js';
import { rawFiles, type Round } from './rawFiles.js';
import {
  buildOnce,
  environment,
  finish,
  fortranMpis,
  fresh,
  marked,
  mpis,
  patient,
  prepare,
  programs,
  run,
} from './support.js';

const build = buildOnce();
const BEGUN = 'enter face (kind=inner; number=1)';
const ENDED = 'leave face (kind=inner; number=1)';
const api = join(programs, '../../../src/probe/api');

/** The words of an event of the program's own: `enter solve`, `leave solve`, parameters and values. */
function said(event: Event): string {
  if (event.kind === 'ENTER') return `enter ${regionOf(event)}`;
  if (event.kind === 'LEAVE') return `leave ${regionOf(event)}`;
  return event.kind.startsWith('PARAMETER') || event.kind === 'METRIC' ? event.text : '';
}

/** Returns the events of a location between two, both included. */
function between(events: readonly Event[] | undefined, from: string, to: string): string[] {
  const words = (events ?? []).map(said).filter((text) => text !== '');
  return words.slice(words.indexOf(from), words.lastIndexOf(to) + 1);
}

/** Returns the position of the first entry of each region. */
function sitesIn(events: readonly Event[] | undefined): Map<string, string | undefined> {
  const enters = (events ?? []).filter(({ kind }) => kind === 'ENTER').reverse();
  return new Map(enters.map((event) => [regionOf(event), event.site]));
}

/** The properties of an archive. */
async function properties(folder: string): Promise<Map<string, string>> {
  const { stdout } = await execa('otf2-print', ['-A', join(folder, 'traces.otf2')]);
  return new Map(
    [...stdout.matchAll(/^Property name +(\S+)\nProperty value +(.*)$/gm)].map(([, key, value]) => [
      key ?? '',
      value ?? '',
    ]),
  );
}

/** Returns the user regions defined in a trace: name, description, line. */
async function userRegions(folder: string): Promise<string[]> {
  const regions = await readDefinitions(folder, 'REGION');
  return regions
    .filter((text) => text.includes('Paradigm: USER'))
    .map((text) => {
      const [, name = '', description = '', line = ''] =
        /Name: "(.*)" <\d+> \(Aka.*Descr\.: "(.*)" <\d+>, Role: CODE.*Begin: (\d+)/.exec(text) ?? [];
      return `${name}|${description}|${line}`;
    });
}

describe.each(usually(mpis, 'mpich'))('user annotations of a program with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('is in the trace with its names, attributes, values and lines', async () => {
    const { folder, stdout, remarks } = await run(mpi, await build(mpi, 'user.c', ['-O2', '-pthread']));
    expect(stdout).toContain('wrong associations: 0');
    expect(stdout).not.toContain('mixed up');
    expect(remarks).toEqual([]);
    const events = await readEvents(folder);
    const step = (size: number, value: number): string[] => [
      'enter step',
      'enter solve',
      `Parameter: "size", Value: ${size}`,
      'Parameter: "method", Value: "conjugate gradients"',
      `Metric: 0, 1 Value: ("residual"; DOUBLE; ${value})`,
      'leave solve',
      'leave step',
    ];
    for (const rank of ['0', '1'])
      expect(between(events.get(rank), 'enter step', 'leave step')).toEqual([...step(-7, 0.5), ...step(-8, 0.25)]);
    const sites = sitesIn(events.get('0'));
    expect(sites.get('step')).toMatch(new RegExp(`user\\.c:${marked('user.c', 'step')}$`));
    expect(sites.get('solve')).toMatch(new RegExp(`user\\.c:${marked('user.c', 'solve')}$`));
    expect((await userRegions(folder)).sort()).toEqual(
      [
        `face (kind=inner; number=1) + face (kind=outer)|shared\t0.25\tface\tkind=inner; number=1\t0.75\tface\tkind=outer|0`,
        'face (kind=inner; number=1)|entity\tface\tkind=inner; number=1|0',
        'face (kind=outer)|entity\tface\tkind=outer|0',
        ...[0, 1, 2, 3].map((kind) => `kind ${kind}|entity\tkind ${kind}\t|0`),
        'unmapped|entity\tunmapped\t|0',
        `set up|phase|${marked('user.c', 'step') - 4}`,
        `step|dynamic phase|${marked('user.c', 'step') - 4}`,
        `solve||${marked('user.c', 'solve')}`,
        ...['inner', 'never begun', 'outer'].map((name) => `${name}||${marked('user.c', name)}`),
      ].sort(),
    );
  });

  it('is booked to an entity on whichever thread the work is done', async () => {
    const { folder } = await run(mpi, await build(mpi, 'user.c', ['-O2', '-pthread']), { ranks: 1 });
    const other = [...(await readEvents(folder))].filter(([location]) => location !== '0');
    expect(other.flatMap(([, events]) => between(events, BEGUN, ENDED))).toEqual([BEGUN, ENDED]);
  });

  it('keeps both times right and names the two where stops overlap', async () => {
    const { folder } = await run(mpi, await build(mpi, 'user.c', ['-O2', '-pthread']));
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(openRegions(events)).toEqual([]);
    expect(between(events, 'enter outer', 'leave inner')).toEqual([
      'enter outer',
      'enter inner',
      'leave inner',
      'leave outer',
      'enter inner',
      'leave inner',
    ]);
    const told = await properties(folder);
    expect(told.get('TRIMTAB::REGIONS_OVERLAPPING')).toBe('4');
    expect(told.get('TRIMTAB::NAMES_OVERLAPPING')).toMatch(/^2 (outer\tinner|never begun)/);
  });

  it('are recorded without functions', async () => {
    const { folder } = await run(mpi, await build(mpi, 'user.c', ['-O2', '-pthread']), {
      env: { TRIMTAB_FUNCTIONS: '0', TRIMTAB_CALLERS: '0' },
    });
    const words = ((await readEvents(folder)).get('0') ?? []).map(said);
    expect(words.filter((text) => text === 'enter solve')).toHaveLength(2);
    expect(words).not.toContain('enter main');
  });

  it('is nothing without the probe, and compiles without a warning', async () => {
    const program = fresh('user-plain');
    const strict = ['-O2', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-pthread', '-I', api];
    await execa(`mpicc.${mpi}`, [...strict, '-std=c99', '-o', program, join(programs, 'user.c')]);
    const { stdout } = await execa(program, [], { env: environment });
    expect(stdout).toBe('wrong associations: 0');
    const source = `${program}.cpp`;
    writeFileSync(
      source,
      '#include <trimtab.h>\nint main() { TT_SCOPE("a");\n tt_handle h = tt_entity("x", nullptr); TT_SCOPE_OF(h); tt_count(h, 1.5); return (int)tt_shared(1, &h, nullptr); }\n',
    );
    await execa(`mpicxx.${mpi}`, [...strict, '-Wno-pedantic', '-o', program, source]);
    expect((await execa(program, [], { env: environment })).exitCode).toBe(0);
  });
});

describe.each(usually(fortranMpis, 'openmpi'))('user annotations of a Fortran program with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('is in the trace as that of a C program', async () => {
    const { folder, stdout } = await run(mpi, await build(mpi, 'user.F90', ['-O2']));
    expect(stdout).toContain('done');
    const events = (await readEvents(folder)).get('0') ?? [];
    const step = (size: number, value: number): string[] => [
      'enter time step',
      'enter solve',
      `Parameter: "size", Value: ${size}`,
      'Parameter: "method", Value: "Jacobi"',
      `Metric: 0, 1 Value: ("residual"; DOUBLE; ${value})`,
      'leave solve',
      'enter A = B + C (line=3)',
      'leave A = B + C (line=3)',
      'leave time step',
    ];
    expect(between(events, 'enter time step', 'leave time step')).toEqual([...step(-7, 0.5), ...step(-8, 0.25)]);
    const sites = sitesIn(events);
    expect(sites.get('solve')).toMatch(new RegExp(`user\\.F90:${marked('user.F90', 'solve')}$`));
    expect(await userRegions(folder)).toContain('A = B + C (line=3)|entity\tA = B + C\tline=3|0');
  });

  it('is nothing without the probe', async () => {
    const place = fresh('user-fortran');
    mkdirSync(place);
    const program = join(place, 'program');
    const words = ['-O2', '-I', api, '-o', program, join(programs, 'user.F90')];
    await execa(`mpifort.${mpi}`, words, { cwd: place });
    expect((await execa(program, [], { env: environment })).stdout.trim()).toBe('done');
  });
});

/** Types of records, as in record.h. */
const ENTER = 43;
const LEAVE = 44;

describe.skipIf(mpis.length === 0)('forged words of a program', patient, () => {
  beforeAll(() => prepare(elementAt(mpis, 0)), patient.timeout);

  const forged = async (round: Round, facts: readonly string[], size = 1 << 20): Promise<string> => {
    const folder = rawFiles(round, size);
    const text = join(folder, 'raw', 'elsewhere-1.txt');
    writeFileSync(text, readFileSync(text, 'utf8').replace(/^clock 0/m, [...facts, 'clock 0'].join('\n')));
    await finish(elementAt(mpis, 0), folder);
    return folder;
  };

  it('with unassigned numbers, or of another kind, are counted as misplaced', async () => {
    const facts = [
      'user 1 region 0 a',
      'user 2 counter 0 b',
      'user 4294967295 region 0 c',
      'user 3 nonsense 0 d',
      'user 4',
    ];
    const folder = await forged(
      (number) => [
        [ENTER, [0, number % 7], [0, 0]],
        [LEAVE, [0, number % 7]],
      ],
      facts,
    );
    const told = await properties(folder);
    expect(Number(told.get('TRIMTAB::RECORDS_MISPLACED'))).toBeGreaterThan(1000);
    expect(new Set((await readEvents(folder)).get('0')?.map(said))).toEqual(new Set(['', 'enter a', 'leave a']));
  });

  it('that overlap without end make no more than a bounded archive', async () => {
    const facts = Array.from({ length: 40 }, (_, number) => `user ${number + 1} region 0 r${number + 1}`);
    const size = 8 << 20;
    const folder = await forged(
      (number) => [
        [ENTER, [0, 1 + (number % 40)], [0, 0]],
        [LEAVE, [0, 1 + ((number * 7) % 40)]],
      ],
      facts,
      size,
    );
    const { stdout } = await execa('du', ['-sb', folder]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(10 * size);
  });

  it('that share with ever more members end', async () => {
    const members = Array.from({ length: 200_000 }, () => '1 1').join(' ');
    const folder = await forged(
      () => [
        [ENTER, [0, 2], [0, 0]],
        [LEAVE, [0, 2]],
      ],
      ['user 1 entity 0 e', `user 2 shared 0 ${members}`, 'user 3 shared 0 3 1', 'user 4 shared 0 9 -1 nan'],
    );
    const { stdout } = await execa('otf2-print', ['-G', join(folder, 'traces.otf2')], { maxBuffer: 1 << 28 });
    expect(stdout.length).toBeLessThan(1 << 20);
  });
});
