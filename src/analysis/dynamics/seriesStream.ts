import type { Change } from './changes.js';
import { HaarCounter, variabilityOf, type Variability } from './haar.js';
import { History } from './history.js';
import { SeriesJudge, type SeriesVerdict } from './judge.js';
import type { Peak } from './peaks.js';
import type { Trend } from './trends.js';

/** Iterations that are judged together. */
const CHUNK = 1024;
/** Of one series; of the others their number and what they cost is known. */
const MOST_PATTERNS = 32;

/** State of a series in progress. Iterations count from its start. */
export interface StreamVerdict extends Variability {
  readonly length: number;
  readonly mean: number;
  readonly zone: number;
  readonly peaks: readonly Peak[];
  readonly changes: readonly Change[];
  readonly trends: readonly Omit<Trend, 'accumulated'>[];
  /** Total cost of all trends, at the resolution of the history's bins. */
  readonly trendsExcess: number;
  /** Patterns that are not kept, and what they cost. */
  readonly others: { readonly count: number; readonly excess: number };
}

/**
 * A series in progress, judged in chunks, in constant memory (dynamics.md, section 4). Energies are those of the whole,
 * since their counter runs continuously. Narrow patterns come from chunks, those wider than a quarter of one from a
 * history in bins.
 */
export class SeriesStream {
  private readonly haar = new HaarCounter();
  private readonly history = new History();
  private readonly judge: SeriesJudge;
  private readonly chunk: Float64Array;
  private filled = 0;
  private length = 0;
  private sum = 0;
  private peaks: Peak[] = [];
  private changes: Change[] = [];
  private zone = 0;
  private others = { count: 0, excess: 0 };

  /** @param size iterations a chunk, at least 8 */
  constructor(size = CHUNK) {
    this.chunk = new Float64Array(size);
    this.judge = new SeriesJudge(size);
  }

  /** @param value seconds; what is not finite or negative is missing and counts as the value before it */
  add(value: number): void {
    const known = Number.isFinite(value) && value >= 0 ? value : this.before();
    this.haar.add(known);
    this.history.add(known);
    this.sum += known;
    this.length++;
    this.chunk[this.filled++] = known;
    if (this.filled < this.chunk.length) return;
    const { peaks, changes, zone } = this.chunkVerdict();
    this.peaks = this.costliest([...this.peaks, ...peaks]);
    this.changes = largest(joined(this.changes, changes, this.length - this.filled, zone));
    this.zone = Math.max(this.zone, zone);
    this.filled = 0;
  }

  private before(): number {
    return this.chunk[(this.filled === 0 ? this.chunk.length : this.filled) - 1] ?? 0;
  }

  /** The chunk that is being filled, or just was, with iterations of the whole. */
  private chunkVerdict(): Pick<SeriesVerdict, 'peaks' | 'changes' | 'zone'> {
    const values = this.chunk.subarray(0, this.filled);
    const judge = this.filled === this.chunk.length ? this.judge : new SeriesJudge(this.filled);
    const { peaks, changes, zone } = judge.judge(values);
    const shift = this.length - this.filled;
    return {
      zone,
      peaks: peaks.map((peak) => ({
        ...{ ...peak, first: peak.first + shift, last: peak.last + shift, top: peak.top + shift },
      })),
      changes: changes.map((change) => moved(change, shift)),
    };
  }

  /** Returns the verdict so far; more samples can be added. */
  verdict(): StreamVerdict {
    const open = this.filled === 0 ? { peaks: [], changes: [], zone: 0 } : this.chunkVerdict();
    const kept = { ...this.others };
    const peaks = this.costliest([...this.peaks, ...open.peaks]);
    const { others } = this;
    this.others = kept;
    const zone = Math.max(this.zone, open.zone);
    const narrow = joined(this.changes, open.changes, this.length - this.filled, open.zone);
    const changes = largest(this.withWide(narrow));
    const trends = this.trends(changes, zone);
    return {
      ...variabilityOf(this.haar.energies(), this.chunk.length),
      ...{ length: this.length, mean: this.length === 0 ? 0 : this.sum / this.length, zone },
      ...{ peaks, changes, trends, trendsExcess: this.together(trends), others },
    };
  }

