/** Maps of many values come packed, with an error that is stated and kept. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { answerers } from '../../../src/engine/measurements/answers/index.js';
import { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { writeDynamics } from '../../../src/experiments/store/dynamicsFiles.js';
import { ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { encodeSpace } from '../../../src/experiments/files/spaceFile.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import { DURATION, type RunSeries } from '../../../src/model/dynamics/series.js';
import { type Ask, checkAnswer } from '../../../src/protocol/queries/index.js';
import { MOST_PLAIN_VALUES, PACKING } from '../../../src/protocol/queries/seriesMap.js';
import { exactnessOf, mapOf } from '../../../src/webviews/dynamics/view.js';
import { dynamicsReport } from '../../support/dynamicsReport.js';
import { exampleArchive } from '../support/archives.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after all tests. */
function folderOfTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  folders.push(folder);
  return folder;
}

const LOCATIONS = 4;
const COUNT = 20_000;

/** A drift on one rank, a step on all, and noise. */
const valueOf = (location: number, i: number): number =>
  0.1 + (location === 1 ? i / COUNT / 10 : 0) + (i >= 12_000 ? 0.05 : 0) + 0.002 * Math.sin(i * (location + 7.3));

function measured(): OpenMeasurement {
  const trace = openArchive(join(exampleArchive('heat2d-mpi'), 'traces.otf2'));
  const { space } = analyzeTrace(trace, { program: 'heat2d' });
  const store = new ExperimentStore(folderOfTests());
  const recorder = store.create({ program: 'heat2d', target: 'local', ranks: LOCATIONS });
  const definitions = spaceDefinitions(trace.definitions);
  writeFileSync(join(recorder.folder, FILES.space), encodeSpace({ ...space, definitions }));
  const level = {
    source: 'found',
    name: 'step',
    parent: 0,
    members: [1],
    count: COUNT,
    coverage: 1,
    regularity: 1,
  } as const;
  const starts = Float64Array.from({ length: COUNT + 1 }, (_, i) => i);
  const zeros = () => new Uint32Array(LOCATIONS);
  const run: RunSeries = {
    levels: [level],
    iterations: { ...level, starts: Array.from({ length: LOCATIONS }, () => starts) },
    series: {
      ...{ metrics: [DURATION], count: COUNT, metric: zeros(), node: zeros(), outside: new Float64Array(LOCATIONS) },
      location: Uint32Array.from({ length: LOCATIONS }, (_, location) => location),
      value: Float32Array.from({ length: LOCATIONS * COUNT }, (_, at) => valueOf(Math.floor(at / COUNT), at % COUNT)),
    },
    ...{ loopTime: LOCATIONS * COUNT, totalTime: LOCATIONS * COUNT },
  };
  writeDynamics(recorder.folder, { report: dynamicsReport(), run }, space.callTree.size);
  recorder.finish('complete');
  return OpenMeasurement.read(store.get(recorder.id), false, new Room(1 << 26));
}

function map(measurement: OpenMeasurement, most: number) {
  const asked: Ask<'seriesMap'> = { metric: DURATION, node: 0, locations: null, most };
  const { head, columns } = answerers.seriesMap(measurement, asked, () => undefined);
  return checkAnswer('seriesMap', JSON.parse(JSON.stringify(head)), columns);
}

describe('the map of series', () => {
  const measurement = measured();

  it('is exact where it has few values', () => {
    const answer = map(measurement, 600);
    expect(answer.head.packed).toBeNull();
    expect(exactnessOf(answer, 'mean')).toBeUndefined();
    expect(mapOf(answer, 'seconds').mean).toBe(answer.columns.mean);
  });

  it('is packed if it has many values, with no larger error than it declares', () => {
    const answer = map(measurement, COUNT);
    const { columns, head } = answer;
    expect(LOCATIONS * COUNT).toBeGreaterThan(MOST_PLAIN_VALUES);
    expect(columns.mean).toHaveLength(0);
    expect(columns.meanBytes.length + columns.largestBytes.length).toBeLessThanOrEqual(2 * PACKING.bytes);
    const { mean, largest, location } = mapOf(answer, 'seconds');
    expect([...Array.from(location)]).toEqual([0, 1, 2, 3]);
    for (const [kind, values] of [
      ['mean', mean],
      ['largest', largest],
    ] as const) {
      let [missed, all] = [0, 0];
      for (let row = 0; row < LOCATIONS; row++) {
        for (let i = 0; i < COUNT; i++) {
          const value = Math.fround(valueOf(row, i));
          missed += (elementAt(values, row * COUNT + i) - value) ** 2;
          all += value ** 2;
        }
      }
      const stated = head.packed?.[kind].error ?? NaN;
      expect(Math.sqrt(missed / all)).toBeLessThanOrEqual(stated * (1 + 1e-6));
      expect(stated).toBeLessThanOrEqual(PACKING.error * (1 + 1e-6));
    }
    expect(exactnessOf(answer, 'mean')).toMatch(/^Values of the map are within .* %.*160,000 values came as /);
  });
});
