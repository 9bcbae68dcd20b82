/** Comparing groups of runs. */
import { present } from '../../base/present.js';
import { elementAt } from '../../base/elements.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import { TrimtabError } from '../../base/problem.js';
import { timeMetrics } from '../../model/timeMetrics.js';
import type { Experiment } from '../store/experiment.js';
import { comparable } from '../store/comparable.js';
import type { CallPathRow, CellRow, ComparedValue, Comparison, LineRow, Presence, PropertyRow } from './comparison.js';
import { dynamicsRows } from './dynamicsRows.js';
import { efficiencyRows } from './efficiencyRows.js';
import { groupLabels } from './labels.js';
import { measuredRun, type MeasuredRun, type RunGroup, type RunResults } from './measuredRun.js';
import { onOneLevel } from './sameMeasures.js';
import { comparisonProblems } from './problems.js';
import { comparedValue, largestChange } from './statistics.js';
import { uniteTrees, type UnionTree } from './unionTree.js';
import { uniteMetrics, valuesOf, type RunValues } from './values.js';

/** Like RunGroup, still on disk. If omitted, the label is derived from the runs. */
export interface ExperimentGroup {
  readonly label?: string;
  readonly experiments: readonly Experiment[];
}

/** A comparison, and where its call paths are in each run. */
export interface TracedComparison {
  readonly comparison: Comparison;
  /** By identifier of a run: its own call path for each of the comparison; -1 where it has none. */
  readonly ownPaths: ReadonlyMap<string, Int32Array>;
  /** For each cell of the comparison its value in each run, in the order of the groups. */
  readonly cellValues: Float64Array;
}

/**
 * Compares experiments; the first group is the baseline.
 * @param known what was read of an experiment already; the others are read
 * @throws TrimtabError when there are fewer than two groups, a group is empty or an experiment still runs or has no
 * readable results
 */
export function compareExperiments(
  groups: readonly ExperimentGroup[],
  known?: (experiment: Experiment) => RunResults | undefined,
): Comparison {
  return traceExperiments(groups, known).comparison;
}

/** As compareExperiments, with what leads from the comparison back to its runs. */
export function traceExperiments(
  groups: readonly ExperimentGroup[],
  known: (experiment: Experiment) => RunResults | undefined = () => undefined,
): TracedComparison {
  // All of them before the first is read, which takes its time.
  for (const { experiments } of groups) experiments.forEach(comparable);
  const measured = groups.map(({ label, experiments }) => {
    const runs = experiments.map((experiment) => measuredRun(experiment, known(experiment)));
    return { runs, named: { ...present({ label }), runs: runs.map(({ run }) => run) } };
  });
  const labels = groupLabels(measured.map(({ named }) => named));
  return traceRuns(measured.map(({ runs }, index) => ({ label: elementAt(labels, index), runs })));
}

/** The runs in an order that does not depend on the groups, and where the groups find theirs. */
interface Cast {
  readonly runs: readonly MeasuredRun[];
  /** By group: positions in `runs`. */
  readonly groups: readonly (readonly number[])[];
}