  /** Changes of chunks, with those of the history that are too wide for them, or that lie between two of them. */
  private withWide(narrow: readonly Change[]): Change[] {
    if (this.length <= this.chunk.length) return [...narrow];
    const means = this.history.means();
    const { width } = this.history;
    const found = new SeriesJudge(means.length).judge(means).changes.map((change) => ({
      ...change,
      first: change.first * width,
      last: change.last * width + width - 1,
      isStep: change.isStep && change.last - change.first <= 1,
    }));
    const least = this.chunk.length / 4;
    const overlaps = (a: Change, b: Change): boolean => a.kind === b.kind && a.first <= b.last && b.first <= a.last;
    const wide = found.filter(
      (change) => change.last - change.first > least || !narrow.some((other) => overlaps(change, other)),
    );
    // Patterns too wide for their chunk are reported from the history alone.
    const rest = narrow.filter(
      (change) => change.last - change.first <= least && !wide.some((other) => overlaps(change, other)),
    );
    return [...rest, ...wide].sort((a, b) => a.first - b.first);
  }

  private trends(changes: readonly Change[], zone: number): Omit<Trend, 'accumulated'>[] {
    return changes.flatMap(({ kind, first, last, before, after, isStep }, i) => {
      if (kind === 'fall') return [];
      const back = changes.slice(i + 1).find((later) => later.kind === 'fall' && later.after <= before + zone);
      const costsUntil = back?.last ?? this.length - 1;
      const excess = this.history.excess(first, costsUntil, before);
      return { first, last, isStep, before, after, costsUntil, isRecovered: back !== undefined, excess };
    });
  }

  /** Each stretch of iterations counts over the lowest level of the trends that cost in it. */
  private together(trends: readonly Omit<Trend, 'accumulated'>[]): number {
    const borders = [...new Set(trends.flatMap(({ first, costsUntil }) => [first, costsUntil + 1]))].sort(
      (a, b) => a - b,
    );
    return borders.slice(1).reduce((sum, end, i) => {
      const start = borders[i] ?? end;
      const costing = trends.filter(({ first, costsUntil }) => first <= start && costsUntil >= end - 1);
      const base = costing.reduce((least, { before }) => Math.min(least, before), Infinity);
      return base === Infinity ? sum : sum + this.history.excess(start, end - 1, base);
    }, 0);
  }

  private costliest(peaks: readonly Peak[]): Peak[] {
    const byCost = peaks.toSorted((a, b) => b.excess - a.excess);
    const dropped = byCost.slice(MOST_PATTERNS);
    this.others = {
      count: this.others.count + dropped.length,
      excess: dropped.reduce((sum, { excess }) => sum + excess, this.others.excess),
    };
    return byCost.slice(0, MOST_PATTERNS).sort((a, b) => a.first - b.first);
  }
}

function moved(change: Change, shift: number): Change {
  return { ...change, first: change.first + shift, last: change.last + shift };
}

/**
 * Appends the changes of a chunk to earlier ones; a change that continues across the border is one, if the levels
 * agree.
 */
function joined(before: readonly Change[], after: readonly Change[], border: number, zone: number): Change[] {
  const [last, first] = [before.at(-1), after[0]];
  const goesOn =
    first !== undefined &&
    last?.kind === first.kind &&
    last.last >= border - 1 &&
    first.first <= border &&
    Math.abs(last.after - first.before) <= zone;
  if (!goesOn) return [...before, ...after];
  const one = { ...last, last: first.last, after: first.after, isStep: last.isStep && first.isStep };
  return [...before.slice(0, -1), one, ...after.slice(1)];
}

/** Twice as many changes as patterns, since falls end what rises cost: the largest. */
function largest(changes: readonly Change[]): Change[] {
  const size = ({ before, after }: Change): number => Math.abs(after - before);
  return changes
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, 2 * MOST_PATTERNS)
    .sort((a, b) => a.first - b.first);
}
