/** Values by iteration of an open experiment, as they travel to clients. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { iterations } from '../../../src/engine/measurements/answers/iterations.js';
import { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { checkAnswer } from '../../../src/protocol/queries/index.js';
import { sampleReport, temporaryFolder } from '../../experiments/support.js';
import { spaceOf } from './support.js';

/** `solve` is called by `main` at line 3, as in the space; `other` is not in it. */
const SERIES = `trimtab-series\t1
phase\tsolve
iterations\t3
stride\t1
path\t0\t-1\t0\t\tmain
path\t1\t0\t3\t/home/u/main.c\tsolve
path\t2\t1\t0\t\tother
location\t0\t0\t0.5
at\t1
1\t1\t10\t8
2\t1\t2\t2
at\t3
1\t1\t4\t4
location\t1\t2\t0.25
at\t3
1\t2\t8\t8
end
`;

it('returns the values of each call path and rank, and marks missing ones', () => {
  const store = new ExperimentStore(temporaryFolder());
  const recorder = store.create({ program: 'app', target: 'local', ranks: 1 }, new Date(2026, 0, 1));
  recorder.storeResults(sampleReport({ program: 'app' }), spaceOf([-1, 0], 1, new Map([['time', [[1], [2]]]])));
  mkdirSync(recorder.path(FILES.trace), { recursive: true });
  writeFileSync(join(recorder.path(FILES.trace), 'profile.cubex'), '');
  recorder.update({ trace: { kind: 'kept', path: join(FILES.trace, 'profile.cubex') } });
  recorder.finish('complete');
  const experiment = store.get(recorder.id);
  const open = (limit = 1 << 24): OpenMeasurement => OpenMeasurement.read(experiment, false, new Room(limit));
  const asked = { metric: 'time', missing: 'hold', threads: false } as const;
  const ask = (measurement: OpenMeasurement, question: Parameters<typeof iterations>[1]) => {
    const { head, columns } = iterations(measurement, question, () => undefined);
    return checkAnswer('iterations', JSON.parse(JSON.stringify(head)), columns);
  };
  expect(() => ask(open(), asked)).toThrow('has no values by iteration');
  writeFileSync(join(recorder.path(FILES.trace), 'profile.series'), SERIES);
  const { head, columns } = ask(open(), asked);
  expect(head).toEqual({ phase: 'solve', iterations: 3, stride: 1, buckets: 3, unit: 's' });
  expect([[...columns.callPath], [...columns.rank], [...columns.thread]]).toEqual([[1, 1, -1], [0, 1, 0], [-1, -1, -1]]); // prettier-ignore
  expect([...columns.value]).toEqual([4, 4, 2, 2, 2, 2, 1, 1, 1]);
  expect([...columns.known]).toEqual([1, 0, 1, 0, 0, 1, 1, 0, 0]);
  expect([...ask(open(), { ...asked, threads: true }).columns.thread]).toEqual([0, 2, 0]);
  expect([...ask(open(), { ...asked, metric: 'visits', missing: 'zero' }).columns.value]).toEqual([
    1, 0, 1, 0, 0, 2, 1, 0, 0,
  ]);
  expect(() => ask(open(), { ...asked, metric: 'heat' })).toThrow('heat is not known of iterations');
});
