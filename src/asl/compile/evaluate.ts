/** Properties over the rows of a measured run: where they hold, how severe they are. */
import { performance } from 'node:perf_hooks';
import { isMany, type AslData, type Column } from '../data.js';
import type { TypedGuard, TypedProperty } from '../types/property.js';
import { Compiler } from './closures.js';
import { Frame } from './frame.js';
import { type EvaluateOptions, LIMITS, LimitReached, Meter } from './meter.js';

/** Rows that are evaluated at once: few enough to stay in the caches of a processor. */
const BLOCK = 1024;
/** Values that rows of a block together have at most where each has one for each location. */
const MOST_VALUES = 1 << 20;
/** Steps that keeping a place where a property holds takes. */
const STEPS_OF_FOUND = 16;
/** Maximum number of instances of one property: the most severe are kept. */
const MOST_FOUND = 10_000;

/** A property that holds, for one row of each of its classes. */
export interface EvaluatedInstance {
  /** A row of the class of each parameter, in their order. */
  readonly rows: readonly number[];
  readonly severity: number;
  readonly confidence: number;
  /** Lost location-seconds: as in the property, else its severity as a share of those of the run. */
  readonly impact?: number;
  /** The row that the property reports, if it defines one. */
  readonly at?: number;
  /** Definitions that are one number or text, by name; NaN for what is absent. */
  readonly values: ReadonlyMap<string, number>;
}

export interface Evaluated {
  readonly property: TypedProperty;
  /** Most severe first. */
  readonly found: readonly EvaluatedInstance[];
  /** For how many rows it was asked. */
  readonly asked: number;
  /** Whether anything that it needs was measured. */
  readonly isMeasured: boolean;
  /** Reason of a stop; then the property has no results. */
  readonly stopped?: string;
}

export function evaluate(property: TypedProperty, data: AslData, options: EvaluateOptions = {}): Evaluated {
  const { limits = LIMITS, now = () => performance.now() / 1000 } = options;
  const counts = property.rows.map(({ of, isBasis }) => (isBasis ? 1 : (data.table(of)?.rows ?? 0)));
  const asked = counts.reduce((product, count) => product * count, 1);
  const none = { property, found: [], asked, isMeasured: false } as const;
  if (asked === 0 || property.rows.length === 0) return none;
  const ended = property.patterns.map((pattern) => data.stopped?.(pattern)).find((each) => each !== undefined);
  if (ended !== undefined) return { ...none, stopped: `${property.name} is not known, for its pattern ${ended}` };
  const meter = new Meter(limits, now);
  const found: EvaluatedInstance[] = [];
  let isMeasured = false;
  const block = Math.max(1, Math.min(BLOCK, Math.floor(MOST_VALUES / (data.table('Location')?.rows ?? 1))));
  try {
    const compiled = compile(property);
    for (let first = 0; first < asked; first += block) {
      const frame = new Frame(Math.min(block, asked - first), data, meter);
      meter.take(frame.size * property.rows.length);
      const rows = rowsOf(property, counts, first, frame);
      isMeasured = hold(compiled, frame, rows, found) || isMeasured;
      if (found.length > 2 * MOST_FOUND) keepMostSevere(found);
    }
  } catch (error) {
    if (error instanceof LimitReached) return { ...none, stopped: `${property.name}: ${error.message}` };
    throw error;
  }
  keepMostSevere(found);
  return { property, found, asked, isMeasured };
}

function keepMostSevere(found: EvaluatedInstance[]): void {
  found.sort((a, b) => b.severity - a.severity || (b.impact ?? 0) - (a.impact ?? 0));
  found.length = Math.min(found.length, MOST_FOUND);
}

/** Puts the rows of a block into their places: all combinations, the last parameter changing fastest. */
function rowsOf(property: TypedProperty, counts: readonly number[], first: number, frame: Frame): Float64Array[] {
  let stride = 1;
  const rows = property.rows.map(() => new Float64Array(frame.size));
  for (let parameter = counts.length - 1; parameter >= 0; parameter--) {
    const [count, { slot, isBasis } = { slot: -1, isBasis: false }] = [
      counts[parameter] ?? 1,
      property.rows[parameter],
    ];
    const own = rows[parameter] ?? new Float64Array(0);
    for (let at = 0; at < frame.size; at++)
      own[at] = isBasis ? frame.data.wholeProgram : Math.floor((first + at) / stride) % count;
    frame.put(slot, own);
    stride *= count;
  }
  return rows;
}

