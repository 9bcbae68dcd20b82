/** A workspace with experiments that were made before: recorded runs of an example, some of them sped up on paper. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dynamics, dynamicsOfTrace } from '../../../src/analysis/dynamics/ofTrace.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { addAt, elementAt } from '../../../src/base/elements.js';
import { writeDynamics } from '../../../src/experiments/store/dynamicsFiles.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { EfficiencyTimes } from '../../../src/model/findings/efficiency.js';
import type { Finding, FindingsReport } from '../../../src/model/findings/findings.js';
import { isOfLoop } from '../../../src/model/dynamics/dynamicsText.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { root } from '../../../scripts/lib/layout.mjs';

const example = join(root, 'examples/heat2d-mpi');

/** One run that is put into the store. */
interface Prepared {
  readonly name: string;
  readonly ranks: number;
  readonly day: number;
  /** Factor of every time, and of the waiting in it. */
  readonly time: number;
  readonly waits: number;
  readonly tags?: string[];
  readonly note?: string;
  readonly baseline?: boolean;
  readonly failed?: boolean;
  /** Whether it is kept how it changes by iteration: as it does, or without peaks of anything but the iterations. */
  readonly iterations?: 'all' | 'few';
}

const runs: readonly Prepared[] = [
  {
    name: 'heat2d, first version',
    ranks: 4,
    day: 2,
    time: 1,
    waits: 1,
    baseline: true,
    note: 'as checked in',
    iterations: 'all',
  },
  { name: 'heat2d, first version again', ranks: 4, day: 2, time: 1.02, waits: 1.05 },
  { name: 'heat2d -O3', ranks: 4, day: 5, time: 0.94, waits: 1.2, tags: ['flags'] },
  { name: 'heat2d -O3 broken', ranks: 4, day: 6, time: 1, waits: 1, failed: true },
  {
    name: 'heat2d sends early',
    ranks: 4,
    day: 9,
    time: 0.71,
    waits: 0.3,
    tags: ['tuned'],
    note: 'MPI_Isend before the inner points',
    iterations: 'few',
  },
  { name: 'heat2d sends early again', ranks: 4, day: 9, time: 0.72, waits: 0.28, tags: ['tuned'] },
  { name: 'heat2d, 1 rank', ranks: 1, day: 12, time: 2.6, waits: 0, tags: ['scaling'] },
  { name: 'heat2d, 2 ranks', ranks: 2, day: 12, time: 1.4, waits: 0.2, tags: ['scaling'] },
  { name: 'heat2d, 8 ranks', ranks: 8, day: 13, time: 0.46, waits: 0.7, tags: ['scaling'] },
];

/** Fills `folder` with the example and its experiments. @returns the identifiers by name */
export function prepareHistory(folder: string): Map<string, string> {
  for (const file of ['heat2d.c', 'Makefile', 'trimtab.yaml']) copyFileSync(join(example, file), join(folder, file));
  const trace = openArchive(join(example, 'recorded'));
  const { report, space } = analyzeTrace(trace, { program: 'heat2d' });
  const store = new ExperimentStore(folder);
  const source = readFileSync(join(example, 'heat2d.c'), 'utf8');
  const dynamics = dynamicsOfTrace(trace, { space, report });
  const ids = new Map<string, string>();
  for (const run of runs) {
    const moment = new Date(Date.UTC(2026, 10, run.day, 9, ids.size));
    const recorder = store.create(
      { program: 'heat2d', target: run.ranks === 8 ? 'cluster' : 'local', ranks: run.ranks, name: run.name },
      moment,
    );
    ids.set(run.name, recorder.id);
    mkdirSync(join(recorder.folder, 'sources'));
    writeFileSync(
      join(recorder.folder, 'sources/heat2d.c'),
      run.name.includes('early') ? `${source}/* sends early */\n` : source,
    );
    const measured = elementAt(report.lines, 0).place.file;
    recorder.update({ sources: [{ measured, copy: 'sources/heat2d.c', project: 'heat2d.c' }] });
    // Only the run whose times are those of the trace has information about time.
    if (run.iterations === 'all')
      recorder.update({ trace: { kind: 'reference', path: join(example, 'recorded/traces.otf2') } });
    if (run.failed === true) recorder.finish('failed', 'The program ended with exit code 139 (segmentation fault).');
    else {
      const changed = scaledSpace(space, run);
      const named = { ...changed, definitions: spaceDefinitions(trace.definitions) };
      recorder.storeResults(scaledReport(report, run), named);
      if (run.iterations !== undefined) keepDynamics(recorder.folder, dynamics, run.iterations, space.callTree.size);
      recorder.finish('complete');
    }
    store.update(recorder.id, { tags: run.tags ?? [], note: run.note ?? '', baseline: run.baseline ?? false });
  }
  return ids;
}

