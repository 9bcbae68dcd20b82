import { present } from '../../base/present.js';
import { headlineDoubt } from '../../model/findings/doubts.js';
import { TrimtabError } from '../../base/problem.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { THIS_MACHINE } from '../../model/thisMachine.js';
import { worstProperty } from '../../model/findings/worstProperty.js';
import type { Manifest, ResultRecord } from './manifest.js';

/** Data for a row of the experiment history. */
export interface ExperimentSummary {
  readonly id: string;
  /** `damaged` when its files cannot be read; `problem` then contains the reason. */
  readonly state: 'complete' | 'failed' | 'cancelled' | 'running' | 'damaged';
  readonly problem?: string;
  /** Name given by the person, else derived from the program and the run. */
  readonly name: string;
  readonly program: string;
  /** ISO 8601. */
  readonly created: string;
  readonly target: string;
  readonly processes: number;
  /** Set if sums were measured, without events. */
  readonly measurement?: 'profile';
  /** Seconds of all locations together, and wall-clock span. */
  readonly totalTime?: number;
  readonly span?: number;
  readonly worst?: { readonly property?: string; readonly title: string; readonly severity: number };
  /** Warning about these numbers, in a few words. */
  readonly doubt?: string;
  readonly note?: string;
  readonly tags: readonly string[];
  readonly baseline: boolean;
  /** Number of kept predictions; omitted if there are none. */
  readonly predictions?: number;
  readonly folder: string;
}

/** The facts of a report that the history shows. @param findingsBytes size of the stored findings.json */
export function resultRecord(report: FindingsReport, findingsBytes: number): ResultRecord {
  const worst = worstProperty(report);
  const doubt = headlineDoubt(report);
  return {
    processes: report.processes,
    locations: report.locations.length,
    events: report.events,
    ...present({ measurement: report.measurement }),
    totalTime: report.totalTime,
    span: report.span,
    ...present({ worst, doubt }),
    findingsBytes,
  };
}

/** The history row of a readable experiment. */
export function summarize(manifest: Manifest, folder: string): ExperimentSummary {
  const { result, predictions = [] } = manifest;
  return {
    id: manifest.id,
    state: manifest.state,
    name: manifest.name,
    program: manifest.program,
    created: manifest.created,
    target: manifest.target,
    processes: result?.processes ?? manifest.ranks?.measured ?? manifest.ranks?.asked ?? 0,
    folder,
    tags: manifest.tags ?? [],
    baseline: manifest.baseline ?? false,
    ...(predictions.length === 0 ? {} : { predictions: predictions.length }),
    ...present({ problem: manifest.problem, note: manifest.note }),
    ...(result === undefined ? {} : { totalTime: result.totalTime, span: result.span }),
    ...(result?.measurement === undefined ? {} : { measurement: result.measurement }),
    ...(result?.worst === undefined ? {} : { worst: result.worst }),
    ...(result?.doubt === undefined ? {} : { doubt: result.doubt }),
  };
}

/** Returns the history row of an unreadable experiment: the data in its folder's name, and the reason. */
export function damagedSummary(id: string, folder: string, reason: unknown): ExperimentSummary {
  const parts = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(.+)-[0-9a-f]+$/.exec(id);
  const moment = parts === null ? undefined : new Date(`${parts.slice(1, 4).join('-')}T${parts.slice(4, 7).join(':')}`);
  const created = moment === undefined || Number.isNaN(moment.getTime()) ? new Date(0) : moment;
  return {
    id,
    state: 'damaged',
    problem: reason instanceof TrimtabError ? reason.message : `It could not be read: ${String(reason)}`,
    name: id,
    program: parts?.[7] ?? id,
    created: created.toISOString(),
    target: THIS_MACHINE,
    processes: 0,
    folder,
    tags: [],
    baseline: false,
  };
}
