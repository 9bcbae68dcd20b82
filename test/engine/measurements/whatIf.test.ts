/** Predicted run times, asked of an open experiment. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { predictRunTimes, suitableScenarios } from '../../../src/analysis/whatIf/index.js';
import { CancelledError } from '../../../src/base/problem.js';
import { whatIf } from '../../../src/engine/measurements/answers/whatIf.js';
import { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { type Experiment, ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { writeTimeline } from '../../../src/experiments/files/timelineFile.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import type { FindingsReport } from '../../../src/model/findings/findings.js';
import type { Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import { temporaryFolder } from '../../experiments/support.js';
import { exampleArchive } from '../support/archives.js';
import { archiveWithWrongClock } from '../support/wrongClock.js';
import { askIn } from './asking.js';
import { experimentOf as experimentWithSpace, spaceOf } from './support.js';

const halved = (region: string): Scenario => ({ kind: 'scale', region, factor: 0.5 });
const balanced = (region: string): Scenario => ({ kind: 'balance', region });

/** An experiment that refers to the recorded run of an example. */
const recorded = (example: string, change: Partial<FindingsReport> = {}) =>
  experimentOf(join(exampleArchive(example), 'traces.otf2'), change);

function experimentOf(archive: string, change: Partial<FindingsReport> = {}) {
  const trace: Trace = openArchive(archive);
  const analyzed = analyzeTrace(trace, { program: 'app', timeline: true });
  const store = new ExperimentStore(temporaryFolder());
  const recorder = store.create({ program: 'app', target: 'local', ranks: 4 });
  recorder.update({ trace: { kind: 'reference', path: archive } });
  const { space, timeline, report } = analyzed;
  recorder.storeResults({ ...report, ...change }, { ...space, definitions: spaceDefinitions(trace.definitions) });
  if (timeline !== undefined) writeTimeline(join(recorder.folder, FILES.timeline), timeline, space.callTree.size);
  recorder.finish('complete');
  return { trace, analyzed, experiment: store.get(recorder.id) };
}

const open = (experiment: Experiment, readsOutside = true): OpenMeasurement =>
  OpenMeasurement.read(experiment, readsOutside, new Room(1 << 28));

