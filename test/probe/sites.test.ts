import { execa } from 'execa';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { combinations, usually } from '../support/matrix.js';
import { openRegions, readDefinitions, readEvents, regionOf, type Event } from './archive.js';
import {
  build,
  COMPILERS_HOOKS,
  environment,
  fortranMpis,
  fresh,
  marked,
  type Mpi,
  mpis,
  patient,
  prepare,
  programs,
  run,
  wrapper,
} from './support.js';

/** "REGION file:line" of every ENTER, with "-" for no line. */
function sitesOf(events: readonly Event[] | undefined): string[] {
  return (events ?? [])
    .filter(({ kind }) => kind === 'ENTER')
    .map((event) => `${regionOf(event)} ${event.site === undefined ? '-' : basename(event.site)}`);
}

function site(source: string, region: string, mark: string): string {
  return `${region} ${source}:${marked(source, mark)}`;
}

const FORTRAN_LEVELS = combinations(
  fortranMpis.flatMap((mpi) => ['-O0', '-O2', '-O3'].map((level) => [mpi, level] as const)),
);

describe('call sites of Fortran', patient, () => {
  beforeAll(() => Promise.all(fortranMpis.map(prepare)));

  const sitesOfRanks = async (mpi: Mpi, source: string, flags: readonly string[]) => {
    const { folder } = await run(mpi, await build(mpi, source, flags), { env: { OMP_NUM_THREADS: '2' } });
    const events = await readEvents(folder);
    return ['0', '1'].map((rank) => sitesOf(events.get(rank)));
  };

  it.each(FORTRAN_LEVELS)('are the first lines of continued calls, each its own (%s %s)', async (mpi, level) => {
    const source = 'fortran_lines.f90';
    const ranks = await sitesOfRanks(mpi, source, [level, '-fopenmp']);
    const at = (region: string, mark: string) => site(source, region, mark);
    for (const found of ranks) {
      expect(found.filter((text) => text.startsWith('MPI_Waitall'))).toEqual([
        at('MPI_Waitall', 'first waitall'),
        at('MPI_Waitall', 'second waitall'),
      ]);
      expect(found).toEqual(
        expect.arrayContaining([
          at('exchange_mod::exchange', 'exchange'),
          at('exchange_mod::total', 'total'),
          at('MPI_Allreduce', 'allreduce'),
          at('MPI_Barrier', 'barrier'),
          at('MPI_Finalize', 'finalize'),
        ]),
      );
      expect(found.some((text) => text.startsWith(`!$omp parallel @${source}:${marked(source, 'parallel')} `))).toBe(
        true,
      );
    }
    expect(ranks[0]).toContain(at('MPI_Send', 'send'));
    expect(ranks[1]).toContain(at('MPI_Recv', 'recv'));
  });

  it.each(usually(fortranMpis, 'mpich'))(
    'are the first lines of continued calls in fixed form too (%s)',
    async (mpi) => {
      const source = 'fortran_fixed.f';
      const [found] = await sitesOfRanks(mpi, source, ['-O1']);
      expect(found).toContain(site(source, 'MPI_Allreduce', 'allreduce'));
      expect(found).toContain(site(source, 'MPI_Finalize', 'finalize'));
    },
  );

  it.each(usually(fortranMpis, 'openmpi'))('are right or none if the compiler emits wrong ones (%s)', async (mpi) => {
    const source = 'fortran_wrong.F90';
    const [found] = await sitesOfRanks(mpi, source, ['-O0']);
    expect(found?.filter((text) => /^(MPI_(Barrier|Finalize)|once|twice) /.test(text))).toEqual([
      site(source, 'once', 'call of once'),
      site(source, 'MPI_Barrier', 'once'),
      site(source, 'twice', 'call of twice'),
      'MPI_Barrier -',
      'MPI_Barrier -',
      site(source, 'MPI_Finalize', 'finalize'),
    ]);
  });
});

