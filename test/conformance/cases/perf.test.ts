/** Recordings of perf with known results. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flatOf, profileAt, reportOf, totalOf } from '../../formats/stacks/support.js';
import { sharedCases } from '../../support/sharedCases.js';

const folder = sharedCases();
const at = (...names: string[]) => profileAt(join(folder ?? '', ...names));

/** Exclusive values by function, excluding those without any. */
function own(...names: string[]): Record<string, number> {
  const rows = [...flatOf(at(...names))].filter(([, { exclusive }]) => exclusive > 0);
  return Object.fromEntries(rows.map(([name, { exclusive }]) => [name, Number(exclusive.toPrecision(6))]));
}

const run = (...names: string[]) => {
  const { span, totalTime, processes, findings, main } = reportOf(at(...names));
  return {
    span: Number(span.toPrecision(6)),
    totalTime: Number(totalTime.toPrecision(6)),
    processes,
    imbalances: findings.filter(({ title }) => title.includes('Imbalance')).length,
    ...(main === undefined ? {} : { main: [main.name, main.total] }),
  };
};

describe.skipIf(folder === undefined)('a recording of the whole system', () => {
  it.each(['idle-cpus', 'idle-cpus-no-period'])('has no idle CPUs: %s', (name) => {
    const file = `${name}.perf`;
    expect(run('perf-system-wide', file)).toEqual({ span: 0.04, totalTime: 0.04, processes: 1, imbalances: 0 });
    expect(own('perf-system-wide', file)).toEqual({ flux_pass: 0.03, rim_swap: 0.01 });
    const problems = at('perf-system-wide', file).problems.map(({ message }) => message);
    const idle = name === 'idle-cpus' ? '8 samples of idle CPUs (80.0 ms)' : '12 samples of idle CPUs (120 ms)';
    expect(problems).toContainEqual(expect.stringContaining(idle));
  });

  it('has no other programs', () => {
    const file = ['perf-system-wide', 'other-programs.perf'];
    expect(run(...file)).toEqual({ span: 0.04, totalTime: 0.08, processes: 2, imbalances: 0 });
    expect(own(...file)).toEqual({ flux_pass: 0.06, rim_swap: 0.02 });
    expect(at(...file).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('2 other programs are excluded: kelpwatch 10.0 ms, perf 10.0 ms.'),
    ]);
  });

  it('of one program has all of its processes', () => {
    const file = ['controls', 'a-one-program.perf'];
    expect(run(...file)).toMatchObject({ span: 0.04, totalTime: 0.07, processes: 2 });
    expect(own(...file)).toEqual({ flux_pass: 0.06, rim_swap: 0.01 });
  });
});

describe.skipIf(folder === undefined)('a recording without time', () => {
  it.each([
    ['perf-other-events/page-faults.perf', 'page-faults', { grow_table: 50, load_mesh: 10 }, 2],
    ['perf-other-events/cache-misses.perf', 'cache-misses', { gather_rows: 40_028, sum_rows: 10_007 }, 1],
    ['perf-untimed/no-times.perf', 'samples', { flux_pass: 4, rim_swap: 2 }, 1],
    ['perf-untimed/no-times.txt', 'samples', { flux_pass: 4, rim_swap: 2 }, 1],
    ['perf-flush-left/no-indent-no-times.perf', 'samples', { flux_pass: 2, rim_swap: 1 }, 1],
  ])('is ranked by its event: %s', (file, name, values, processes) => {
    const total = Object.values(values).reduce((sum, value) => sum + value, 0);
    expect(run(file)).toEqual({ span: 0, totalTime: 0, processes, imbalances: 0, main: [name, total] });
    expect(own(file)).toEqual(values);
  });

  it('has the amounts of each process', () => {
    const { findings } = reportOf(at('perf-other-events', 'page-faults.perf'));
    const sums = new Map<string, number>();
    for (const { locations } of findings)
      for (const share of locations) sums.set(share.name, (sums.get(share.name) ?? 0) + share.seconds);
    expect([...sums.values()].sort()).toEqual([21, 39]);
  });
});

describe.skipIf(folder === undefined)('a recording of cycles', () => {
  it('weighs samples by their periods', () => {
    const file = ['perf-periods', 'frequency.perf'];
    expect(run(...file)).toMatchObject({ span: 0.003, totalTime: 0.003 });
    expect(own(...file)).toEqual({ flux_pass: 0.0029985, open_deck: 0.0000015 });
    expect(totalOf(at(...file), 'cycles')).toBe(6_000_000);
  });

  it('adds the times of all kinds of cores', () => {
    const file = ['perf-hybrid', 'p-and-e-cores.perf'];
    expect(run(...file)).toMatchObject({ span: 0.004, totalTime: 0.007 });
    expect(own(...file)).toEqual({ sweep_even: 0.004, sweep_odd: 0.003 });
    const profile = at(...file);
    expect(totalOf(profile, 'samples')).toBe(7);
    expect(totalOf(profile, 'cpu_core/cycles/')).toBe(8_000_000);
    expect(totalOf(profile, 'cpu_atom/cycles/')).toBe(3_000_000);
  });
});

it.skipIf(folder === undefined)('frames without indentation are frames', () => {
  const file = ['perf-flush-left', 'no-indent.perf'];
  expect(run(...file)).toMatchObject({ span: 0.03, totalTime: 0.03 });
  expect(own(...file)).toEqual({ flux_pass: 0.02, rim_swap: 0.01 });
  expect(flatOf(at(...file)).get('main')?.inclusive).toBeCloseTo(0.03, 12);
  expect(at(...file).problems.filter(({ level }) => level === 'warning')).toEqual([]);
});
