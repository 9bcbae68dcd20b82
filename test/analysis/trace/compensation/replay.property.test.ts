import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnalysisOptions,
  analyzeTrace,
  changedTrace,
  costsFor,
  readProcesses,
  type RunCosts,
} from '../../../../src/analysis/trace/index.js';
import { Rounds, isChange } from '../../../../src/analysis/trace/rounds.js';
import { processesOf } from '../../../../src/model/processes.js';
import type { Trace } from '../../../../src/model/trace.js';
import { type Costs, dilatedCosts, dilatedPrograms, DilatedRun, NO_COSTS } from '../../../support/dilatedProgram.js';
import { DilatedTeams, teamPrograms } from '../../../support/dilatedTeams.js';
import { eventTimes } from '../../../support/eventTimes.js';
import { expectSame } from '../../../support/expectSame.js';
import { contents } from '../../../support/parts.js';
import { rounds } from '../../../support/matrix.js';

const free = { pair: 0, within: 0 };

function runCosts({ functions, mpi, openMp, files }: Costs, processes: number): RunCosts {
  return {
    isGiven: false,
    byProcess: Array.from({ length: processes }, () => [free, functions, mpi, openMp, files] as const),
  };
}

/** Returns the trace that is searched after subtraction of measurement overhead. */
function compensated(trace: Trace, costs: RunCosts): Trace {
  const processes = processesOf(trace.definitions);
  const options: AnalysisOptions = { program: 'test', costs, correctClocks: false };
  const range = { from: 0, to: processes.locations.length };
  const found = new Rounds(trace, options).search(readProcesses(trace, processes, range, costsFor({}, costs)));
  if (!isChange(found)) throw new Error('nothing was compensated');
  return changedTrace(trace, processes, found.changes);
}

/** Times that are not those of the plain run to nine digits behind the point. */
function different(found: readonly (readonly number[])[], plain: readonly (readonly number[])[]): string[] {
  return found.flatMap((times, location) =>
    times.flatMap((time, event) => {
      const expected = plain[location]?.[event] ?? Number.NaN;
      return Math.abs(time - expected) < 0.5e-9 ? [] : [`${location} ${event}: ${time}, not ${expected}`];
    }),
  );
}

describe('compensation by replay', () => {
  it('restores the times of unmeasured programs', () => {
    fc.assert(
      fc.property(dilatedPrograms, dilatedCosts, (program, costs) => {
        const plain = eventTimes(new DilatedRun(program, NO_COSTS).builder.build());
        const found = eventTimes(
          compensated(new DilatedRun(program, costs).builder.build(), runCosts(costs, program.ranks)),
        );
        expect(different(found, plain)).toEqual([]);
      }),
      { numRuns: rounds(40, 1000) },
    );
  });

  it('restores the times of unmeasured teams of threads, with their barriers and locks', () => {
    fc.assert(
      fc.property(teamPrograms, dilatedCosts, (teams, { openMp, ...others }) => {
        // For OpenMP records, the part of their cost before their clock reading is unknown.
        const costs = { ...others, openMp: { pair: openMp.pair, within: openMp.pair / 2 } };
        const plain = eventTimes(new DilatedTeams(teams, NO_COSTS).builder.build());
        const found = eventTimes(compensated(new DilatedTeams(teams, costs).builder.build(), runCosts(costs, 1)));
        expect(different(found, plain)).toEqual([]);
      }),
      { numRuns: rounds(30, 1000) },
    );
  });

  it('changes nothing to the last bit where recording cost nothing', () => {
    fc.assert(
      fc.property(dilatedPrograms, dilatedCosts, (program, costs) => {
        const trace = new DilatedRun(
          { ...program, steps: program.steps.filter(({ kind }) => kind !== 'flush') },
          costs,
        );
        const none = runCosts(NO_COSTS, program.ranks);
        const built = trace.builder.build();
        expectSame(eventTimes(compensated(built, none)), eventTimes(built));
        const { report, ...rest } = analyzeTrace(built, { program: 'test', costs: none });
        const { compensation, ...others } = report;
        expect(compensation?.overhead).toBe(0);
        const measured = analyzeTrace(built, { program: 'test' });
        expectSame({ ...others, problems: measured.report.problems }, measured.report);
        expectSame(contents({ ...rest, report: measured.report }), contents(measured));
      }),
      { numRuns: rounds(10, 300) },
    );
  });
});