describe.each(usually(mpis, 'mpich'))('call sites with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it.each([['-O0'], ['-O2'], ['-O2', '-no-pie'], ['-O2', '-fsanitize=undefined']])(
    'are the lines of the calls (%s %s)',
    async (...flags) => {
      const { folder, remarks } = await run(mpi, await build(mpi, 'sites.c', flags, COMPILERS_HOOKS));
      expect(remarks).toEqual([]);
      const events = (await readEvents(folder)).get('0') ?? [];
      const barrier = (mark: string) => site('sites.c', 'MPI_Barrier', mark);
      const found = sitesOf(events);
      // The barrier of several lines may be given as any of them, by compiler.
      const several = elementAt(
        found.filter((text) => text.startsWith('MPI_Barrier')),
        2,
      );
      // With optimization the function is inlined into itself.
      const recursion = site('sites.c', 'recursive', 'recursive in recursive');
      expect(found).toEqual([
        'main -',
        site('sites.c', 'MPI_Init', 'init'),
        site('sites.c', 'MPI_Comm_rank', 'rank'),
        site('sites.c', 'inlined', 'inlined'),
        barrier('barrier in inlined'),
        site('sites.c', 'recursive', 'recursive'),
        recursion,
        recursion,
        site('sites.c', 'left_by_longjmp', 'left_by_longjmp'),
        site('sites.c', 'jumps', 'jumps'),
        site('sites.c', 'tail', 'tail'),
        barrier('barrier in tail'),
        several,
        site('sites.c', 'MPI_Finalize', 'finalize'),
      ]);
      const line = Number(/:(\d+)$/.exec(several)?.[1]);
      expect(line - marked('sites.c', 'tail')).toBeGreaterThanOrEqual(1);
      expect(line - marked('sites.c', 'tail')).toBeLessThanOrEqual(2);
      expect(openRegions(events)).toEqual([]);
    },
  );

  it.each(['-O0', '-O1', '-O2', '-O3'])('of functions that are inlined are those of the source (%s)', async (level) => {
    const source = 'inlined.cpp';
    const { folder, remarks } = await run(mpi, await build(mpi, source, [level], COMPILERS_HOOKS));
    expect(remarks).toEqual([]);
    const all = sitesOf((await readEvents(folder)).get('0'));
    // Open MPI's C++ bindings call MPI before main.
    const found = all.slice(all.indexOf('main -'));
    const at = (region: string, mark: string) => site(source, region, mark);
    const named = (region: string) => `(anonymous namespace)::${region}`;
    // If the algorithm of the standard library is not inlined, the call is in its header.
    const lambda = found.filter((text) => text.includes('lambda'));
    expect(lambda).toEqual([
      expect.stringContaining(level === '-O0' ? '.h:' : `inlined.cpp:${marked(source, 'lambda')}`),
    ]);
    expect(found.filter((text) => !text.includes('lambda'))).toEqual([
      'main -',
      expect.stringMatching(/^MPI_Init /),
      at(named('step(int)'), 'step'),
      at(named('synchronise(int)'), 'synchronise'),
      at('MPI_Barrier', 'barrier'),
      at(named('Field<int>::twice() const'), 'twice of int'),
      at(named('Field<double>::twice() const'), 'twice of double'),
      at(named('Field<double>::twice() const'), 'twice in lambda'),
      at(named('descend(int)'), 'descend in main'),
      at(named('factorial(int)'), 'factorial'),
      at(named('descend(int)'), 'descend'),
      at(named('factorial(int)'), 'factorial'),
      at(named('descend(int)'), 'descend'),
      expect.stringMatching(/^MPI_Finalize /),
    ]);
  });

  it('of inlined functions come with the names of these, without calls or times of theirs', async () => {
    const { folder } = await run(mpi, await build(mpi, 'sites.c', ['-O2']));
    const inlined = async (trace: string) => {
      const { stdout } = await execa('otf2-print', ['-A', join(trace, 'traces.otf2')]);
      return [...stdout.matchAll(/(\d+)\t\/\S+\/([^\t/]+\t.*)/g)].map(([, line, names]) => `${line} ${names}`);
    };
    expect(await inlined(folder)).toEqual(
      expect.arrayContaining([
        `${marked('sites.c', 'barrier in inlined')} sites.c\tmain\tinlined`,
        `${marked('sites.c', 'barrier in tail')} sites.c\tmain\ttail`,
      ]),
    );
    const entered = sitesOf((await readEvents(folder)).get('0'));
    expect(entered).toContain(site('sites.c', 'MPI_Barrier', 'barrier in inlined'));
    expect(entered.filter((text) => /^(inlined|tail) /.test(text))).toEqual([]);
    // Those without a linkage name too, for which the tool gives the name around them when it meets them first.
    const inCxx = await run(mpi, await build(mpi, 'inlined.cpp', ['-O2']));
    expect(await inlined(inCxx.folder)).toContain(
      `${marked('inlined.cpp', 'barrier')} inlined.cpp\tmain\tstep\tsynchronise`,
    );
  });

  it('are known from whichever folder the program was compiled in, with . and .. taken out', async () => {
    const program = fresh('relative');
    await execa(wrapper, [`mpicc.${mpi}`, '-o', program, '../programs/endings.c'], {
      cwd: programs,
      env: environment,
    });
    const { folder } = await run(mpi, program);
    const regions = await readDefinitions(folder, 'REGION');
    expect(regions.find((line) => line.includes('Name: "work"'))).toContain(`File: "${programs}/endings.c"`);
  });

  it('has the readable and the raw names of C++ functions, and survives their exceptions', async () => {
    const { folder, remarks } = await run(mpi, await build(mpi, 'cxx.cpp'));
    expect(remarks).toEqual([]);
    const regions = await readDefinitions(folder, 'REGION');
    expect(regions.some((line) => /Name: "solver::fails\(int\)" <\d+> \(Aka. "_ZN6solver5failsEi"/.test(line))).toBe(
      true,
    );
    expect(regions.some((line) => line.includes('Name: "solver::Field<double>::total() const"'))).toBe(true);
    expect(regions.filter((line) => line.includes('File: "/usr/'))).toEqual([]);
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(openRegions(events)).toEqual([]);
    expect(sitesOf(events).filter((text) => text.startsWith('MPI_Barrier'))).toHaveLength(1);
  });
});

