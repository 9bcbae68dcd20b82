/** A CUBE file as performance space and definitions. */
import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import { NO_INDEX, type Definitions, type SourceCodeLocation } from '../../model/definitions.js';
import type { MetricDefinition, SeverityColumn } from '../../model/performanceSpace.js';
import { plainName } from '../../base/plainText.js';
import type { Problem } from '../../base/problem.js';
import type { Profile } from '../../model/profile.js';
import { counted } from '../../base/text.js';
import { MOST_VALUES } from '../limits.js';
import type { CubeAnchor, CubeCallTree, CubeMetric, CubeRows, CubeSource } from './anchor.js';
import { withoutChildren } from './alongCalls.js';
import { NotEvaluated } from './cubepl/syntax.js';
import { DerivedMetrics } from './derivedMetrics.js';
import { extremesOf } from './extremes.js';
import { dataType } from './dataTypes.js';
import { groupTypeOf, locationTypeOf, paradigmOf, roleOf, unitOf } from './names.js';

/** At most so many metrics are named. */
const MOST_NAMED = 3;

/**
 * Reads all metrics: exclusive along the call tree, times in seconds. Least and greatest values (MINDOUBLE, MAXDOUBLE)
 * are no metrics, since they cannot be added up along the call tree; those of calls' times are told of each region. What CUBE does not know (clock, communicators, events)
 * is empty in the definitions.
 */
export function toSpace(report: CubeSource): Profile {
  const { anchor } = report;
  const { callTree, sites } = treeOf(anchor.callTree);
  const derived = new DerivedMetrics(report);
  const read: ReadValues = { severities: new Map(), problems: [], lost: [], notEvaluated: new Map(), count: 0 };
  const metrics: MetricDefinition[] = [];
  const known = new Set<string>();
  for (const [index, metric] of anchor.metrics.entries()) {
    const { name } = metric;
    if (known.has(name)) {
      read.problems.push({ level: 'warning', message: `Only the first of several metrics named ${name} was read.` });
      continue;
    }
    known.add(name);
    metrics.push(definitionOfMetric(metric, anchor));
    if ((dataType(metric.dataType)?.combine ?? 'sum') === 'sum') readValues(report, derived, index, read);
  }
  const { severities, problems, lost, notEvaluated } = read;
  const extremes = extremesOf(report);
  return {
    space: {
      metrics: without(metrics, new Set(notEvaluated.keys())),
      callTree,
      locationCount: anchor.locations.length,
      severities,
    },
    definitions: definitionsOf(anchor, sites),
    problems: [...report.problems, ...problems, ...leftOut(notEvaluated)],
    lost,
    ...(extremes === undefined ? {} : { extremes }),
  };
}

/** What was read of one metric after the other. */
interface ReadValues {
  readonly severities: Map<string, SeverityColumn>;
  readonly problems: Problem[];
  /** Names of metrics of which not all was read. */
  readonly lost: string[];
  /** Derived metrics that were not evaluated: the reason by their name. */
  readonly notEvaluated: Map<string, string>;
  /** Values kept of all of them. */
  count: number;
}

function definitionOfMetric(metric: CubeMetric, { metrics }: CubeAnchor): MetricDefinition {
  const { name, title, description } = metric;
  const parent = metric.parent < 0 ? undefined : metrics.at(metric.parent)?.name;
  return { name, title, ...(parent === undefined ? {} : { parent }), unit: unitOf(metric.unit).unit, description };
}

/** Reads the values of one metric; as many are kept as fit beside those of the metrics before it. */
function readValues(report: CubeSource, derived: DerivedMetrics, index: number, read: ReadValues): void {
  const { anchor } = report;
  const { name, kind, unit } = elementAt(anchor.metrics, index);
  const found = kind === 'derived' ? evaluated(derived, index, name, read) : report.rows(index);
  if (report.isLost(index)) read.lost.push(name);
  if (found === undefined) return;
  const { rows, dropped } = usable(found);
  if (dropped > 0) {
    const message = `${counted(dropped, 'value')} of metric ${name} cannot be (not a number, or without bound) and are taken as 0.`;
    read.problems.push({ level: 'warning', message });
  }
  const exclusive = kind === 'inclusive' ? withoutChildren(rows, anchor) : rows;
  const column = columnOf(exclusive, anchor.locations.length, unitOf(unit).scale);
  const count = column.value.length;
  if (read.count + count > MOST_VALUES) {
    const message = `Metric ${name} is left out: with its ${count} values there were more than the ${MOST_VALUES} that are read of a file.`;
    read.lost.push(name);
    read.problems.push({ level: 'warning', message });
    return;
  }
  read.count += count;
  if (count > 0) read.severities.set(name, column);
}

