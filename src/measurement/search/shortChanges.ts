/**
 * Changes that are shorter than the bins of a long run, found in chunks of iterations that were known one by one: patterns are
 * put together, and judged by the time of all iterations (dynamics.md, section 4).
 */
import type { DynamicsFinding, DynamicsPattern } from '../../model/dynamics/dynamics.js';
import { MOST_SINGLE } from '../live/iterations/folded.js';
import { withSentence } from './inIterations.js';
import type { PlacedFinding } from './noteChanges.js';

/** Longer patterns are found in the bins. */
const LONGEST = MOST_SINGLE / 4;
/** Patterns of one series that are kept, the costliest. */
const MOST_PATTERNS = 32;
/** Share of the loop's time from which on a change is reported, as in the built-in properties. */
const THRESHOLD = 0.01;

interface Kept {
  readonly placed: PlacedFinding;
  readonly patterns: readonly DynamicsPattern[];
  /** Patterns that are not kept, and what they cost. */
  readonly others: { readonly count: number; readonly excess: number };
}

/** Ranks that go alike are one series. */
const keyOf = ({ finding: { property, metric, locations }, path }: PlacedFinding): string =>
  JSON.stringify([property, metric, path, locations]);

const overlaps = (a: DynamicsPattern, b: DynamicsPattern): boolean => a.first <= b.last && b.first <= a.last;

export class ShortChanges {
  private readonly kept = new Map<string, Kept>();

  /** Takes what was found in a chunk. */
  add(found: readonly PlacedFinding[]): void {
    for (const placed of found) {
      const patterns = placed.finding.patterns.filter(({ first, last }) => last - first < LONGEST);
      if (patterns.length > 0) this.keep(placed, patterns);
    }
  }

  private keep(placed: PlacedFinding, patterns: readonly DynamicsPattern[]): void {
    const known = this.kept.get(keyOf(placed));
    const all = known?.patterns ?? [];
    // Chunks overlap: of what both have, the whole one costs more.
    const better = patterns.filter((one) => all.every((other) => !overlaps(one, other) || other.excess < one.excess));
    const left = all.filter((one) => !better.some((other) => overlaps(one, other)));
    const byCost = [...left, ...better].sort((a, b) => b.excess - a.excess);
    const dropped = byCost.slice(MOST_PATTERNS);
    const { finding } = placed;
    const isWorst = (known?.placed.finding.excess ?? 0) <= finding.excess;
    this.kept.set(keyOf(placed), {
      placed: known === undefined || isWorst ? placed : known.placed,
      patterns: byCost.slice(0, MOST_PATTERNS),
      others: {
        count: (known?.others.count ?? 0) + dropped.length,
        excess: dropped.reduce((sum, { excess }) => sum + excess, known?.others.excess ?? 0),
      },
    });
  }

  /** Returns findings in bins, together with patterns too short for them; most severe first. */
  with(wide: readonly PlacedFinding[], loopTime: number, ranks: readonly number[]): PlacedFinding[] {
    const inBins = new Map(wide.map((one) => [keyOf(one), one]));
    for (const [key, kept] of this.kept) {
      const merged = together(inBins.get(key), kept, wide);
      const excess = merged.reduce((sum, one) => sum + one.excess, kept.others.excess);
      if (merged.length === 0 || !(excess > THRESHOLD * loopTime)) continue;
      inBins.set(key, { ...kept.placed, finding: whole(kept, merged, { excess, loopTime, ranks }) });
    }
    return [...inBins.values()].sort((a, b) => b.finding.severity - a.finding.severity);
  }
}

/**
 * Returns the patterns of a series. A peak found in a bin was found in a chunk too, with its true borders. Rises and
 * falls found in bins are those of the whole run, of which a chunk has only a part: the bins take precedence.
 */
function together(
  inBins: PlacedFinding | undefined,
  { placed, patterns }: Kept,
  wide: readonly PlacedFinding[],
): DynamicsPattern[] {
  const { property, metric } = placed.finding;
  if (property !== 'dynamics_peaks') {
    const isKnown = wide.some(({ finding, path }) => {
      return finding.property === property && finding.metric === metric && path.join() === placed.path.join();
    });
    return isKnown ? [] : [...patterns];
  }
  const others = inBins?.finding.patterns ?? [];
  return [...patterns, ...others.filter((one) => !patterns.some((other) => overlaps(one, other)))];
}

interface Shares {
  readonly excess: number;
  readonly loopTime: number;
  readonly ranks: readonly number[];
}

function whole(
  { placed, others }: Kept,
  patterns: readonly DynamicsPattern[],
  { excess, loopTime, ranks }: Shares,
): DynamicsFinding {
  const share = (seconds: number): number => (loopTime > 0 ? seconds / loopTime : 0);
  const told: DynamicsFinding = {
    ...placed.finding,
    ...{ excess, severity: share(excess), shareOfRun: share(excess), related: [] },
    ...(others.count === 0 ? {} : { others }),
    patterns: patterns.map((one) => ({ ...one, severity: share(one.excess) })).sort((a, b) => a.first - b.first),
  };
  return withSentence(told, ranks);
}
