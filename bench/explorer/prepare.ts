/** Makes the experiments whose pictures are measured; prints what that took, as JSON. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { analyzeArchive } from '../../src/engine/analysis/analyzeArchive.js';
import { ExperimentStore, FILES, type Recorder } from '../../src/experiments/index.js';
import { writeTimeline } from '../../src/experiments/files/timelineFile.js';
import { openAsTrace } from '../../src/formats/registry.js';
import { type Definitions, NO_INDEX } from '../../src/model/definitions.js';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';

const say = (what: object): void => void process.stdout.write(JSON.stringify(what));

function begin(folder: string, program: string): Recorder {
  return new ExperimentStore(folder).create({ program, target: 'local', ranks: 1 });
}

/** Analyses an archive, with its timeline where there is a folder to keep it in. */
async function analyze(archive: string, worker: string, folder?: string): Promise<void> {
  const recorder = folder === undefined ? undefined : begin(folder, 'bench');
  const scratch = recorder === undefined ? undefined : join(recorder.folder, 'scratch', FILES.space);
  if (scratch !== undefined) mkdirSync(dirname(scratch));
  const spaceFile = scratch === undefined ? {} : { spaceFile: scratch };
  const options = { program: 'bench', workerPath: worker, threads: 1, ...spaceFile };
  const { report, space, spaceFile: written } = await analyzeArchive(archive, options);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const took = { events: report.events, processorSeconds: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 };
  if (recorder === undefined) {
    say(took);
    return;
  }
  recorder.update({ trace: { kind: 'reference', path: archive } });
  recorder.storeResults(report, space, written);
  recorder.finish('complete');
  say({ ...took, id: recorder.id, bytes: statSync(recorder.path(FILES.timeline)).size });
}

/** Measures the cost of the analysis of an archive alone, and with a timeline that is built and written. */
function cost(archive: string, timelineFile?: string): void {
  const began = process.cpuUsage();
  const made = analyzeTrace(openAsTrace(archive), { program: 'bench', timeline: timelineFile !== undefined });
  if (made.timeline !== undefined && timelineFile !== undefined)
    writeTimeline(timelineFile, made.timeline, made.space.callTree.size);
  const { user, system } = process.cpuUsage(began);
  say({ processorSeconds: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1024 });
}

const EMPTY: FindingsReport = {
  format: 'trimtab-findings',
  version: 2,
  ...{ program: 'tree', span: 1, totalTime: 1, events: 0, processes: 1 },
  ...{ locations: [], metrics: [], findings: [], functions: [], lines: [], problems: [] },
};

const region = (name: string): Definitions['regions'][number] => ({
  ...{ name, canonicalName: name, description: '', file: undefined, beginLine: 0, endLine: 0 },
  ...{ paradigm: 'user', role: 'function' },
});

/**
 * Returns a call tree of so many nodes, half of them right below the root, each with one below. It has a thousand
 * functions, and values at four locations.
 */
function tree(nodes: number): PerformanceSpace {
  const places = 4;
  const regions = 1000;
  const size = nodes * places;
  return {
    metrics: [{ name: 'time', title: 'Total', unit: 'seconds', description: '' }],
    callTree: {
      size: nodes,
      parent: Int32Array.from({ length: nodes }, (_, node) =>
        node <= nodes / 2 ? Math.min(node, 1) - 1 : node - nodes / 2,
      ),
      region: Uint32Array.from({ length: nodes }, (_, node) => (node * 7919) % regions),
      site: new Uint32Array(nodes),
    },
    locationCount: places,
    severities: new Map([
      [
        'time',
        {
          callPath: Uint32Array.from({ length: size }, (_, at) => Math.floor(at / places)),
          location: Uint32Array.from({ length: size }, (_, at) => at % places),
          value: Float64Array.from({ length: size }, (_, at) => 1 + ((at * 31) % 97)),
        },
      ],
    ]),
    definitions: {
      systemTree: [],
      locationGroups: [],
      locations: Array.from({ length: places }, (_, at) => ({
        ...{ name: `rank ${at}`, type: 'cpu-thread', group: NO_INDEX, id: String(at), announcedEvents: 0 },
      })),
      regions: Array.from({ length: regions }, (_, at) => region(`function_${at}`)),
      sourceCodeLocations: [],
    },
  };
}

async function main(): Promise<void> {
  const [what, ...words] = process.argv.slice(2);
  const [first = '', second = '', third] = words;
  if (what === 'analyze') return analyze(first, second, third);
  if (what === 'cost') {
    cost(first, second === '' ? undefined : second);
    return;
  }
  const recorder = begin(first, 'tree');
  recorder.storeResults(EMPTY, tree(Number(second)));
  recorder.finish('complete');
  say({ id: recorder.id });
}

void main();
