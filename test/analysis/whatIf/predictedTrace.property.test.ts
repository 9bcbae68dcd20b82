/** Events of predicted traces, compared with those of programs that are executed with the changed durations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { RunPredictor } from '../../../src/analysis/whatIf/index.js';
import type { Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import {
  type DilatedProgram,
  callingPrograms,
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

/** The predicted trace, and the predicted run time. */
function predicted(trace: Trace, ...scenarios: Scenario[]): { times: number[][]; runTime: number } {
  const analyzed = analyzeTrace(trace, { program: 'test', correctClocks: false, replay: true });
  const predictor = RunPredictor.read(trace, analyzed, scenarios);
  const times = eventTimes(predictor.predictedTrace(scenarios));
  const [prediction] = predictor.predict([scenarios]);
  return { times, runTime: prediction?.runTime ?? Number.NaN };
}

/** The largest difference of the times of two traces of the same events. */
function difference(one: number[][], other: number[][]): number {
  expect(one.map(({ length }) => length)).toEqual(other.map(({ length }) => length));
  const all = other.flat();
  return one.flat().reduce((most, time, at) => Math.max(most, Math.abs(time - (all[at] ?? Number.NaN))), 0);
}

const spanOf = (times: number[][]): number =>
  times.flat().reduce((latest, time) => Math.max(latest, time), 0) -
  times.flat().reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY);

const isOrdered = (times: number[][]): boolean =>
  times.every((own) => own.every((time, at) => at === 0 || time >= (own[at - 1] ?? 0)));

/** The program with time between its calls: a delay begins at a time, which no other event must have. */
function withGaps(program: DilatedProgram): DilatedProgram {
  const gap = (rank: number): DilatedStep => ({ kind: 'compute', rank, seconds: 1e-6 });
  const ranks = Array.from({ length: program.ranks }, (_, rank) => rank);
  return { ...program, lastCompute: 1e-6, steps: program.steps.flatMap((step) => [step, ...ranks.map(gap)]) };
}

const factors = fc.integer({ min: 0, max: 200 }).map((hundredths) => hundredths / 100);

describe('each event of a predicted trace', () => {
  it('has the time that it has in the program with other times of a function', () => {
    fc.assert(
      fc.property(callingPrograms, factors, (program, factor) => {
        const { times, runTime } = predicted(traceOf(program), { kind: 'scale', region: 'tiny', factor });
        expect(difference(times, eventTimes(traceOf(withCalls(program, () => factor))))).toBeLessThan(1e-9);
        expect(spanOf(times)).toBeCloseTo(runTime, 9);
      }),
      runs,
    );
  });

  it('has the time that it has in the program without time in communication', () => {
    const communication = new Set(['message', 'wait', 'collective']);
    fc.assert(
      fc.property(callingPrograms, (program) => {
        const steps = program.steps.map((step) => (communication.has(step.kind) ? { ...step, seconds: 0 } : step));
        const { times } = predicted(traceOf(program), { kind: 'network' });
        const executed = eventTimes(traceOf({ ...program, steps, lastWait: 0 }));
        expect(difference(times, executed)).toBeLessThan(1e-9);
      }),
      runs,
    );
  });

  it('has the time that it has in the program whose waits are overlapped, up to the next use of data', () => {
    const region = fc.constantFrom('MPI_Recv', 'MPI_Waitall', 'MPI_Allreduce');
    fc.assert(
      fc.property(callingPrograms, region, (program, name) => {
        const apart = withGaps(program);
        const trace = traceOf(apart);
        fc.pre(trace.definitions.regions.some((one) => one.name === name));
        const { times, runTime } = predicted(trace, { kind: 'overlap', region: name });
        const executed = eventTimes(traceOf({ ...apart, overlapped: [name] }));
        expect(difference(times, executed)).toBeLessThan(1e-9);
        expect(spanOf(times)).toBeCloseTo(runTime, 9);
      }),
      runs,
    );
  });

  it('has the time that it has in teams of threads with other times of a function', () => {
    const calling = teamPrograms.filter((teams) => teams.some((steps) => steps.some(({ kind }) => kind !== 'barrier')));
    fc.assert(
      fc.property(calling, factors, (teams, factor) => {
        const changed = teams.map((steps) =>
          steps.map((step) => {
            if (step.kind === 'calls') return { ...step, seconds: step.seconds * factor };
            return step.kind === 'lock' ? { ...step, held: step.held * factor } : step;
          }),
        );
        const { times } = predicted(traceOfTeams(teams), { kind: 'scale', region: 'tiny', factor });
        expect(difference(times, eventTimes(traceOfTeams(changed)))).toBeLessThan(1e-9);
      }),
      runs,
    );
  });

  it('has its measured time to the last bit if nothing changes', () => {
    fc.assert(
      fc.property(callingPrograms, (program) => {
        const trace = traceOf(program);
        expect(predicted(trace, { kind: 'scale', region: 'tiny', factor: 1 }).times).toEqual(eventTimes(trace));
      }),
      runs,
    );
  });

  it('keeps its order where threads share their work, and the trace ends as predicted', () => {
    fc.assert(
      fc.property(teamPrograms, factors, (teams, factor) => {
        const scenarios: Scenario[] = [{ kind: 'teams' }];
        const hasCalls = teams.some((steps) => steps.some(({ kind }) => kind !== 'barrier'));
        if (hasCalls) scenarios.unshift({ kind: 'scale', region: 'tiny', factor });
        const { times, runTime } = predicted(traceOfTeams(teams), ...scenarios);
        expect(isOrdered(times)).toBe(true);
        expect(spanOf(times)).toBeCloseTo(runTime, 9);
      }),
      runs,
    );
  });
});

describe('threads that share their work', () => {
  it('arrive at the barrier together, each with its calls shortened or lengthened alike', () => {
    const calls = (thread: number, seconds: number) => ({ kind: 'calls', thread, count: 2, seconds }) as const;
    const trace = traceOfTeams([[calls(0, 1), calls(1, 2), calls(2, 3), { kind: 'barrier', seconds: 0 }]]);
    const { times } = predicted(trace, { kind: 'teams' });
    // Both calls of each thread take two seconds: six of twelve per thread, after a fork at 0.
    for (const own of times) {
      const long = own.slice(1).map((time, at) => time - (own[at] ?? 0));
      expect(long.filter((seconds) => seconds > 0.5).map((seconds) => Number(seconds.toFixed(4)))).toEqual([2, 2]);
    }
  });
});
