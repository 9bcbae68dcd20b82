import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { answerers } from '../../../src/engine/measurements/answers/index.js';
import { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { encodeSpace } from '../../../src/experiments/files/spaceFile.js';
import { openCube, toSpace } from '../../../src/formats/cube/index.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import { shownRows, treeOf } from '../../../src/webviews/kit/rows.js';
import { temporaryFolder } from '../../experiments/support.js';
import { conformanceData } from '../../support/conformanceData.js';

const folder = conformanceData('cubex');

describe.skipIf(folder === undefined)('the trees of a public profile', () => {
  test('cubelib_example_summary: have the weights that the cube tools print, however they are opened', () => {
    const { space, definitions } = toSpace(
      openCube(path.join(folder ?? '', 'cubelib_example_summary', 'summary.cubex')),
    );
    const store = new ExperimentStore(temporaryFolder());
    const recorder = store.create({ program: 'app', target: 'local', ranks: 1 });
    const file = path.join(recorder.folder, FILES.space);
    writeFileSync(file, encodeSpace({ ...space, definitions: spaceDefinitions(definitions) }));
    recorder.finish('complete');
    const measurement = OpenMeasurement.read(store.get(recorder.id), false, new Room(1 << 28));
    const weigh = (metric: string) =>
      answerers.weights(measurement, { properties: [{ metric, exclusive: false }], nodes: null }, () => undefined);
    const { columns } = weigh('time');
    const weightOf = (name: string): number =>
      elementAt(
        columns.metricInclusive,
        space.metrics.findIndex((metric) => metric.name === name),
      );
    expect(weightOf('time')).toBeCloseTo(30807.790650735, 6);
    expect(weightOf('mpi')).toBeCloseTo(834.289731806, 6);
    const weights = { inclusive: columns.nodeInclusive, exclusive: columns.nodeExclusive };
    const tree = treeOf(space.callTree.parent.slice(0, space.callTree.size));
    for (const open of [[], tree.roots, [...tree.parent.keys()]]) {
      const rows = shownRows(tree, weights, { open: new Set(open), hidesZero: true, sorts: true });
      expect(rows.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(30807.790650735, 6);
    }
    expect(columns.place.reduce((sum, value) => sum + value, 0)).toBeCloseTo(30807.790650735, 6);
    const mpi = weigh('mpi').columns.place;
    expect(mpi.reduce((sum, value) => sum + value, 0)).toBeCloseTo(834.289731806, 6);
  });
});
