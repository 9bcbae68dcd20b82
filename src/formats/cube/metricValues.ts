/** Values of the metrics of a CUBE file, read one after the other. */
import { elementAt } from '../../base/elements.js';
import { plainName } from '../../base/plainText.js';
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { AtomicEvents } from '../../model/atomicEvents.js';
import type { MetricDefinition, SeverityColumn } from '../../model/performanceSpace.js';
import type { ApartMetric, Places } from '../../model/profile.js';
import { MOST_VALUES } from '../limits.js';
import { withoutChildren } from './alongCalls.js';
import type { CubeMetric, CubeRows, CubeSource } from './anchor.js';
import { columnOf, inRows, nonZeroColumn, usable } from './columns.js';
import { compositeType } from './compositeTypes.js';
import { NotEvaluated } from './cubepl/syntax.js';
import { dataType } from './dataTypes.js';
import { DerivedMetrics } from './derivedMetrics.js';
import { NEVER } from './extremes.js';
import { unitOf } from './names.js';
import { CubeStatistics } from './statistics.js';

/** At most so many metrics are named. */
const MOST_NAMED = 3;

export class CubeMetricValues {
  readonly severities = new Map<string, SeverityColumn>();
  /** Names of metrics of which not all was read. */
  readonly lost: string[] = [];
  readonly apart: ApartMetric[] = [];
  readonly absent = new Map<string, Places>();
  /** Metrics that are no metrics of the space, since their values cannot be added up. */
  readonly outside = new Set<string>();
  /** Metrics that the file puts together with others to one value; their parents are that. */
  readonly added: MetricDefinition[] = [];
  private readonly found: Problem[] = [];
  private readonly notEvaluated = new Map<string, string>();
  private readonly derived: DerivedMetrics;
  private readonly statistics: CubeStatistics;
  private count = 0;

  constructor(private readonly source: CubeSource) {
    this.derived = new DerivedMetrics(source);
    this.statistics = new CubeStatistics(source.anchor);
  }

  get problems(): Problem[] {
    return [...this.found, ...leftOut(this.notEvaluated)];
  }

  get atomicEvents(): AtomicEvents | undefined {
    return this.statistics.events();
  }

  /** @param definition what the metric is in the model */
  read(index: number, definition: MetricDefinition): void {
    const metric = elementAt(this.source.anchor.metrics, index);
    const combine = dataType(metric.dataType)?.combine;
    if (metric.kind === 'derived') this.addSums(metric, definition.name, this.evaluated(index, metric.name));
    else if (combine === 'min' || combine === 'max') this.addExtremes(index, definition, combine);
    else if (compositeType(metric.dataType) !== undefined) this.addParts(index, definition);
    else this.addSums(metric, definition.name, this.source.rows(index));
    if (this.source.isLost(index)) this.lost.push(definition.name);
  }

  /** Values are kept within the memory left by the previous metrics. */
  private addSums({ kind, unit, dataType: type }: CubeMetric, name: string, found: CubeRows | undefined): void {
    if (found === undefined) return;
    const { anchor } = this.source;
    const { rows, unknown } = usable(found, anchor.locations.length, dataType(type)?.below ?? Infinity);
    const wrong = unknown.callPath.length;
    if (wrong > 0) {
      this.absent.set(name, unknown);
      this.warn(
        `${counted(wrong, 'value')} of metric ${name} cannot be (not a number, without bound, or of a counter that wrapped) and ${wrong === 1 ? 'is' : 'are'} absent.`,
      );
    }
    const exclusive = kind === 'inclusive' ? withoutChildren(rows, anchor) : rows;
    this.keep(name, nonZeroColumn(exclusive, anchor.locations.length, unitOf(unit).scale));
  }

  private keep(name: string, column: SeverityColumn): void {
    const count = column.value.length;
    if (this.count + count > MOST_VALUES) {
      this.lost.push(name);
      this.warn(
        `Metric ${name} is ignored: with its ${count} values the file exceeds the limit of ${MOST_VALUES} values.`,
      );
      return;
    }
    this.count += count;
    if (count > 0) this.severities.set(name, column);
  }

  private addExtremes(index: number, definition: MetricDefinition, combine: 'min' | 'max'): void {
    const rows = this.source.rows(index);
    this.outside.add(definition.name);
    if (rows === undefined) return;
    this.addApart(index, definition, combine, rows, (value) => value !== 0 && Math.abs(value) < NEVER);
  }