describe('predictions of an open experiment', () => {
  it.each(['heat2d-mpi', 'jacobi-openmp', 'sweep-mpi', 'hybrid'])('are those of its trace: %s', (example) => {
    const { trace, analyzed, experiment } = recorded(example);
    const suitable = suitableScenarios(trace.definitions, analyzed);
    const expected = predictRunTimes(trace, analyzed, { scenarios: [...suitable, ...suitable.slice(0, 1)] });
    const plans = [...suitable.map((one) => [one]), []];
    const { head, columns } = askIn(open(experiment), 'whatIf', { plans, candidates: true });
    expect(head.runTime).toBe(expected.runTime);
    expect(head.limits).toEqual(expected.limits);
    expect(head.candidates?.scenarios).toEqual(suitable);
    const alone = expected.predictions.slice(0, suitable.length);
    expect([...columns.runTime]).toEqual([...alone.map(({ runTime }) => runTime), expected.runTime]);
    expect(head.plans).toEqual([...alone.map(({ place }) => (place === undefined ? {} : { place })), {}]);
  });

  it('list the functions whose time matters, most first', () => {
    const { experiment } = recorded('heat2d-mpi');
    const { candidates } = askIn(open(experiment), 'whatIf', { plans: [], candidates: true }).head;
    expect(candidates?.functions[0]).toBe('relax_rows');
    expect(candidates?.functions).not.toContain('MPI_Allreduce');
  });

  it('name the functions of call paths: the innermost ones that compute', () => {
    const { trace, analyzed, experiment } = recorded('heat2d-mpi');
    const { size, region, parent } = analyzed.space.callTree;
    const nameOf = (node: number | undefined): string | undefined =>
      trace.definitions.regions[region[node ?? size] ?? -1]?.name;
    const node = Array.from({ length: size }, (_, at) => at).find((at) => nameOf(at) === 'MPI_Allreduce') ?? size;
    const ask = { plans: [], nodes: [node, node, size + 1] };
    expect(askIn(open(experiment), 'whatIf', ask).head.functions).toEqual([nameOf(parent[node])]);
  });

  it('apply the scenarios of a plan together', () => {
    const { trace, analyzed, experiment } = recorded('heat2d-mpi');
    const scenarios = [balanced('relax_rows'), halved('relax_rows'), { kind: 'network' } as const];
    const expected = predictRunTimes(trace, analyzed, { scenarios }).predictions.at(-1);
    const { columns } = askIn(open(experiment), 'whatIf', { plans: [scenarios] });
    expect(columns.runTime[0]).toBe(expected?.runTime);
  });

  it('keep what was read, until another target is asked for', () => {
    const { trace, analyzed, experiment } = recorded('heat2d-mpi');
    const measurement = open(experiment);
    const reader = (): unknown => measurement.predictor().predict([[halved('relax_rows')]], () => undefined).predictor;
    const first = reader();
    expect(reader()).toBe(first);
    const other: Scenario = { kind: 'scale', region: 'main', withCallees: true, factor: 0.5 };
    const { columns } = askIn(measurement, 'whatIf', { plans: [[other], [halved('relax_rows')]] });
    const expected = predictRunTimes(trace, analyzed, { scenarios: [other, halved('relax_rows')] }).predictions;
    expect([...columns.runTime]).toEqual(expected.slice(0, 2).map(({ runTime }) => runTime));
    const second = reader();
    expect(second).not.toBe(first);
    expect(measurement.predictor().predict([[other]], () => undefined).predictor).toBe(second);
  });

  it('explain which plans have no target in the trace', () => {
    const { experiment } = recorded('heat2d-mpi');
    const { trace } = recorded('heat2d-mpi');
    const { name = '' } = trace.definitions.regions.find((region) => region.name.startsWith('MPI_All')) ?? {};
    const plans = [[halved('relax_rows')], [halved('nonsense')], [halved(name)], [balanced('relax_rows')]];
    const { head, columns } = askIn(open(experiment), 'whatIf', { plans });
    expect(head.plans[1]?.problem).toBe('The trace has no calls of a function or construct "nonsense".');
    expect(head.plans[2]?.problem).toMatch(/^"MPI_All\w+" only communicates or waits/);
    expect([...columns.runTime].map(Number.isNaN)).toEqual([false, true, true, false]);
    expect(columns.runTime[3]).toBeLessThan(head.runTime);
  });

  it('are refused in one sentence without a trace that can be read', () => {
    const ask = { plans: [[halved('solve')]] };
    const store = new ExperimentStore(temporaryFolder());
    const space = spaceOf([-1, 0], 1, new Map([['time', [[1], [3]]]])); // prettier-ignore
    expect(() => askIn(open(experimentWithSpace(store, space)), 'whatIf', ask)).toThrow(
      /has no trace, and predictions/,
    );
    const { experiment } = recorded('heat2d-mpi');
    expect(() => askIn(open(experiment, false), 'whatIf', ask)).toThrow(/trusted workspace/);
    const profile = recorded('heat2d-mpi', { measurement: 'profile' });
    expect(() => askIn(open(profile.experiment), 'whatIf', ask)).toThrow(/is a profile, .* "Trace What Matters"/);
    const changed = recorded('heat2d-mpi', { compensation: compensated });
    expect(() => askIn(open(changed.experiment), 'whatIf', ask)).toThrow(/without --compensate/);
  });

  it('make the timeline again that has the clocks of the analysis', () => {
    const { trace, analyzed, experiment } = experimentOf(archiveWithWrongClock(300));
    writeFileSync(join(experiment.folder, FILES.timeline), 'damaged');
    expect(analyzed.changes?.corrections).toBeDefined();
    const [first] = suitableScenarios(trace.definitions, analyzed);
    if (first === undefined) throw new Error('no scenario');
    const { columns } = askIn(open(experiment), 'whatIf', { plans: [[first]] });
    const [expected] = predictRunTimes(trace, analyzed, { scenarios: [first] }).predictions;
    expect(columns.runTime[0]).toBe(expected?.runTime);
  });

  it('can be cancelled, and are then made by the next question', () => {
    const { experiment } = recorded('heat2d-mpi');
    const measurement = open(experiment);
    const ask = { plans: [[halved('relax_rows')]] };
    const cancelled = (): void => {
      throw new CancelledError();
    };
    expect(() => whatIf(measurement, ask, cancelled)).toThrow(CancelledError);
    expect(askIn(measurement, 'whatIf', ask).columns.runTime[0]).toBeGreaterThan(0);
  });

  it('need memory that is accounted for', () => {
    const { experiment } = recorded('heat2d-mpi');
    const measurement = open(experiment);
    measurement.timeline(() => undefined);
    for (let bytes = 1 << 28; bytes >= 1024; bytes /= 2)
      try {
        measurement.room.hold(bytes);
      } catch {
        // There is less.
      }
    expect(() => askIn(measurement, 'whatIf', { plans: [[halved('relax_rows')]] })).toThrow(/memory/i);
  });
});

const compensated: NonNullable<FindingsReport['compensation']> = {
  costs: 'measured',
  overhead: 1,
  time: { measured: 2, compensated: 1 },
  span: { measured: 2, compensated: 1 },
  ranks: [],
  metrics: [],
};
