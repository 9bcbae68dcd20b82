/** POP's efficiencies against published and worked numbers, and as they must be for any times. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ProcessTimes, threadTimes } from '../../src/analysis/efficiency/teams.js';
import {
  additive,
  type Efficiency,
  type EfficiencyName,
  type EfficiencyTimes,
  multiplicative,
  scaled,
} from '../../src/model/findings/efficiency.js';

const valuesOf = (rows: readonly Efficiency[]): Partial<Record<EfficiencyName, number>> =>
  Object.fromEntries(rows.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));

function timesOf(runTime: number, processes: readonly ProcessTimes[], idealTime?: number): EfficiencyTimes {
  const useful = processes.flatMap(({ serialUseful, inParallel }) =>
    inParallel.map((one, index) => (index === 0 ? serialUseful + one : one)),
  );
  return {
    ...{ runTime, processes: processes.length, threads: useful.length },
    averageUseful: useful.reduce((sum, one) => sum + one, 0) / useful.length,
    mostUseful: Math.max(...useful),
    teams: threadTimes(processes),
    ...(idealTime === undefined ? {} : { idealTime }),
  };
}

describe('efficiencies of a run', () => {
  it('are those that OTF-CPT published', () => {
    const found = valuesOf(
      multiplicative({
        ...{ runTime: 40.009749, processes: 1, threads: 1 },
        ...{ averageUseful: 32.554688, mostUseful: 33.338641, idealTime: 39.388323 },
      }),
    );
    expect(found.parallel_efficiency).toBeCloseTo(0.813669, 6);
    expect(found.load_balance).toBeCloseTo(0.976485, 6);
    expect(found.serialisation_efficiency).toBeCloseTo(0.846409, 6);
    expect(found.transfer_efficiency).toBeCloseTo(0.984468, 6);
  });

  it('are those of two processes with four threads each that were worked out by hand', () => {
    // Of 10 s the first one spends 1 s in serial code, 8 s in parallel regions and 1 s in MPI. The second one spends 2,
    // 4 and 4 s.
    const times = timesOf(10, [
      { serial: 1, serialUseful: 1, parallel: 8, inParallel: [7, 6, 6, 5] },
      { serial: 2, serialUseful: 2, parallel: 4, inParallel: [4, 4, 3, 3] },
    ]);
    const product = valuesOf(multiplicative(times));
    expect(product.parallel_efficiency).toBeCloseTo(0.5125, 12);
    expect(product.load_balance).toBeCloseTo(0.640625, 12);
    expect(product.communication_efficiency).toBeCloseTo(0.8, 12);
    expect(product.mpi_load_balance).toBeCloseTo(7.5 / 9, 12);
    expect(product.mpi_communication_efficiency).toBeCloseTo(0.9, 12);
    expect(product.omp_load_balance).toBeCloseTo(0.76875, 12);
    expect(product.omp_communication_efficiency).toBeCloseTo(8 / 9, 12);
    const sum = valuesOf(additive(times));
    expect(sum.process_efficiency).toBeCloseTo(0.75, 12);
    expect(sum.process_load_balance).toBeCloseTo(0.85, 12);
    expect(sum.process_communication_efficiency).toBeCloseTo(0.9, 12);
    expect(sum.thread_efficiency).toBeCloseTo(0.7625, 12);
    expect(sum.serial_region_efficiency).toBeCloseTo(0.8875, 12);
    expect(sum.parallel_region_efficiency).toBeCloseTo(0.875, 12);
    expect(sum).not.toHaveProperty('other_runtime_efficiency');
  });

  it('are omitted if unknown', () => {
    const rows = multiplicative({ runTime: 2, processes: 1, threads: 1, averageUseful: 1, mostUseful: 1 });
    expect(rows.filter(({ value }) => value === undefined).map(({ name }) => name)).toEqual([
      'serialisation_efficiency',
      'transfer_efficiency',
    ]);
    expect(multiplicative({ runTime: 1, processes: 1, threads: 1, averageUseful: 0, mostUseful: 0 })[1]?.value).toBe(
      undefined,
    );
  });
});

/** A process whose times fit into a run of 1 s: parts of serial code, of parallel regions, and of useful time therein. */
const share = fc.double({ min: 0, max: 1, noNaN: true });
const process: fc.Arbitrary<ProcessTimes> = fc
  .record({
    outside: share,
    parallel: share,
    serialUseful: share,
    inParallel: fc.array(share, { minLength: 1, maxLength: 5 }),
  })
  .map(({ outside, parallel, serialUseful, inParallel }) => ({
    serial: outside * (1 - parallel),
    serialUseful: outside * (1 - parallel) * serialUseful,
    parallel: outside * parallel,
    inParallel: inParallel.map((part) => part * outside * parallel),
  }));
const anyTimes = fc
  .record({ processes: fc.array(process, { minLength: 1, maxLength: 6 }), ideal: share })
  .map(({ processes, ideal }) => {
    const { mostUseful = 0 } = timesOf(1, processes);
    return timesOf(1, processes, mostUseful + ideal * (1 - mostUseful));
  });

/** Returns the rows directly below each row. */
function families(rows: readonly Efficiency[]): { parent: Efficiency; children: Efficiency[] }[] {
  return rows.map((parent, at) => {
    const rest = rows.slice(at + 1);
    const end = rest.findIndex(({ depth }) => depth <= parent.depth);
    const below = end < 0 ? rest : rest.slice(0, end);
    return { parent, children: below.filter(({ depth }) => depth === parent.depth + 1) };
  });
}