  private addApart(
    index: number,
    definition: MetricDefinition,
    combine: ApartMetric['combine'],
    rows: CubeRows,
    isKept: (value: number) => boolean,
  ): void {
    const { metrics, callTree, locations } = this.source.anchor;
    const { scale } = unitOf(elementAt(metrics, index).unit);
    const column = columnOf(rows, locations.length, scale, (value) => Number.isFinite(value) && isKept(value));
    if (this.count + column.value.length > MOST_VALUES) return void this.lost.push(definition.name);
    this.count += column.value.length;
    this.apart.push({ definition, combine, values: inRows(column, callTree.size) });
  }

  /** Values that are no single numbers: as what they are. */
  private addParts(index: number, definition: MetricDefinition): void {
    const metric = elementAt(this.source.anchor.metrics, index);
    const type = compositeType(metric.dataType);
    const found = this.source.parts?.(index);
    if (type?.kind !== 'numbers' && type?.kind !== 'histogram') this.outside.add(definition.name);
    if (type === undefined || found === undefined) return;
    const { callPath, parts } = found;
    const rows = (value: Float64Array): CubeRows => ({ callPath, value });
    switch (type.kind) {
      case 'statistics':
        this.statistics.add(metric, found);
        break;
      case 'rate':
      case 'complex': {
        const [one, other] = [elementAt(parts, 0), elementAt(parts, 1)];
        const combined = type.kind === 'rate' ? perSecond(one, other) : magnitude(one, other);
        this.addApart(index, definition, 'none', rows(combined), (value) => value !== 0);
        break;
      }
      case 'numbers':
        this.addNumbers(metric, definition, rows, parts);
        break;
      case 'histogram':
        // Bins of different places have different borders, so that only how many values they hold adds up.
        this.addNumbers({ ...metric, unit: 'occ' }, definition, rows, parts.slice(2), false);
        break;
      case 'function':
        this.tell(`Metric ${definition.name} is not shown: its values are functions of the number of processes.`);
    }
  }

  /** Lists of numbers add up one by one; their sum contains them. */
  private addNumbers(
    metric: CubeMetric,
    { name, title, unit, description }: MetricDefinition,
    rows: (value: Float64Array) => CubeRows,
    parts: readonly Float64Array[],
    each = true,
  ): void {
    const sum = elementAt(parts, 0).map((_, i) => parts.reduce((all, part) => all + elementAt(part, i), 0));
    this.addSums(metric, name, rows(sum));
    if (!each || parts.length > MOST_LISTED) return;
    for (const [number, part] of parts.entries()) {
      const own = `${name} [${number}]`;
      this.added.push({ name: own, title: `${title} [${number}]`, parent: name, unit, description });
      this.addSums(metric, own, rows(part));
    }
  }

  private evaluated(index: number, name: string): CubeRows | undefined {
    try {
      return this.derived.rows(index);
    } catch (error) {
      if (!(error instanceof NotEvaluated)) throw error;
      this.notEvaluated.set(name, error.message);
      this.outside.add(name);
      return undefined;
    }
  }

  private warn(message: string): void {
    this.found.push({ level: 'warning', message });
  }

  private tell(message: string): void {
    this.found.push({ level: 'information', message });
  }
}

/** Maximum length of a list; longer lists are reported as their sum alone. */
const MOST_LISTED = 16;

/** Nothing in no time is nothing; something in no time is no number. */
function perSecond(amount: Float64Array, seconds: Float64Array): Float64Array {
  return amount.map((one, i) => (one === 0 ? 0 : one / elementAt(seconds, i)));
}

function magnitude(real: Float64Array, imaginary: Float64Array): Float64Array {
  return real.map((one, i) => Math.hypot(one, elementAt(imaginary, i)));
}

/** Metrics that are not evaluated are omitted, and reported once for all. */
function leftOut(notEvaluated: ReadonlyMap<string, string>): Problem[] {
  if (notEvaluated.size === 0) return [];
  const reasons = [...notEvaluated].map(([name, reason]) => `${plainName(name)}: its formula ${reason}`);
  const named = `${reasons.slice(0, MOST_NAMED).join('; ')}${reasons.length > MOST_NAMED ? '; …' : ''}`;
  const message = `${counted(reasons.length, 'derived metric')} of the file ${reasons.length === 1 ? 'is' : 'are'} not shown (${named}).`;
  return [{ level: 'information', message }];
}