function keepDynamics(folder: string, { report, run }: Dynamics, which: 'all' | 'few', callPaths: number): void {
  const findings = which === 'all' ? report.findings : report.findings.filter(isOfLoop);
  const kept = findings.map((finding) => ({ ...finding, related: which === 'all' ? finding.related : [] }));
  writeDynamics(folder, { report: { ...report, findings: kept }, run }, callPaths);
}

/** Whether a metric is waiting, or explains some of it. */
function isWait(metric: string, parents: ReadonlyMap<string, string | undefined>): boolean {
  const parent = parents.get(metric);
  return /^mpi_late|wait_nxn|nxn_completion/.test(metric) || (parent !== undefined && isWait(parent, parents));
}

/** All times grow by a factor, and waiting by another one, with every property that contains it. */
function scaledSpace(space: PerformanceSpace, { time, waits }: Prepared): PerformanceSpace {
  const parents = new Map(space.metrics.map(({ name, parent }) => [name, parent]));
  const severities = new Map(
    [...space.severities].map(([metric, column]) => {
      const seconds = space.metrics.find(({ name }) => name === metric)?.unit === 'seconds';
      return [metric, { ...column, value: column.value.map((value) => (seconds ? value * time : value)) }];
    }),
  );
  for (const [metric, column] of space.severities) {
    if (!isWait(metric, parents)) continue;
    // The cause of a wait shrinks with it; its parent loses the difference once.
    const top = !isWait(parents.get(metric) ?? '', parents);
    for (let at: string | undefined = metric; at !== undefined; at = top ? parents.get(at) : undefined) {
      const changed = severities.get(at);
      if (changed === undefined) continue;
      const cells = new Map(
        Array.from(changed.value, (_value, index) => [`${changed.callPath[index]} ${changed.location[index]}`, index]),
      );
      for (const [index, value] of column.value.entries()) {
        const cell = cells.get(`${column.callPath[index]} ${column.location[index]}`);
        if (cell !== undefined) addAt(changed.value, cell, value * time * (waits - 1));
      }
    }
  }
  return { ...space, severities };
}

/**
 * Divides the same work among the ranks, with the imbalance implied by waiting; losses are those of the recorded run.
 */
function scaledEfficiency(times: EfficiencyTimes, { time, waits, ranks }: Prepared): EfficiencyTimes {
  const runTime = times.runTime * time;
  const part = times.threads / ranks;
  const averageUseful = Math.min(runTime, times.averageUseful * part);
  const mostUseful = Math.min(
    runTime,
    averageUseful + ((times.mostUseful ?? times.averageUseful) - times.averageUseful) * part * waits,
  );
  const ideal = times.idealTime === undefined ? {} : { idealTime: (mostUseful + runTime) / 2 };
  return { ...times, runTime, processes: ranks, threads: ranks, averageUseful, mostUseful, ...ideal };
}

function scaledReport(report: FindingsReport, run: Prepared): FindingsReport {
  const { time, waits, ranks } = run;
  const scaled = (finding: Finding): Finding => ({
    ...finding,
    seconds: finding.seconds * time * waits,
    severity: finding.severity * waits,
  });
  return {
    ...report,
    processes: ranks,
    ...(report.efficiency === undefined ? {} : { efficiency: scaledEfficiency(report.efficiency, run) }),
    span: report.span * time,
    totalTime: report.totalTime * time,
    findings: waits === 0 ? [] : report.findings.map(scaled),
    lines: report.lines.map((line) => ({
      ...line,
      seconds: line.seconds * time,
      properties: (line.properties ?? []).map((property) => ({
        ...property,
        severity: property.severity * waits,
        own: property.own * waits,
      })),
    })),
  };
}