function evaluated(derived: DerivedMetrics, index: number, name: string, read: ReadValues): CubeRows | undefined {
  try {
    return derived.rows(index);
  } catch (error) {
    if (!(error instanceof NotEvaluated)) throw error;
    read.notEvaluated.set(name, error.message);
    return undefined;
  }
}

/** Metrics but for some; what these contain is contained in what contains them. */
function without(metrics: readonly MetricDefinition[], left: ReadonlySet<string>): MetricDefinition[] {
  const parentOf = new Map(metrics.map(({ name, parent }) => [name, parent]));
  const above = (name: string | undefined): string | undefined =>
    name !== undefined && left.has(name) ? above(parentOf.get(name)) : name;
  return metrics
    .filter(({ name }) => !left.has(name))
    .map(({ parent, ...rest }) => {
      const next = above(parent);
      return { ...rest, ...(next === undefined ? {} : { parent: next }) };
    });
}

/** What is not evaluated is absent, and said once for all. */
function leftOut(notEvaluated: ReadonlyMap<string, string>): Problem[] {
  if (notEvaluated.size === 0) return [];
  const reasons = [...notEvaluated].map(([name, reason]) => `${plainName(name)}: its formula ${reason}`);
  const named = `${reasons.slice(0, MOST_NAMED).join('; ')}${reasons.length > MOST_NAMED ? '; …' : ''}`;
  const message = `${counted(reasons.length, 'derived metric')} of the file ${reasons.length === 1 ? 'is' : 'are'} not shown (${named}).`;
  return [{ level: 'information', message }];
}

function treeOf(tree: CubeCallTree): { callTree: CallTree; sites: readonly SourceCodeLocation[] } {
  const sites: SourceCodeLocation[] = [];
  const known = new Map<string, number>();
  const site = Uint32Array.from({ length: tree.size }, (_, node) => {
    const [file, line] = [elementAt(tree.file, node), elementAt(tree.line, node)];
    if (file === '' || line <= 0) return 0;
    const key = `${line}:${file}`;
    let index = known.get(key);
    if (index === undefined) known.set(key, (index = sites.push({ file, line })));
    return index;
  });
  return { callTree: { size: tree.size, parent: tree.parent, region: tree.region, site }, sites };
}

/** The values without those that a damaged file holds and no measurement can. */
function usable(rows: CubeRows): { rows: CubeRows; dropped: number } {
  const dropped = rows.value.reduce((count, one) => (Number.isFinite(one) ? count : count + 1), 0);
  if (dropped === 0) return { rows, dropped };
  return { rows: { ...rows, value: rows.value.map((one) => (Number.isFinite(one) ? one : 0)) }, dropped };
}

/** The values that are not zero, sorted by call path, then location. */
function columnOf({ callPath, value }: CubeRows, width: number, scale: number): SeverityColumn {
  const count = value.reduce((sum, one) => (one === 0 ? sum : sum + 1), 0);
  const column = {
    callPath: new Uint32Array(count),
    location: new Uint32Array(count),
    value: new Float64Array(count),
  };
  const order = Uint32Array.from(callPath, (_, row) => row).sort(
    (a, b) => elementAt(callPath, a) - elementAt(callPath, b),
  );
  let entry = 0;
  for (const row of order) {
    for (let location = 0; location < width; location++) {
      const one = elementAt(value, row * width + location);
      if (one === 0) continue;
      column.callPath[entry] = elementAt(callPath, row);
      column.location[entry] = location;
      column.value[entry++] = one * scale;
    }
  }
  return column;
}

function definitionsOf(anchor: CubeAnchor, sites: readonly SourceCodeLocation[]): Definitions {
  return {
    clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
    span: 0,
    systemTree: anchor.systemTree.map(({ parent, ...rest }) => ({ ...rest, parent: parent < 0 ? NO_INDEX : parent })),
    locationGroups: anchor.groups.map(({ name, type, node }) => ({
      name,
      type: groupTypeOf(type),
      systemTreeNode: node,
      creator: NO_INDEX,
    })),
    locations: anchor.locations.map(({ name, type, group }, index) => ({
      name,
      type: locationTypeOf(type),
      group,
      id: String(index),
      announcedEvents: 0,
    })),
    regions: anchor.regions.map(({ mangledName, file, ...region }) => ({
      name: region.name,
      canonicalName: mangledName,
      description: region.description,
      file: file === '' ? undefined : file,
      beginLine: Math.max(0, region.beginLine),
      endLine: Math.max(0, region.endLine),
      paradigm: paradigmOf(region.paradigm),
      role: roleOf(region.role),
    })),
    communicators: [],
    sourceCodeLocations: sites,
    properties: anchor.attributes,
  };
}