type Values = (frame: Frame) => Float64Array;
interface Guard {
  readonly label: string | undefined;
  readonly value: Values;
}

interface CompiledProperty {
  readonly conditions: readonly Guard[];
  readonly confidences: readonly Guard[];
  readonly severities: readonly Guard[];
  readonly impact: Values | undefined;
  readonly at: ((frame: Frame) => Column) | undefined;
  readonly locals: readonly { readonly name: string; readonly value: (frame: Frame) => Column }[];
  /** Whether it also holds with a severity of 0. */
  readonly mayBeNone: boolean;
}

function compile(property: TypedProperty): CompiledProperty {
  const compiler = new Compiler();
  // In their order, so that none descends through all before it.
  const locals = property.locals.map(({ name, value }) => ({ name, value: compiler.compile(value) }));
  const guards = (of: readonly TypedGuard[]): Guard[] =>
    of.map(({ label, value }) => ({ label, value: compiler.single(value) }));
  const [only] = property.severities;
  return {
    conditions: guards(property.conditions),
    confidences: guards(property.confidences),
    severities: guards(property.severities),
    impact: property.impact === undefined ? undefined : compiler.single(property.impact),
    at: property.at === undefined ? undefined : compiler.compile(property.at),
    locals,
    // A severity that is written as 0 is a filter, not a severity.
    mayBeNone: only?.value.op === 'number' && only.value.value === 0,
  };
}

/** Seconds of all locations, which an impact is a share of. */
function runSeconds(data: AslData): number {
  const column = data.table('Experiment')?.member('cpu', Float64Array.of(0));
  return column === undefined || isMany(column) ? NaN : (column[0] ?? NaN);
}

/** Adds where the property holds. @returns whether its severity is known anywhere */
function hold(
  compiled: CompiledProperty,
  frame: Frame,
  rows: readonly Float64Array[],
  found: EvaluatedInstance[],
): boolean {
  const conditions = compiled.conditions.map(({ label, value }) => ({ label, holds: value(frame) }));
  const isHeld = (row: number, label?: string): boolean =>
    conditions.length === 0 ||
    conditions.some((each) => each.holds[row] === 1 && (label === undefined || each.label === label));
  const some = Array.from({ length: frame.size }, (_, row) => isHeld(row));
  const impact = compiled.impact?.(frame);
  const severities = compiled.severities.map(({ label, value }) => ({ label, of: value(frame) }));
  const isMeasured = [...severities.map(({ of }) => of), impact ?? frame.nothing()].some((column) =>
    column.some((value) => !Number.isNaN(value)),
  );
  if (!some.includes(true)) return isMeasured;
  const confidences = compiled.confidences.map(({ label, value }) => ({ label, of: value(frame) }));
  const largest = (of: typeof severities, row: number, otherwise: number): number =>
    of.reduce((best, each) => {
      const value = isHeld(row, each.label) ? (each.of[row] ?? NaN) : NaN;
      return Number.isNaN(value) ? best : Number.isNaN(best) ? value : Math.max(best, value);
    }, otherwise);
  const at = compiled.at?.(frame);
  const cpu = runSeconds(frame.data);
  const values = compiled.locals.map(({ name, value }) => ({ name, of: value(frame) }));
  for (let row = 0; row < frame.size; row++) {
    if (some[row] !== true) continue;
    frame.meter.take(STEPS_OF_FOUND + values.length);
    const given = impact?.[row] ?? NaN;
    const severity = severities.length === 0 ? given / cpu : largest(severities, row, NaN);
    const lost = impact === undefined ? severity * cpu : given;
    if (!(severity > 0 || (compiled.mayBeNone && severity === 0))) continue;
    found.push({
      rows: rows.map((each) => each[row] ?? NaN),
      severity,
      confidence: confidences.length === 0 ? 1 : Math.max(0, Math.min(1, largest(confidences, row, NaN))),
      ...(Number.isNaN(lost) ? {} : { impact: lost }),
      ...(at === undefined || isMany(at) ? {} : { at: at[row] ?? NaN }),
      values: new Map(values.flatMap(({ name, of }) => (isMany(of) ? [] : [[name, of[row] ?? NaN]]))),
    });
  }
  return isMeasured;
}
