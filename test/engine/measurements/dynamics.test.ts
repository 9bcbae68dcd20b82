/** How performance changes by iteration, asked of an open experiment. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { askIn } from './asking.js';
import { OpenMeasurement } from '../../../src/engine/measurements/openMeasurement.js';
import { Room } from '../../../src/engine/measurements/room.js';
import { type Experiment, ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { encodeSpace } from '../../../src/experiments/files/spaceFile.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import { DURATION } from '../../../src/model/dynamics/series.js';
import { temporaryFolder } from '../../experiments/support.js';
import { exampleArchive } from '../support/archives.js';

let experiment: Experiment;

/** An experiment that refers to the recorded run of an example. */
function experimentOf(example: string): Experiment {
  const archive = join(exampleArchive(example), 'traces.otf2');
  const trace = openArchive(archive);
  const { space } = analyzeTrace(trace, { program: example });
  const store = new ExperimentStore(temporaryFolder());
  const recorder = store.create({ program: example, target: 'local', ranks: 4 });
  recorder.update({ trace: { kind: 'reference', path: archive } });
  const definitions = spaceDefinitions(trace.definitions);
  writeFileSync(join(recorder.folder, FILES.space), encodeSpace({ ...space, definitions }));
  recorder.finish('complete');
  return store.get(recorder.id);
}

beforeEach(() => {
  // It made 60 relaxations.
  experiment = experimentOf('heat2d-mpi');
});

const open = (readsOutside = true): OpenMeasurement =>
  OpenMeasurement.read(experiment, readsOutside, new Room(1 << 26));

describe('dynamics of an open experiment', () => {
  it('report why none exist if nothing is kept and the trace may not be read', () => {
    const { head, columns } = askIn(open(false), 'dynamics', {});
    expect(head.report.loops).toEqual([]);
    expect(head.report.none).toMatch(/keeps no values by iteration, and there is no trace/);
    expect(columns.metric).toHaveLength(0);
    expect(() => askIn(open(false), 'series', { metric: DURATION, node: null, locations: null, most: 10 })).toThrow(
      /keeps no values by iteration/,
    );
  });

  it('are made of the trace, kept, and made again where they are damaged', () => {
    const made = askIn(open(), 'dynamics', {});
    expect(made.head.report.loops[0]).toMatchObject({ source: 'found', count: 60 });
    expect(made.head.metrics).toContain('mpi_latesender');
    // Nothing is read outside from now on.
    expect(askIn(open(false), 'dynamics', {})).toEqual(made);
    writeFileSync(join(experiment.folder, FILES.series), 'TTSERI01 and no more');
    expect(() => askIn(open(false), 'dynamics', {})).toThrow(/series\.bin|damaged/);
    expect(askIn(open(), 'dynamics', {})).toEqual(made);
    rmSync(join(experiment.folder, FILES.dynamics));
    expect(askIn(open(), 'dynamics', {})).toEqual(made);
  });

  it('give series of locations, as they are and in bins', () => {
    const measurement = open();
    const asked = { metric: 'execution', node: null, locations: [1, 3] };
    const whole = askIn(measurement, 'series', { ...asked, most: 1000 });
    expect(whole.head).toEqual({ iterations: 60, bins: 60 });
    expect([...whole.columns.location]).toEqual([1, 3]);
    expect(whole.columns.mean).toEqual(whole.columns.largest);
    const binned = askIn(measurement, 'series', { ...asked, most: 7 });
    expect(binned.head).toEqual({ iterations: 60, bins: 7 });
    const { first } = binned.columns;
    expect([first[0], first[7]]).toEqual([0, 60]);
    for (let row = 0; row < 2; row++) {
      for (let bin = 0; bin < 7; bin++) {
        const from = 60 * row + elementAt(first, bin);
        const own = [...whole.columns.mean.subarray(from, 60 * row + elementAt(first, bin + 1))];
        expect(binned.columns.largest[7 * row + bin]).toBe(Math.max(...own));
        const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
        expect(binned.columns.mean[7 * row + bin]).toBeCloseTo(mean, 6);
      }
    }
    const moments = [...whole.columns.from];
    expect(moments).toEqual([...moments].sort((left, right) => left - right));
    expect(() => askIn(measurement, 'series', { ...asked, metric: 'nonsense', most: 7 })).toThrow(
      'nonsense is not known by iteration.',
    );
  });

  it('are of another loop on request, and kept next to those of the chosen one', () => {
    experiment = experimentOf('sweep-mpi');
    const [chosen, other] = askIn(open(), 'dynamics', {}).head.report.loops;
    const asked = askIn(open(), 'dynamics', { level: 1 });
    expect(asked.head.report.loops.map(({ name, parent }) => [name, parent])).toEqual([
      [other?.name, other?.parent],
      [chosen?.name, chosen?.parent],
    ]);
    expect(asked.head.report.loopTime).not.toBe(askIn(open(), 'dynamics', {}).head.report.loopTime);
    // Nothing is read outside from now on.
    expect(askIn(open(false), 'dynamics', { level: 1 })).toEqual(asked);
    const series = { metric: DURATION, node: null, locations: null, most: 1000 };
    expect(askIn(open(false), 'series', { ...series, level: 1 }).head.iterations).toBe(other?.count);
    expect(askIn(open(false), 'series', series).head.iterations).toBe(chosen?.count);
    expect(() => askIn(open(), 'dynamics', { level: 2 })).toThrow(/There is no loop 2: those of this run are numbered/);
  });

  it('have titles of what they find', () => {
    experiment = experimentOf('sweep-mpi');
    const { report, titles } = askIn(open(), 'dynamics', {}).head;
    expect(report.findings.length).toBeGreaterThan(0);
    expect(Object.keys(titles).toSorted()).toEqual(
      [...new Set(report.findings.map(({ property }) => property))].toSorted(),
    );
    for (const { title, page } of Object.values(titles)) expect([title, page]).not.toContain('');
  });

  it('give all call paths together as the sum of each', () => {
    const measurement = open();
    const { head, columns } = askIn(measurement, 'dynamics', {});
    const seconds = (node: number | null): number => {
      const { mean } = askIn(measurement, 'series', {
        metric: 'mpi_latesender',
        node,
        locations: null,
        most: 60,
      }).columns;
      return mean.reduce((sum, value) => sum + value, 0);
    };
    const number = head.metrics.indexOf('mpi_latesender');
    const nodes = [...columns.node].filter((_, at) => columns.metric[at] === number);
    expect(nodes.length).toBeGreaterThan(0);
    const single = nodes.reduce((sum, node) => sum + seconds(node), 0);
    expect(seconds(null) / single).toBeCloseTo(1, 5);
  });
});
