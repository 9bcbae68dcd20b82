/** Patterns over events: all of them in one pass (Wolf 2003, algorithm 3.1, as far as instances are concerned). */
import { performance } from 'node:perf_hooks';
import { type AslData, type Column, isMany } from '../data.js';
import { type AslEvents, type EventClass, isEventClass } from '../events.js';
import { elementOf } from '../types/type.js';
import type { TypedPattern } from '../types/pattern.js';
import { Compiler, type Evaluate } from './closures.js';
import { Frame } from './frame.js';
import { grouped, type GroupedConstraint } from './grouping.js';
import { type EvaluateOptions, LimitReached, type Limits, LIMITS, Meter } from './meter.js';

/** Roots that are looked at together: they, and what they point to, are still at hand then. */
const BLOCK = 128;
/** So many events later at most, what was put aside is looked at. */
const REACH = 1024;
const MOST_MATCHES = 1_000_000;
/** Values of all exports of a pattern together. */
const MOST_VALUES = 8_000_000;
/** Additional steps per event beyond the limits of a pattern: simple ones are never stopped by a long trace. */
const STEPS_A_ROOT = 256;
const SECONDS_A_ROOT = 20e-6;

/** Exported values of a pattern's instances, one row per match. */
export interface MatchSet {
  readonly pattern: TypedPattern;
  /** Omitted if nothing can be found: a parameter is used in a way that no pass over the events supports. */
  constraint?: GroupedConstraint;
  readonly exports: ReadonlyMap<string, number[]>;
  /** Identifiers of the reported call path of each match, and of the call path of its root event. */
  readonly visits: number[];
  readonly rootVisits: number[];
  readonly locations: number[];
  /** Why it was stopped, where it was; what was found until then is not all. */
  stopped?: string;
}

/**
 * Looks for all patterns at once; one that takes too much is stopped, and the others go on.
 * @param now seconds of a clock that only goes forward
 */
export function matchesOf(
  patterns: readonly TypedPattern[],
  data: AslData,
  events: AslEvents,
  { limits = LIMITS, now = () => performance.now() / 1000 }: EvaluateOptions = {},
): MatchSet[] {
  const searches = patterns.map((pattern) => new Search(pattern, data, events, limits, now));
  const byType = new Map<EventClass, Search[]>();
  for (const search of searches)
    for (const type of search.set.pattern.roots)
      if (isEventClass(type)) byType.set(type, [...(byType.get(type) ?? []), search]);
  for (const { index, type } of events.roots(new Set(byType.keys())))
    for (const search of byType.get(type) ?? []) search.offer(index);
  for (const search of searches) search.look();
  return searches.map(({ set }) => set);
}

/** A search within its limits. */
class Search {
  readonly set: MatchSet;
  private readonly meter: Meter;
  /** Seconds that it took, without those in which the trace was read. */
  private worked = 0;
  private since: number | undefined;
  private looker: Looker | undefined;

  constructor(
    pattern: TypedPattern,
    data: AslData,
    events: AslEvents,
    limits: Limits,
    private readonly now: () => number,
  ) {
    const constraint = grouped(pattern);
    const exports = new Map(pattern.exports.map(({ name }) => [name, numbers()]));
    this.set = { pattern, exports, visits: [], rootVisits: [], locations: [] };
    this.meter = new Meter(limits, () => this.worked + (this.since === undefined ? 0 : this.now() - this.since));
    if (constraint === undefined) return;
    this.set.constraint = constraint;
    this.guarded(() => (this.looker = new Looker(this.set, constraint, data, events, this.meter)));
  }

  offer(root: number): void {
    if (this.looker?.isFull(root) === true) this.look();
    this.looker?.add(root);
  }

  look(): void {
    const { looker } = this;
    if (looker === undefined || looker.count === 0) return;
    this.meter.grant(looker.count * STEPS_A_ROOT, looker.count * SECONDS_A_ROOT);
    this.guarded(() => looker.look());
  }

  private guarded(work: () => void): void {
    this.since = this.now();
    try {
      work();
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.set.stopped = `${this.set.pattern.name}: ${error.message}`;
      this.looker = undefined;
    } finally {
      this.worked += this.now() - this.since;
      this.since = undefined;
    }
  }
}