describe.each(usually(fortranMpis, 'openmpi'))('Fortran with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('records the module mpi once, with names, lines and bytes', async () => {
    const source = 'fortran_mpi.f90';
    const { folder, remarks } = await run(mpi, await build(mpi, source));
    expect(remarks).toEqual([]);
    const events = (await readEvents(folder)).get('0') ?? [];
    const found = sitesOf(events).filter((text) => !text.endsWith(' -'));
    expect(found).toEqual(
      expect.arrayContaining([
        site(source, 'halo::swap', 'swap'),
        site(source, 'MPI_Irecv', 'irecv'),
        site(source, 'MPI_Isend', 'isend'),
        site(source, 'MPI_Waitall', 'waitall'),
        site(source, 'MPI_Allreduce', 'allreduce'),
      ]),
    );
    expect(sitesOf(events).map((text) => text.split(' ')[0])).toEqual([
      ...['main', 'MAIN', 'MPI_Init', 'MPI_Comm_rank', 'MPI_Comm_size', 'halo::swap', 'MPI_Sendrecv', 'MPI_Irecv'],
      ...['MPI_Isend', 'MPI_Waitall', 'MPI_Allreduce', 'in_place', 'MPI_Allreduce', 'MPI_Wtime', 'MPI_Comm_dup'],
      ...['MPI_Comm_set_name', 'MPI_Barrier', 'MPI_Finalize'],
    ]);
    const sent = events
      .filter(({ kind }) => kind === 'MPI_COLLECTIVE_END')
      .map(({ text }) => /Sent: (\d+)/.exec(text)?.[1]);
    // MPI_Init, Allreduce of one double on two ranks, the same in place, dup, barrier, finalize.
    expect(sent).toEqual(['0', '16', '8', '0', '0', '0']);
    expect(events.filter(({ text }) => text.includes('"a copy"'))).not.toEqual([]);
  });

  it.each(['-O0', '-O2', '-O3'])('gives procedures of modules and programs their call sites (%s)', async (level) => {
    const source = 'inlined.f90';
    const { folder, remarks } = await run(mpi, await build(mpi, source, [level], COMPILERS_HOOKS));
    expect(remarks).toEqual([]);
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(openRegions(events)).toEqual([]);
    expect(sitesOf(events).filter((text) => !/^(main|MAIN|MPI_)/.test(text))).toEqual([
      site(source, 'once', 'once'),
      site(source, 'solver::relax', 'relax'),
      site(source, 'solver::smooth', 'smooth'),
      site(source, 'solver::descend', 'descend in once'),
      site(source, 'solver::descend', 'descend'),
      site(source, 'solver::descend', 'descend'),
    ]);
  });

  it('records the module mpi_f08 once', async () => {
    const source = 'fortran_f08.f90';
    const { folder, remarks } = await run(mpi, await build(mpi, source));
    expect(remarks).toEqual([]);
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(sitesOf(events)).toEqual(
      expect.arrayContaining(
        [
          ['MPI_Irecv', 'irecv'],
          ['MPI_Isend', 'isend'],
          ['MPI_Waitall', 'waitall'],
          ['MPI_Allreduce', 'allreduce'],
        ].map(([region = '', mark = '']) => site(source, region, mark)),
      ),
    );
    expect(events.filter(({ kind }) => /^MPI_I?(SEND|RECV)/.test(kind)).map(({ kind }) => kind)).toEqual([
      ...['MPI_IRECV_REQUEST', 'MPI_ISEND', 'MPI_IRECV', 'MPI_ISEND_COMPLETE', 'MPI_SEND', 'MPI_RECV'],
    ]);
  });

  it('records mpif.h once, with the actual source and tag of wildcards', async () => {
    const { folder, remarks } = await run(mpi, await build(mpi, 'fortran_mpif.f'));
    expect(remarks).toEqual([]);
    const events = await readEvents(folder);
    const messages = (rank: string) =>
      (events.get(rank) ?? []).filter(({ kind }) => /^MPI_(SEND|RECV)$/.test(kind)).map(({ text }) => text);
    expect(messages('0')).toEqual(['Receiver: 1, Communicator: "MPI_COMM_WORLD", Tag: 7, Length: 16']);
    expect(messages('1')).toEqual(['Sender: 0, Communicator: "MPI_COMM_WORLD", Tag: 7, Length: 16']);
  });
});
