/** Predicted run times, compared with those of programs that are executed with the changed durations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { predictRunTimes } from '../../../src/analysis/whatIf/index.js';
import type { Prediction, Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import {
  type DilatedProgram,
  callingPrograms,
  dilatedPrograms,
  DilatedRun,
  type DilatedStep,
  NO_COSTS,
  withCalls,
} from '../../support/dilatedProgram.js';
import { DilatedTeams, type TeamProgram, teamPrograms } from '../../support/dilatedTeams.js';
import { eventTimes } from '../../support/eventTimes.js';
import { rounds } from '../../support/matrix.js';

const runs = { numRuns: rounds(60, 1000) };

const traceOf = (program: DilatedProgram): Trace => new DilatedRun(program, NO_COSTS).builder.build();
const traceOfTeams = (teams: TeamProgram): Trace => new DilatedTeams(teams, NO_COSTS).builder.build();

function runTime(trace: Trace): number {
  const times = eventTimes(trace).flat();
  return Math.max(...times) - Math.min(...times);
}

/** Predicted with the waits that the analysis kept, and with those that are found again: both are equal. */
function predicted(trace: Trace, ...scenarios: Scenario[]): Prediction {
  const { replayed, ...analyzed } = analyzeTrace(trace, { program: 'test', correctClocks: false, replay: true });
  const again = predictRunTimes(trace, analyzed, { scenarios });
  if (replayed === undefined) throw new Error('the analysis kept no waits');
  const found = predictRunTimes(trace, { ...analyzed, replayed }, { scenarios });
  expect(found).toEqual(again);
  const last = found.predictions.at(-1);
  if (last === undefined) throw new Error('nothing was predicted');
  return last;
}

const factors = fc.integer({ min: 0, max: 200 }).map((hundredths) => hundredths / 100);

const COMMUNICATION: ReadonlySet<DilatedStep['kind']> = new Set(['message', 'wait', 'collective']);

describe('the predicted run time', () => {
  it('is that of the program with other times of a function', () => {
    fc.assert(
      fc.property(callingPrograms, factors, (program, factor) => {
        const { runTime: found } = predicted(traceOf(program), { kind: 'scale', region: 'tiny', factor });
        expect(found).toBeCloseTo(runTime(traceOf(withCalls(program, () => factor))), 9);
      }),
      runs,
    );
  });

  it('is that of the program with the time of a function balanced over the ranks that call it', () => {
    fc.assert(
      fc.property(callingPrograms, (program) => {
        const times = Array.from({ length: program.ranks }, (_, rank) =>
          program.steps.reduce(
            (sum, step) => (step.kind === 'calls' && step.rank === rank ? sum + step.count * step.seconds : sum),
            0,
          ),
        );
        const calling = times.filter((time) => time > 0);
        const mean = calling.reduce((sum, time) => sum + time, 0) / calling.length;
        const { runTime: found } = predicted(traceOf(program), { kind: 'balance', region: 'tiny' });
        const balanced = withCalls(program, (rank) => mean / (times[rank] ?? Number.NaN));
        expect(found).toBeCloseTo(runTime(traceOf(balanced)), 9);
      }),
      runs,
    );
  });

  it('is that of the program without time in communication', () => {
    fc.assert(
      fc.property(callingPrograms, (program) => {
        const steps = program.steps.map((step) => (COMMUNICATION.has(step.kind) ? { ...step, seconds: 0 } : step));
        const { runTime: found } = predicted(traceOf(program), { kind: 'network' });
        expect(found).toBeCloseTo(runTime(traceOf({ ...program, steps, lastWait: 0 })), 9);
      }),
      runs,
    );
  });

  it('is that of the program without time in file I/O', () => {
    const writing = dilatedPrograms.filter(({ steps }) => steps.some(({ kind }) => kind === 'writes'));
    fc.assert(
      fc.property(writing, (program) => {
        const steps = program.steps.map((step) => (step.kind === 'writes' ? { ...step, seconds: 0 } : step));
        const { runTime: found } = predicted(traceOf(program), { kind: 'io' });
        expect(found).toBeCloseTo(runTime(traceOf({ ...program, steps })), 9);
      }),
      runs,
    );
  });

  it('is that of teams whose serial code is shared by all threads', () => {
    const seconds = fc.integer({ min: 1, max: 3000 }).map((microseconds) => microseconds * 1e-6);
    fc.assert(
      fc.property(teamPrograms, fc.array(seconds, { minLength: 4, maxLength: 4 }), (teams, serial) => {
        const program = (share: number): Trace =>
          traceOfTeams(
            teams.map((steps, team) => [{ kind: 'serial', seconds: (serial[team] ?? 0) * share }, ...steps]),
          );
        const { runTime: found } = predicted(program(1), { kind: 'parallelize', region: 'serial' });
        expect(found).toBeCloseTo(runTime(program(1 / 3)), 9);
      }),
      runs,
    );
  });

  it('is that of teams of threads with other times of a function, with their barriers and locks', () => {
    const calling = teamPrograms.filter((teams) => teams.some((steps) => steps.some(({ kind }) => kind !== 'barrier')));
    fc.assert(
      fc.property(calling, factors, (teams, factor) => {
        const changed = teams.map((steps) =>
          steps.map((step) => {
            if (step.kind === 'calls') return { ...step, seconds: step.seconds * factor };
            return step.kind === 'lock' ? { ...step, held: step.held * factor } : step;
          }),
        );
        const { runTime: found } = predicted(traceOfTeams(teams), { kind: 'scale', region: 'tiny', factor });
        expect(found).toBeCloseTo(runTime(traceOfTeams(changed)), 9);
      }),
      runs,
    );
  });

  it('is the measured one to the last bit if nothing changes', () => {
    fc.assert(
      fc.property(callingPrograms, (program) => {
        const trace = traceOf(program);
        const { runTime: found, saved, changed } = predicted(trace, { kind: 'scale', region: 'tiny', factor: 1 });
        expect([found, saved, changed]).toEqual([runTime(trace), 0, 0]);
      }),
      runs,
    );
  });

  it('is the same if many scenarios are replayed together', () => {
    fc.assert(
      fc.property(callingPrograms, fc.array(factors, { minLength: 9, maxLength: 18 }), (program, several) => {
        const trace = traceOf(program);
        const scenarios = several.map((factor): Scenario => ({ kind: 'scale', region: 'tiny', factor }));
        const analyzed = analyzeTrace(trace, { program: 'test', correctClocks: false });
        const together = predictRunTimes(trace, analyzed, { scenarios }).predictions.slice(0, -1);
        expect(together).toEqual(scenarios.map((scenario) => predicted(trace, scenario)));
      }),
      { numRuns: rounds(10, 200) },
    );
  });

  it('never grows with a smaller factor', () => {
    fc.assert(
      fc.property(callingPrograms, factors, factors, (program, one, other) => {
        const trace = traceOf(program);
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const of = (factor: number): number => predicted(trace, { kind: 'scale', region: 'tiny', factor }).runTime;
        expect(of(less)).toBeLessThanOrEqual(of(more) + 1e-12);
      }),
      { numRuns: rounds(30, 500) },
    );
  });
});