function castOf(groups: readonly RunGroup[]): Cast {
  const all = groups.flatMap(({ runs }) => runs);
  const order = (a: MeasuredRun, b: MeasuredRun): number =>
    compareText(a.run.created, b.run.created) || compareText(a.run.id, b.run.id);
  const runs = [...new Set(all)].sort(order);
  return { runs, groups: groups.map((group) => group.runs.map((run) => runs.indexOf(run))) };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** As traceExperiments, for results in memory. */
export function traceRuns(given: readonly RunGroup[]): TracedComparison {
  const { groups, profiles } = onOneLevel(given);
  if (groups.length < 2) throw new TrimtabError('Choose at least two experiments to compare.');
  if (groups.some(({ runs }) => runs.length === 0)) throw new TrimtabError('A group to compare has no experiments.');
  const cast = castOf(groups);
  const union = uniteTrees(cast.runs);
  const metrics = uniteMetrics(cast.runs);
  const values = cast.runs.map((run, index) => valuesOf(run, union, index, metrics));
  const table = new Table(cast, values, union);
  const totalTime = table.row(({ exclusive }) => sum(exclusive.get('time')));
  const efficiencies = efficiencyRows(given);
  const dynamics = dynamicsRows(given);
  const comparison: Comparison = {
    format: 'trimtab-comparison',
    version: 1,
    groups: groups.map(({ label, runs }) => ({ label, runs: runs.map(({ run }) => run) })),
    runTime: comparedValue(cast.groups.map((members) => members.map((run) => elementAt(cast.runs, run).span))),
    totalTime,
    properties: propertyRows(table, metrics, totalTime),
    ...(efficiencies.length === 0 ? {} : { efficiencies }),
    ...(dynamics.length === 0 ? {} : { dynamics }),
    callPaths: callPathRows(table),
    cells: cellRows(table, metrics),
    lines: lineRows(table),
    problems: comparisonProblems(groups, union.lines.filesWithoutText, profiles),
  };
  return { comparison, ownPaths: table.ownPaths, cellValues: table.valuesOf(comparison.cells) };
}

const sum = (column: Float64Array | undefined): number => column?.reduce((total, value) => total + value, 0) ?? 0;

/** Rows out of the runs' values. */
class Table {
  /** By run: its node for every node of the union; -1 where it has none. */
  private readonly ownNodes: readonly Int32Array[];
  /** The same by identifier of the run. */
  readonly ownPaths: ReadonlyMap<string, Int32Array>;

  constructor(
    private readonly cast: Cast,
    readonly values: readonly RunValues[],
    readonly union: UnionTree,
  ) {
    this.ownNodes = union.nodeOf.map((nodeOf) => {
      const own = new Int32Array(union.nodes.length).fill(-1);
      nodeOf.forEach((node, index) => {
        if (node >= 0) own[node] = index;
      });
      return own;
    });
    this.ownPaths = new Map(cast.runs.map(({ run }, index) => [run.id, elementAt(this.ownNodes, index)]));
  }

  row(valueOf: (values: RunValues) => number): ComparedValue {
    return comparedValue(this.cast.groups.map((members) => members.map((run) => valueOf(elementAt(this.values, run)))));
  }

  /** Of each cell in each run, in the order of the groups. */
  valuesOf(cells: readonly CellRow[]): Float64Array {
    const runs = this.cast.groups.flat();
    return Float64Array.from({ length: cells.length * runs.length }, (_, index) => {
      const { property, callPath } = elementAt(cells, Math.floor(index / runs.length));
      const values = elementAt(this.values, elementAt(runs, index % runs.length));
      return values.own.get(property)?.[callPath] ?? 0;
    });
  }

  /** Returns by group the value of the first run that has one. */
  first<T>(find: (run: number) => T | undefined): (T | undefined)[] {
    return this.cast.groups.map((members) => {
      for (const run of members) {
        const found = find(run);
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }

  /** Which groups have a node of the union. */
  has(node: number): boolean[] {
    return this.cast.groups.map((members) =>
      members.some((run) => elementAt(elementAt(this.ownNodes, run), node) >= 0),
    );
  }

  placeOf(run: number, node: number): SourcePlace | undefined {
    const own = elementAt(elementAt(this.ownNodes, run), node);
    const path = elementAt(this.union.paths, run);
    return own < 0 ? undefined : (path.callSite(own) ?? path.definition(own));
  }

  /** By run: every line it names. */
  namedLines(): Map<number, NamedLine>[] {
    return this.union.paths.map((path, run) => {
      const named = new Map<number, NamedLine>();
      const lineAt = (place: SourcePlace): NamedLine => {
        const number = this.union.lines.numberOf(run, place);
        const line = named.get(number) ?? { place, calls: new Set(), begins: new Set() };
        named.set(number, line);
        return line;
      };
      for (let node = 0; node < path.tree.size; node++) {
        const [site, definition] = [path.callSite(node), path.definition(node)];
        const united = elementAt(elementAt(this.union.nodeOf, run), node);
        if (united < 0) continue;
        const { region } = elementAt(this.union.nodes, united);
        if (site !== undefined) lineAt(site).calls.add(region);
        if (definition !== undefined) lineAt(definition).begins.add(region);
      }
      return named;
    });
  }
}

/** A line of a run's own text. */
interface NamedLine {
  readonly place: SourcePlace;
  /** Regions called from it, and those that begin on it. */
  readonly calls: Set<string>;
  readonly begins: Set<string>;
}

function presenceOf(present: readonly boolean[]): Presence {
  if (present.every(Boolean)) return 'everywhere';
  if (!present[0] && present.slice(1).every(Boolean)) return 'new';
  return present[0] && !present.slice(1).some(Boolean) ? 'gone' : 'some';
}

function propertyRows(table: Table, metrics: readonly MetricDefinition[], total: ComparedValue): PropertyRow[] {
  const parts = timeMetrics(metrics);
  return metrics.flatMap(({ name, title, parent, unit }) => {
    if (!table.values.some(({ exclusive }) => exclusive.has(name))) return [];
    const row = table.row(({ exclusive }) => sum(exclusive.get(name)));
    const share = (mean: number, group: number): number => {
      const whole = elementAt(total.groups, group).mean;
      return whole > 0 ? mean / whole : 0;
    };
    const shares = parts.has(name) ? { shares: row.groups.map(({ mean }, group) => share(mean, group)) } : {};
    return [{ property: name, title, ...present({ parent }), unit, ...shares, ...row }];
  });
}

function callPathRows(table: Table): CallPathRow[] {
  return table.union.nodes.map(({ parent, region }, index) => {
    const present = table.has(index);
    return {
      index,
      parent,
      region,
      places: table.first((run) => table.placeOf(run, index)).map((place) => place ?? null),
      present,
      presence: presenceOf(present),
      inclusive: table.row(({ inclusiveTime }) => elementAt(inclusiveTime, index)),
    };
  });
}

/** The metrics that `time` contains, itself included. */
function partsOfTime(metrics: readonly MetricDefinition[]): Set<string> {
  const parts = new Set(['time']);
  for (const { name, parent } of metrics) if (parent !== undefined && parts.has(parent)) parts.add(name);
  return parts;
}

function cellRows(table: Table, metrics: readonly MetricDefinition[]): CellRow[] {
  const parts = partsOfTime(metrics);
  const cells: CellRow[] = [];
  for (const { name } of metrics)
    for (let node = 0; node < table.union.nodes.length; node++) {
      if (!table.values.some(({ own }) => (own.get(name)?.[node] ?? 0) !== 0)) continue;
      cells.push({ property: name, callPath: node, ...table.row(({ own }) => own.get(name)?.[node] ?? 0) });
    }
  const rank = ({ property }: CellRow): number => (parts.has(property) ? 0 : 1);
  const size = new Map(cells.map((cell) => [cell, largestChange(cell)]));
  return cells.sort((a, b) => rank(a) - rank(b) || (size.get(b) ?? 0) - (size.get(a) ?? 0));
}

function lineRows(table: Table): LineRow[] {
  const places = table.namedLines();
  const rows: LineRow[] = [];
  for (let line = 0; line < table.union.lines.size; line++) {
    if (!table.values.some(({ lineTime }) => lineTime[line] !== 0)) continue;
    const where = table.first((run) => elementAt(places, run).get(line)?.place);
    const called = new Set(places.flatMap((known) => [...(known.get(line)?.calls ?? [])]));
    const begun = new Set(places.flatMap((known) => [...(known.get(line)?.begins ?? [])]));
    rows.push({
      places: where.map((place) => place ?? null),
      calls: [...called],
      begins: [...begun],
      presence: presenceOf(where.map((place) => place !== undefined)),
      ...table.row(({ lineTime }) => elementAt(lineTime, line)),
      own: table.row(({ ownLineTime }) => elementAt(ownLineTime, line)),
    });
  }
  return rows.sort((a, b) => largestChange(b) - largestChange(a));
}
