/**
 * Causes of the time in MPI calls, which require the times of other ranks: some iterations are traced on all ranks. The
 * trace is analyzed like any other, and deleted.
 */
import { present } from '../../base/present.js';
import { severityGroups } from '../../analysis/dynamics/severityTable.js';
import { absent, elementAt } from '../../base/elements.js';
import type { Fraction } from '../../base/units.js';
import type { Finding } from '../../model/findings/findings.js';
import { shippedProperties } from '../../properties/index.js';
import type { IterationStream } from '../live/iterations/stream.js';
import type { Switched } from './functions.js';
import type { Hypothesis, SearchBook } from './history.js';
import type { Burst, SearchedRun } from './run.js';
import { slowdownOf } from './slowdown.js';
import { askTogether, reached } from '../live/switching.js';
import { decide } from './tests.js';
import type { Window } from './window.js';

/** Iterations of a burst: as many as take a second, from 4 to 16. */
const LEAST = 4;
const MOST = 16;
/** Delay in milliseconds after the end of the last iteration until all records are in their files. */
const FOLDED_AFTER = 1500;

export class BurstTests {
  /** From which iteration on what was no waiting before is looked for again: the program may have changed. */
  private nextBurst = 0;

  constructor(
    private readonly run: SearchedRun,
    private readonly book: SearchBook,
    private readonly log: (sentence: string) => void,
  ) {
    for (const { kind, first } of book.history.experiments) if (kind === 'burst') this.nextBurst = 2 * first;
  }

  /** Looks for waiting where time in MPI is severe and nothing is known of why. */
  async next(stream: IterationStream, window: Window): Promise<Switched | undefined> {
    if (stream.reached < this.nextBurst) return undefined;
    const isTrue = (property: string): boolean => this.book.find({ property, path: [], ranks: [] })?.state === 'true';
    const parents = this.book.all.filter(
      ({ property, path, ranks }) =>
        path.length === 0 &&
        ranks.length === 0 &&
        isTrue(property) &&
        causesOf(property).some((cause) => !isTrue(cause)),
    );
    if (parents.length === 0) return undefined;
    this.nextBurst = 2 * stream.reached;
    if (this.run.burst === undefined) {
      this.give(parents, 'No iterations can be traced here.');
      return undefined;
    }
    const count = Math.max(LEAST, Math.min(MOST, Math.ceil(1 / Math.max(window.duration, 1e-6))));
    const begin = await askTogether(this.run, (_view, at) => [`mode trace at ${at}`, `mode profile at ${at + count}`]);
    if (begin === undefined) {
      this.give(parents, 'The iterations to trace came before all ranks had heard of them.');
      return undefined;
    }
    this.log(`Iterations ${begin} to ${begin + count - 1} are traced, to see who waits for whom.`);
    await this.until(begin + count + 1);
    const burst = await this.run.burst(begin);
    for (const { file, bytes } of await this.run.growth()) stream.take(file, bytes);
    const slowdown = slowdownOf(stream, begin - 1, count);
    this.book.history.experiments.push({
      ...{ kind: 'burst', first: begin - 1, count, functions: [], cost: window.cost },
      ...present({ slowdown }),
      ...(burst === undefined ? {} : { waits: [...burst.waits], called: { ...burst.called } }),
    });
    if (burst === undefined) this.give(parents, 'The traced iterations could not be analyzed.');
    else for (const parent of this.parents()) this.take(parent, burst, { first: begin - 1, count });
    return { from: begin - 1 + count, changesFunctions: false };
  }

  /** Until all ranks have begun an iteration, from 1, and written what was before. */
  private async until(iteration: number): Promise<void> {
    while (reached(await this.run.look('get flat')) < iteration) await this.run.pause(200);
    await this.run.pause(FOLDED_AFTER);
  }

  private give(parents: readonly Hypothesis[], note: string): void {
    for (const parent of parents)
      for (const property of causesOf(parent.property)) {
        const one = this.book.below(parent, { property, path: [], ranks: [] });
        if (one.state === 'untested') this.book.set(one.number, { note });
      }
  }

  /**
   * Returns all hypotheses whose causes a burst may show, severe so far or not: the program may have changed since the
   * last test.
   */
  private parents(): Hypothesis[] {
    return this.book.all.filter(
      ({ property, path, ranks }) => path.length === 0 && ranks.length === 0 && causesOf(property).length > 0,
    );
  }

  private take(
    parent: Hypothesis,
    { waits, rankOf }: Burst,
    extent: { readonly first: number; readonly count: number },
  ): void {
    // A few iterations show its presence; their small number is no reason to test it again.
    const sure = { ...extent, count: Math.max(extent.count, 1) };
    const causes = new Set(causesOf(parent.property));
    const waited = waits.reduce((sum, { property, severity }) => sum + (causes.has(property) ? severity : 0), 0);
    if (waited >= this.book.history.threshold)
      decide(this.book, this.book.root, parent, { severity: waited, standardError: 0 }, sure);
    for (const property of causes) {
      const found = waits.filter((finding) => finding.property === property);
      const severity = found.reduce((sum, one) => sum + one.severity, 0);
      const one = decide(this.book, parent, { property, path: [], ranks: [] }, { severity, standardError: 0 }, sure);
      if (one.state !== 'true') continue;
      for (const wait of found) {
        if (wait.severity < this.book.history.threshold) continue;
        const path = wait.callPath.map(({ region }) => region);
        const at = { property, path, ranks: [] };
        const here = decide(this.book, one, at, { severity: wait.severity, standardError: 0 }, sure);
        for (const { ranks, severity: own } of waitingRanks(wait, rankOf, this.book.history.threshold))
          decide(this.book, here, { ...at, ranks }, { severity: own, standardError: 0 }, sure);
      }
    }
  }
}

/**
 * The ranks that wait alike, and what of the severity is theirs: of what is severe; none where all ranks wait alike.
 * @param rankOf by location of the finding; all locations of the run
 */
export function waitingRanks(
  { locations, severity }: Pick<Finding, 'locations' | 'severity'>,
  rankOf: readonly number[],
  threshold: Fraction,
): { readonly ranks: number[]; readonly severity: Fraction }[] {
  const seconds = new Map(rankOf.map((rank) => [rank, 0]));
  for (const { location, seconds: own } of locations) {
    const rank = rankOf[location] ?? absent(location);
    seconds.set(rank, (seconds.get(rank) ?? 0) + own);
  }
  const rows = [...seconds].sort(([a], [b]) => a - b);
  const all = rows.reduce((sum, [, own]) => sum + own, 0);
  if (!(all > 0)) return [];
  const shares = rows.map(([, own]) => (severity * own) / all);
  // Ranks have equal time each: the waiting share of a rank is relative to its own time.
  const groups = severityGroups(
    shares.map((share) => share * rows.length),
    threshold,
  );
  if (groups.length < 2) return [];
  return groups
    .map((group) => ({
      ranks: group.map((index) => elementAt(rows, index)[0]),
      severity: group.reduce((sum, index) => sum + elementAt(shares, index), 0),
    }))
    .filter((group) => group.severity >= threshold);
}

/** Properties that are waiting within the time of one. */
export function causesOf(metric: string): string[] {
  const isBelow = (name: string | undefined): boolean =>
    name === metric || (name !== undefined && isBelow(shippedProperties.get(name)?.parent));
  return shippedProperties.waiting
    .map(({ metric: name }) => name)
    .filter((name) => name !== metric && metric.startsWith('mpi') && isBelow(shippedProperties.get(name)?.parent));
}
