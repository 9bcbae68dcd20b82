/** Opens an experiment with a large space and asks about it; prints what that takes, as JSON. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { elementAt } from '../../src/base/elements.js';
import { Measurements } from '../../src/engine/measurements/measurements.js';
import { ExperimentStore, FILES } from '../../src/experiments/index.js';
import { encodeSpace } from '../../src/experiments/files/spaceFile.js';
import { writeForPerson } from '../../src/base/files/index.js';
import { NO_INDEX } from '../../src/model/definitions.js';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';

function spaceOf(nodes: number, locations: number): PerformanceSpace {
  const size = nodes * locations;
  const column = {
    callPath: Uint32Array.from({ length: size }, (_, at) => Math.floor(at / locations)),
    location: Uint32Array.from({ length: size }, (_, at) => at % locations),
    value: Float64Array.from({ length: size }, (_, at) => 1 + at / 7),
  };
  const region = { canonicalName: 'f', description: '', file: undefined, beginLine: 0, endLine: 0 } as const;
  return {
    metrics: [{ name: 'time', title: 'Total', unit: 'seconds', description: '' }],
    callTree: {
      size: nodes,
      parent: Int32Array.from({ length: nodes }, (_, node) => node - 1),
      region: new Uint32Array(nodes),
      site: new Uint32Array(nodes),
    },
    locationCount: locations,
    severities: new Map([['time', column]]),
    definitions: {
      systemTree: [],
      locationGroups: [],
      locations: Array.from({ length: locations }, (_, at) => ({
        name: `rank ${at}`,
        type: 'cpu-thread',
        group: NO_INDEX,
        id: String(at),
        announcedEvents: 0,
      })),
      regions: [{ ...region, name: 'f', paradigm: 'user', role: 'function' }],
      sourceCodeLocations: [],
    },
  };
}

const report: FindingsReport = {
  format: 'trimtab-findings',
  version: 2,
  program: 'bench',
  span: 1,
  totalTime: 1,
  events: 0,
  processes: 1,
  locations: [],
  metrics: [],
  findings: [],
  functions: [],
  lines: [],
  problems: [],
};

async function main(): Promise<void> {
  const [what = '', folder = '', worker = '', nodes = '0', locations = '0'] = process.argv.slice(2);
  const store = new ExperimentStore(folder);
  if (what === 'generate') {
    const recorder = store.create({ program: 'bench', target: 'local', ranks: 1 });
    const small = spaceOf(1, 1);
    recorder.storeResults(report, small);
    recorder.finish('complete');
    writeForPerson(recorder.path(FILES.space), encodeSpace(spaceOf(Number(nodes), Number(locations))));
    return;
  }
  const { id } = elementAt(store.list(), 0);
  const experiment = store.get(id);
  const before = process.memoryUsage.rss();
  const measurements = new Measurements({ workerPath: worker });
  const first = performance.now();
  await measurements.query(experiment, 'callTree', {});
  const opened = performance.now() - first;
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const began = performance.now();
    await measurements.query(experiment, 'nodeValues', { metric: 'time', inclusive: true, locations: null });
    times.push(performance.now() - began);
  }
  const bytes = statSync(join(experiment.folder, FILES.space)).size;
  const latency = times.sort((a, b) => a - b)[10] ?? 0;
  process.stdout.write(JSON.stringify({ bytes, grown: process.memoryUsage.rss() - before, opened, latency }));
  await measurements.close();
}

void main();
