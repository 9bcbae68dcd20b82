/** Bounds from sums, compared with the predictions from events. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { boundRunTimes, predictRunTimes } from '../../../src/analysis/whatIf/index.js';
import { TrimtabError } from '../../../src/base/problem.js';
import type { Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import { callingPrograms, DilatedRun, type DilatedStep, NO_COSTS } from '../../support/dilatedProgram.js';
import { DilatedTeams, teamPrograms } from '../../support/dilatedTeams.js';
import { rounds } from '../../support/matrix.js';

const runs = { numRuns: rounds(60, 1000) };
const calls = (rank: number, seconds: number): DilatedStep => ({ kind: 'calls', rank, count: 1, seconds });
const barrier: DilatedStep = { kind: 'collective', name: 'MPI_Barrier', root: 0, seconds: 0.5 };
const traceOf = (ranks: number, steps: readonly DilatedStep[]): Trace =>
  new DilatedRun({ ranks, steps }, NO_COSTS).builder.build();

/** Bounds as a profile of the same run has them. */
function bounds(trace: Trace, ...scenarios: Scenario[]) {
  const { space, report } = analyzeTrace(trace, { program: 'test', correctClocks: false });
  return boundRunTimes(trace.definitions, { space, report }, scenarios).bounds;
}

function rounded(trace: Trace, scenario: Scenario): number[] {
  return bounds(trace, scenario).flatMap(({ least, most }) => [least, most].map((value) => Number(value.toFixed(9))));
}

const scenarios = fc.oneof(
  fc
    .integer({ min: 0, max: 200 })
    .map((percent): Scenario => ({ kind: 'scale', region: 'tiny', factor: percent / 100 })),
  fc.constant<Scenario>({ kind: 'balance', region: 'tiny' }),
);

function expectWithin(trace: Trace, scenario: Scenario): void {
  const [bound] = bounds(trace, scenario);
  const analyzed = analyzeTrace(trace, { program: 'test', correctClocks: false });
  const [prediction] = predictRunTimes(trace, analyzed, { scenarios: [scenario] }).predictions;
  expect(prediction?.saved).toBeGreaterThanOrEqual((bound?.least ?? Number.NaN) - 1e-9);
  expect(prediction?.saved).toBeLessThanOrEqual((bound?.most ?? Number.NaN) + 1e-9);
}

describe('bounds of gains', () => {
  it('contain the predictions of MPI programs', () => {
    fc.assert(
      fc.property(callingPrograms, scenarios, (program, scenario) =>
        expectWithin(new DilatedRun(program, NO_COSTS).builder.build(), scenario),
      ),
      runs,
    );
  });

  it('contain the predictions of teams of threads', () => {
    const teams = teamPrograms.filter((program) => program.flat().some(({ kind }) => kind === 'calls'));
    fc.assert(
      fc.property(teams, scenarios, (program, scenario) =>
        expectWithin(new DilatedTeams(program, NO_COSTS).builder.build(), scenario),
      ),
      runs,
    );
  });

  it('are those of the rank that computes longest, or of all the time that changes', () => {
    // The other rank computes for 1 s.
    const late = traceOf(2, [calls(0, 4), calls(1, 1), barrier]);
    expect(rounded(late, { kind: 'scale', region: 'tiny', factor: 0.5 })).toEqual([0, 2.5]);
    expect(rounded(late, { kind: 'balance', region: 'tiny' })).toEqual([-1.5, 1.5]);
  });

  it('are one value for a single location', () => {
    expect(rounded(traceOf(1, [calls(0, 4)]), { kind: 'scale', region: 'tiny', factor: 0.25 })).toEqual([3, 3]);
  });

  it('are refused for changes that need events', () => {
    const trace = traceOf(2, [calls(0, 1), barrier]);
    expect(() => bounds(trace, { kind: 'network' })).toThrow(
      new TrimtabError(
        'Profiles have bounds for --scale and --balance only: other changes need the events of a trace.',
      ),
    );
  });
});
