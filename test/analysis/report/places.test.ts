import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { isSystemFile } from '../../../src/analysis/callPaths/systemFiles.js';
import type { FindingsReport } from '../../../src/model/findings/findings.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

describe('sources of the system', () => {
  it.each([
    ['/usr/include/c++/12/bits/stl_algo.h', true],
    ['./stdlib/msort.c', true],
    ['../sysdeps/x86_64/multiarch/memmove.S', true],
    ['/build/reproducible-path/glibc-2.36/stdlib/msort.c', true],
    ['/opt/gcc-12.2.0/libgomp/team.c', true],
    ['/opt/spack/opt/gcc/include/c++/12/vector', true],
    ['/home/u/amg/parcsr_mv/mpistubs.c', false],
    ['/home/u/glib/stdlib/msort.c', false],
    ['stdlib/sort.c', false],
    ['./src/main.c', false],
    ['/home/usr/include/a.h', false],
  ])('%s: %s', (path, isOne) => {
    expect(isSystemFile(path)).toBe(isOne);
  });
});

/** Two ranks that meet in a call of MPI which `caller` makes at line 7 of `file`, itself called from line 70 of app.c. */
function meeting(caller: string, file: string, { also = '', at = '/src/app.c' } = {}): FindingsReport {
  const builder = new TraceBuilder();
  builder.region('main', { file: '/src/app.c', beginLine: 1, endLine: 90 });
  builder.region(caller, { file, beginLine: 5, endLine: 9 });
  const outer = builder.site(at, 70);
  const inner = builder.site(file, 7);
  const writers = [builder.process()[0], builder.process()[0]];
  const world = builder.communicator([0, 1]);
  writers.forEach((writer, rank) => {
    writer.enter(0, 'main').enter(1 + 4 * rank, caller, outer);
    if (also !== '') writer.enter(1 + 4 * rank, also).leave(1.5 + 4 * rank, also);
    writer
      .enter(2 + 4 * rank, 'MPI_Barrier', inner)
      .collectiveEnd(8, world, 0)
      .leave(8, 'MPI_Barrier');
    writer.leave(8, caller).leave(10, 'main');
  });
  return analyzeTrace(builder.build(), { program: 'test' }).report;
}

const waitsAt = ({ findings }: FindingsReport): unknown =>
  findings.find(({ property }) => property === 'mpi_barrier_wait')?.place;

describe('the line of a finding', () => {
  it('is that of the caller where a function only passes the call on to MPI', () => {
    const report = meeting('hypre_MPI_Barrier', '/src/mpistubs.c');
    expect(waitsAt(report)).toEqual({ file: '/src/app.c', line: 70 });
    // The waiting of the line is included too, as exclusive.
    const line = report.lines.find(({ place }) => place.line === 70);
    expect(line?.properties?.find(({ property }) => property === 'mpi_barrier_wait')?.own).toBeGreaterThan(0);
  });

  it('stays where the call is made by a function that does more, or has another name', () => {
    const inside = { file: '/src/mpistubs.c', line: 7 };
    expect(waitsAt(meeting('hypre_MPI_Barrier', inside.file, { also: 'log' }))).toEqual(inside);
    expect(waitsAt(meeting('synchronize', inside.file))).toEqual(inside);
  });

  it('is never in a source of the system', () => {
    expect(waitsAt(meeting('qsort_r', './stdlib/msort.c'))).toEqual({ file: '/src/app.c', line: 70 });
    const deep = meeting('qsort_r', './stdlib/msort.c', { at: '/usr/include/stdlib.h' });
    expect(waitsAt(deep)).toEqual({ file: '/src/app.c', line: 1 });
    expect(deep.lines.every(({ place }) => place.file === '/src/app.c')).toBe(true);
  });
});

describe('the flat profile', () => {
  it('has the exclusive time of each region, over all call paths, the largest first', () => {
    const builder = new TraceBuilder();
    builder.region('work', { file: '/src/app.c', beginLine: 5, endLine: 9 });
    const [writer] = builder.process();
    writer.enter(0, 'main').enter(1, 'work').enter(2, 'MPI_Send').leave(5, 'MPI_Send').leave(7, 'work');
    writer.enter(7, 'other').enter(7, 'work').leave(9, 'work').leave(9, 'other').leave(10, 'main');
    const { profile, totalTime } = analyzeTrace(builder.build(), { program: 'test' }).report;
    expect(profile).toEqual([
      { region: 'work', place: { file: '/src/app.c', line: 5 }, visits: 2, exclusive: 5, share: 0.5 },
      { region: 'MPI_Send', visits: 1, exclusive: 3, share: 0.3 },
      { region: 'main', visits: 1, exclusive: 2, share: 0.2 },
    ]);
    expect(totalTime).toBe(10);
  });
});
