import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { compareExperiments, ExperimentStore, seriesOf } from '../../../src/experiments/index.js';
import { decodeSpace, encodeSpace } from '../../../src/experiments/files/spaceFile.js';
import { ofLength } from '../../support/ofLength.js';
import { addMeasured } from '../measured.js';
import { temporaryFolder } from '../support.js';
import { FILE, type Call } from './runs.js';

const program = (line: number, wait: number): Call[] => [
  { region: 'main', line: 0, comp: 1, calls: [{ region: 'MPI_Recv', line, wait }] },
];
const day = (number: number) => new Date(2026, 0, number, 12);

/** Three versions of a program, whose receive moves down and waits less. */
function history(): { store: ExperimentStore; ids: string[] } {
  const store = new ExperimentStore(temporaryFolder());
  const body = ['int main() {', '  receive();', '}'];
  const ids = [0, 1, 2].map((version) =>
    addMeasured(store, day(1 + version), program(2 + version, 4 - version), {
      text: [...Array.from({ length: version }, () => '// more'), ...body].join('\n'),
    }),
  );
  return { store, ids };
}

describe('experiments in a store', () => {
  it('are compared by their spaces and kept sources', () => {
    const { store, ids } = history();
    const [a, , c] = ofLength(
      ids.map((id) => store.get(id)),
      3,
    );
    const comparison = compareExperiments([{ experiments: [a] }, { label: 'after', experiments: [c] }]);
    expect(comparison.groups.map(({ label }) => label)).toEqual(['app, 1 rank', 'after']);
    expect(comparison.runTime).toMatchObject({ changes: [{ absolute: -2, relative: -0.4 }] });
    expect(comparison.callPaths.map(({ region, presence, places }) => [region, presence, places[1]?.line])).toEqual([
      ['main', 'everywhere', undefined],
      ['MPI_Recv', 'everywhere', 4],
    ]);
    expect(comparison.lines[0]).toMatchObject({ places: [{ line: 2 }, { line: 4 }], changes: [{ absolute: -2 }] });
    expect(comparison.problems.some(({ message }) => message.includes('was not kept'))).toBe(false);
  });

  it('report why they cannot be compared', () => {
    const { store, ids } = history();
    const empty = store.create({ program: 'app', target: 'local' });
    empty.finish('failed', 'The build failed.');
    const a = store.get(elementAt(ids, 0));
    const attempt = (id: string) => () => compareExperiments([{ experiments: [a] }, { experiments: [store.get(id)] }]);
    expect(attempt(empty.id)).toThrow(/has no results to compare: The build failed/);
    const again = store.resume(elementAt(ids, 0));
    onTestFinished(() => again.finish('complete'));
    expect(attempt(again.id)).toThrow(`Experiment ${again.id} is still running; wait until it has ended`);
    const file = join(store.folder, elementAt(ids, 1), 'space.bin');
    const { definitions, ...unnamed } = decodeSpace(readFileSync(file));
    expect(definitions).toBeDefined();
    writeFileSync(file, encodeSpace(unnamed));
    expect(attempt(elementAt(ids, 1))).toThrow(/has neither summary.cubex nor its trace/);
    rmSync(join(store.folder, elementAt(ids, 2), 'main.copy.c'));
    expect(
      attempt(elementAt(ids, 2))()
        .problems.map(({ message }) => message)
        .join(),
    ).toMatch(/matched by their number alone/);
  });

  it('are starred only where something can be compared with them', () => {
    const { store } = history();
    const recorder = store.create({ program: 'app', target: 'local' });
    const star = () => store.update(recorder.id, { baseline: true });
    expect(star).toThrow('is still running');
    store.update(recorder.id, { name: 'first try' });
    recorder.finish('failed', 'The build failed.');
    expect(star).toThrow('has no results to compare: The build failed.');
  });

  it('are followed by total, property, line and call path, oldest first', () => {
    const { store, ids } = history();
    const follow = (request: Partial<Parameters<typeof seriesOf>[0]>) =>
      seriesOf({ property: 'mpi', experiments: [...ids].reverse(), ...request }, (id) => store.get(id));
    const values = (request: Parameters<typeof follow>[0]) => follow(request).points.map(({ value }) => value);
    expect(follow({}).points.map(({ id }) => id)).toEqual(ids);
    expect(values({ property: 'span' })).toEqual([5, 4, 3]);
    expect(values({ property: 'time' })).toEqual([5, 4, 3]);
    expect(values({})).toEqual([4, 3, 2]);
    expect(follow({}).points[0]?.share).toBeCloseTo(0.8, 12);
    // The line of the newest text; it was higher before.
    const line = follow({ place: { file: FILE, line: 4 } });
    expect(line.points.map(({ value, place }) => [value, place?.line])).toEqual([
      [4, 2],
      [3, 3],
      [2, 4],
    ]);
    expect(values({ property: 'comp', callPath: ['main'] })).toEqual([1, 1, 1]);
    expect(values({ callPath: ['main', 'MPI_Recv'] })).toEqual([4, 3, 2]);
    expect(values({ callPath: ['MPI_Recv'] })).toEqual([0, 0, 0]);
    expect(follow({ property: 'nope' }).problems[0]?.message).toMatch(/has a property nope/);
    const missing = follow({ experiments: [elementAt(ids, 0), '20260101-000000-gone-abcd'] });
    expect(missing.points).toHaveLength(1);
    expect(missing.problems[0]).toMatchObject({ where: '20260101-000000-gone-abcd' });
  });
});
