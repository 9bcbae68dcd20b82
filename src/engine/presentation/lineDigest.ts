import type {
  Finding,
  FindingsReport,
  FunctionSummary,
  HotLine,
  LineSummary,
  SourcePlace,
} from '../../model/findings/findings.js';
import type { EventSummary, RangeMetric, RangeOfFunction, SliceSummary } from '../../model/findings/otherMetrics.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { CountedFunction, CounterReport } from '../../model/counters.js';
import { type CausedWaiting, causedWaiting } from '../../model/findings/causedWaits.js';
import type { MemoryCall } from '../../model/findings/memory.js';
import { type ChangeHere, changesByLine, type LoopHere } from './changesByLine.js';

/** All data of a report for one measured line. */
export interface LineDigest {
  /** 1-based, in the measured text. */
  readonly line: number;
  /** Findings on this line, worst first. */
  readonly findings: readonly Finding[];
  /** Functions that begin on this line. */
  readonly functions: readonly FunctionSummary[];
  /** Time of the calls made from this line. */
  readonly summary?: LineSummary;
  /** Waiting of others that begins here. */
  readonly made?: CausedWaiting;
  /** Exclusive time of the line from samples, by the functions that contain it. */
  readonly hot?: readonly HotLine[];
  /** Counters, and other additive metrics, of functions that begin here. */
  readonly counted?: readonly CountedHere[];
  /** Numbers recorded one by one by functions that begin here. */
  readonly events?: readonly EventSummary[];
  /** Minimum and maximum of non-additive metrics of functions that begin here. */
  readonly ranges?: readonly RangeHere[];
  /** Values of functions that begin here, by their parameters. */
  readonly slices?: readonly SliceSummary[];
  /** Heap allocations of its calls. */
  readonly memory?: readonly MemoryCall[];
  /** Loops around calls of this line, the one whose iterations were looked at. */
  readonly loops?: readonly LoopHere[];
  /** Changes here from iteration to iteration, the most expensive first. */
  readonly changing?: readonly ChangeHere[];
}

/** Value of a counter for a function. */
export interface CountedHere {
  readonly counter: CounterReport;
  readonly here: CountedFunction;
}

/** Value of a non-additive metric for a function. */
export interface RangeHere {
  readonly metric: RangeMetric;
  readonly here: RangeOfFunction;
}

/** A report by measured file and line. */
export type ReportByFile = ReadonlyMap<string, readonly LineDigest[]>;

interface Draft {
  line: number;
  findings: Finding[];
  functions: FunctionSummary[];
  summary?: LineSummary;
  made?: CausedWaiting;
  hot?: HotLine[];
  counted?: CountedHere[];
  events?: EventSummary[];
  ranges?: RangeHere[];
  slices?: SliceSummary[];
  memory?: MemoryCall[];
  loops?: readonly LoopHere[];
  changing?: readonly ChangeHere[];
}

/** Sorts a report, and what is known of how it changes by iteration, by the measured files and lines that they speak of. */
export function digestByFile(report: FindingsReport, dynamics?: DynamicsReport): ReportByFile {
  const files = new Map<string, Map<number, Draft>>();
  const draft = ({ file, line }: SourcePlace): Draft => {
    const lines = entry(files, file, () => new Map<number, Draft>());
    return entry(lines, line, () => ({ line, findings: [], functions: [] }));
  };
  for (const finding of report.findings) {
    if (finding.place) draft(finding.place).findings.push(finding);
  }
  for (const summary of report.functions) draft(summary.place).functions.push(summary);
  for (const summary of report.lines) draft(summary.place).summary = summary;
  for (const made of causedWaiting(report)) draft(made.place).made = made;
  for (const hot of report.hotLines ?? []) (draft(hot.place).hot ??= []).push(hot);
  for (const counter of [...(report.counters ?? []), ...(report.beside?.quantities ?? [])])
    for (const here of counter.functions)
      if (here.place !== undefined) (draft(here.place).counted ??= []).push({ counter, here });
  for (const event of report.beside?.events ?? [])
    if (event.place !== undefined) (draft(event.place).events ??= []).push(event);
  for (const metric of report.beside?.ranges ?? [])
    for (const here of metric.functions)
      if (here.place !== undefined) (draft(here.place).ranges ??= []).push({ metric, here });
  for (const slice of report.beside?.slices ?? [])
    if (slice.place !== undefined) (draft(slice.place).slices ??= []).push(slice);
  for (const call of report.memory?.calls ?? [])
    if (call.place !== undefined && call.high > 0) (draft(call.place).memory ??= []).push(call);
  for (const { place, loops, changing } of changesByLine(dynamics)) Object.assign(draft(place), { loops, changing });
  return new Map(
    [...files].map(([file, lines]) => {
      for (const { findings } of lines.values()) findings.sort((a, b) => b.severity - a.severity);
      return [file, [...lines.values()].sort((a, b) => a.line - b.line)];
    }),
  );
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** One property over several findings of a line. */
export interface PropertySum {
  readonly property: string;
  readonly title: string;
  readonly severity: number;
  readonly seconds: number;
  /** One at least. */
  readonly findings: readonly [Finding, ...Finding[]];
}

/** Sums findings by property over their call paths, worst first. Properties do not overlap, so sums are exact. */
export function sumByProperty(findings: readonly Finding[]): PropertySum[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const group = groups.get(finding.property);
    if (group === undefined) groups.set(finding.property, [finding]);
    else group.push(finding);
  }
  return [...groups.values()]
    .map((group) => ({
      property: group[0].property,
      title: group[0].title,
      severity: sum(group.map((finding) => finding.severity)),
      seconds: sum(group.map((finding) => finding.seconds)),
      findings: group,
    }))
    .sort((a, b) => b.severity - a.severity);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