describe('efficiencies of any times', () => {
  it('multiply to the one above, level by level', () => {
    fc.assert(
      fc.property(anyTimes, (times) => {
        const value = valuesOf(multiplicative(times));
        fc.pre(Object.keys(value).length === 11);
        const product = (...names: EfficiencyName[]): number =>
          names.reduce((all, name) => all * (value[name] ?? NaN), 1);
        const whole = value.parallel_efficiency ?? NaN;
        expect(product('load_balance', 'communication_efficiency')).toBeCloseTo(whole, 9);
        expect(product('mpi_parallel_efficiency', 'omp_parallel_efficiency')).toBeCloseTo(whole, 9);
        expect(product('serialisation_efficiency', 'transfer_efficiency')).toBeCloseTo(
          value.communication_efficiency ?? NaN,
          9,
        );
        for (const level of ['mpi', 'omp'] as const)
          expect(product(`${level}_load_balance`, `${level}_communication_efficiency`)).toBeCloseTo(
            value[`${level}_parallel_efficiency`] ?? NaN,
            9,
          );
      }),
    );
  });

  it('have a loss equal to the sum of the losses below, if they are additive', () => {
    fc.assert(
      fc.property(anyTimes, fc.boolean(), (times, hasTeams) => {
        const { teams, ...alone } = times;
        for (const { parent, children } of families(additive(hasTeams && teams !== undefined ? times : alone))) {
          if (children.length === 0) continue;
          const lacking = children.reduce((sum, { value }) => sum + 1 - (value ?? NaN), 0);
          expect(lacking).toBeCloseTo(1 - (parent.value ?? NaN), 9);
        }
      }),
    );
  });

  it('are from 0 to 1; only the quotients of OpenMP may be more', () => {
    fc.assert(
      fc.property(anyTimes, (times) => {
        for (const { name, value } of [...multiplicative(times), ...additive(times)]) {
          if (value === undefined) continue;
          expect(value).toBeGreaterThanOrEqual(-1e-9);
          if (name !== 'omp_load_balance') expect(value, name).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});

describe('efficiencies of a study', () => {
  const reference: EfficiencyTimes = {
    ...{ runTime: 10, processes: 1, threads: 1, averageUseful: 10, mostUseful: 10 },
    ...{ instructions: 4e10, cycles: 2e10 },
  };
  // Four ranks: 12 s useful altogether, with a tenth more instructions at 1.76 per cycle and 25/12 GHz.
  const run: EfficiencyTimes = {
    ...{ runTime: 4, processes: 4, threads: 4, averageUseful: 3, mostUseful: 3.5 },
    ...{ instructions: 4.4e10, cycles: 2.5e10 },
  };

  it('compare the work of all threads with that of the reference', () => {
    const found = valuesOf(scaled(run, reference, 'strong'));
    expect(found.computation_scalability).toBeCloseTo(10 / 12, 12);
    expect(found.instruction_scalability).toBeCloseTo(1 / 1.1, 12);
    expect(found.ipc_scalability).toBeCloseTo(1.76 / 2, 12);
    expect(found.frequency_scalability).toBeCloseTo(25 / 12 / 2, 12);
    expect(found.global_efficiency).toBeCloseTo(0.75 * (10 / 12), 12);
    // Of a reference that is one thread all the time, global efficiency is speed-up over threads.
    expect(found.global_efficiency).toBeCloseTo(10 / 4 / 4, 12);
  });

  it('compare single threads where the work grows with them', () => {
    expect(valuesOf(scaled(run, reference, 'weak')).computation_scalability).toBeCloseTo(10 / 3, 12);
    expect(valuesOf(scaled(run, reference, 'weak')).instruction_scalability).toBeCloseTo(4 / 1.1, 12);
  });

  it('know nothing of instructions that were not counted', () => {
    const found = valuesOf(scaled({ ...run, instructions: 1 }, { ...reference, cycles: 0 }, 'strong'));
    expect(found).not.toHaveProperty('ipc_scalability');
    const { instructions, cycles, ...uncounted } = run;
    expect([instructions, cycles]).toEqual([4.4e10, 2.5e10]);
    expect(valuesOf(scaled(uncounted, reference, 'strong'))).not.toHaveProperty('instruction_scalability');
  });

  it('are the product of the scalabilities below', () => {
    const amount = fc.double({ min: 0.01, max: 100, noNaN: true });
    const counted = fc.record({
      ...{ runTime: fc.constant(1), processes: fc.constant(1), threads: fc.integer({ min: 1, max: 9 }) },
      ...{ averageUseful: amount, mostUseful: amount, instructions: amount, cycles: amount },
    });
    fc.assert(
      fc.property(counted, counted, fc.constantFrom('strong' as const, 'weak' as const), (one, other, scaling) => {
        const found = valuesOf(scaled(one, other, scaling));
        const product =
          (found.instruction_scalability ?? NaN) *
          (found.ipc_scalability ?? NaN) *
          (found.frequency_scalability ?? NaN);
        expect(product / (found.computation_scalability ?? NaN)).toBeCloseTo(1, 9);
      }),
    );
  });
});