/** Looks at events block by block, and notes what matches. */
class Looker {
  private roots: number[] = [];
  private readonly parts: readonly Evaluate[];
  private readonly conditions: readonly ((frame: Frame) => Float64Array)[];
  private readonly foreach: { readonly set: Evaluate; readonly slot: number } | undefined;
  private readonly exports: readonly { readonly name: string; readonly value: Evaluate }[];
  /** The exported event that locates a match. */
  private readonly at: string | undefined;

  constructor(
    private readonly set: MatchSet,
    constraint: GroupedConstraint,
    private readonly data: AslData,
    private readonly events: AslEvents,
    private readonly meter: Meter,
  ) {
    const { pattern } = set;
    const compiler = new Compiler();
    this.parts = pattern.parts.map(({ value }) => compiler.compile(value));
    this.conditions = constraint.conditions.map((condition) => compiler.single(condition));
    const { foreach } = pattern;
    this.foreach = foreach === undefined ? undefined : { set: compiler.compile(foreach.set), slot: foreach.slot };
    this.exports = pattern.exports.map(({ name, value }) => ({ name, value: compiler.compile(value) }));
    this.at = pattern.exports.find(({ name, value }) => name === 'at' && elementOf(value.type).kind === 'object')?.name;
  }

  get count(): number {
    return this.roots.length;
  }

  /** Whether what was put aside is to be looked at before another event is. */
  isFull(root: number): boolean {
    const [first] = this.roots;
    return this.roots.length >= BLOCK || (first !== undefined && root - first > REACH);
  }

  add(root: number): void {
    this.roots.push(root);
  }

  look(): void {
    const roots = Float64Array.from(this.roots);
    this.roots = [];
    const frame = new Frame(roots.length, this.data, this.meter);
    frame.put(this.set.pattern.rootSlot, roots);
    const holds = new Uint8Array(roots.length).fill(1);
    for (const part of this.parts) keepWhere(holds, part(frame), isThere);
    for (const condition of this.conditions) {
      if (!holds.includes(1)) return;
      keepWhere(holds, condition(frame), (value) => value === 1);
    }
    if (this.foreach === undefined)
      this.export(
        frame,
        roots,
        Uint32Array.from(roots, (_, at) => at),
        holds,
      );
    else this.exportEach(this.foreach, frame, roots, holds);
  }

  private exportEach(
    foreach: { set: Evaluate; slot: number },
    frame: Frame,
    roots: Float64Array,
    holds: Uint8Array,
  ): void {
    const set = foreach.set(frame);
    if (!isMany(set)) return;
    this.meter.hold(set.values.length);
    const owner = new Uint32Array(set.values.length);
    for (let row = 0; row < roots.length; row++) owner.fill(row, set.starts[row], set.starts[row + 1]);
    const inner = new Frame(owner.length, this.data, this.meter, { frame, owner });
    inner.put(foreach.slot, set.values);
    this.export(inner, roots, owner, holds);
  }

  /** Adds a match for each row whose root holds. */
  private export(frame: Frame, roots: Float64Array, owner: Uint32Array, holds: Uint8Array): void {
    const columns = this.exports.map(({ name, value }) => ({ name, of: value(frame) }));
    const { visits, rootVisits, locations, exports } = this.set;
    for (let row = 0; row < frame.size; row++) {
      const of = owner[row] ?? 0;
      if (holds[of] !== 1) continue;
      if (visits.length >= MOST_MATCHES) throw new LimitReached(`it was stopped at ${MOST_MATCHES} matches`);
      if (visits.length * (columns.length + PLACES) >= MOST_VALUES)
        throw new LimitReached(`it was stopped at ${MOST_VALUES} values of its matches; export fewer, or match less`);
      for (const { name, of: column } of columns) exports.get(name)?.push(isMany(column) ? NaN : (column[row] ?? NaN));
      const root = roots[of] ?? NaN;
      const at = this.at === undefined ? root : (exports.get(this.at)?.at(-1) ?? NaN);
      visits.push(this.events.visitOf(at));
      rootVisits.push(this.events.visitOf(root));
      locations.push(this.events.locationOf(at));
    }
  }
}

/** Number of columns that locate a match. */
const PLACES = 3;

const numbers = (): number[] => [];

function isThere(value: number): boolean {
  return !Number.isNaN(value);
}

function keepWhere(holds: Uint8Array, column: Column, is: (value: number) => boolean): void {
  for (let row = 0; row < holds.length; row++) {
    const value = isMany(column)
      ? (column.starts[row + 1] ?? 0) - (column.starts[row] ?? 0) || NaN
      : (column[row] ?? NaN);
    if (!is(value)) holds[row] = 0;
  }
}
