/** What a running program tells of its iterations, put together from the blocks of all its threads, in constant memory. */
import { timeMetric } from '../../../analysis/trace/metrics/classification.js';
import { elementAt } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import { type Block, BlockReader, type Frame } from './blocks.js';
import { FoldedSeries } from './folded.js';

/** A call path below the progress loop. */
interface StreamPath {
  readonly name: string;
  /** From the loop on. */
  readonly names: readonly string[];
  readonly parent: number;
  /** The most specific metric its own time belongs to. */
  readonly metric: string;
}

/** A thread, in the order in which they told something first. */
interface StreamLocation {
  readonly rank: number;
  readonly thread: number;
}

interface Told extends StreamLocation {
  readonly paths: number[];
  readonly durations: FoldedSeries;
  nextBlock: number;
  lostBlocks: number;
  joined: number;
  /** One behind the last iteration that is over. */
  reached: number;
  /** The first iteration that was told. */
  began: number | undefined;
}

/** More rows of one path on one thread than these are not kept: 12 KiB each. */
const MOST_ROWS = 4096;
const MOST_PATHS = 4096;

export class IterationStream {
  readonly paths: StreamPath[] = [];
  private readonly pathOf = new Map<string, number>();
  private readonly told = new Map<string, Told>();
  private readonly readers = new Map<string, BlockReader>();
  /** Own seconds of a path, and visits over all threads. */
  private readonly rows = new Map<string, FoldedSeries>();
  private readonly visitRows = new Map<number, FoldedSeries>();
  /** Rows for which there was no room. */
  readonly notKept = new Set<string>();

  /** @param file in which the bytes stand behind those that were taken from it before */
  take(file: string, bytes: Buffer): void {
    const reader = this.readers.get(file) ?? new BlockReader();
    this.readers.set(file, reader);
    for (const block of reader.take(bytes)) this.takeBlock(block);
  }

  get locations(): readonly StreamLocation[] {
    return [...this.told.values()];
  }

  /** Iterations that all threads with a progress loop have ended; 0 where nothing was told. */
  get reached(): number {
    const leaders = this.leaders();
    return leaders.length === 0 ? 0 : Math.min(...leaders.map(({ reached }) => reached));
  }

  /** The first iteration that all ranks told. */
  get began(): number {
    return Math.max(0, ...this.leaders().map(({ began }) => began ?? 0));
  }

  /** Ranks that have told something. */
  get ranks(): readonly number[] {
    return this.leaders().map(({ rank }) => rank);
  }

  /** Blocks that were lost, bytes that are none, and iterations that were told together with others. */
  get losses(): { readonly blocks: number; readonly bytes: number; readonly joined: number } {
    const all = [...this.told.values()];
    return {
      blocks: all.reduce((sum, { lostBlocks }) => sum + lostBlocks, 0),
      bytes: [...this.readers.values()].reduce((sum, { passedOver }) => sum + passedOver, 0),
      joined: Math.max(0, ...all.map(({ joined }) => joined)),
    };
  }

  /** How long iterations took, by rank: of the thread that has the progress loop. */
  durations(): ReadonlyMap<number, FoldedSeries> {
    return new Map(this.leaders().map(({ rank, durations }) => [rank, durations]));
  }

  /** Own seconds of a path by rank, threads of a rank each by itself. */
  rowsOf(path: number): { readonly rank: number; readonly series: FoldedSeries }[] {
    return [...this.told.values()].flatMap(({ rank, thread }) => {
      const series = this.rows.get(`${rank}.${thread}/${path}`);
      return series === undefined ? [] : [{ rank, series }];
    });
  }

  /** Visits of a path over all threads. */
  visitsOf(path: number): FoldedSeries | undefined {
    return this.visitRows.get(path);
  }

  /** By rank the thread with the lowest number, in order of ranks. */
  private leaders(): Told[] {
    const first = new Map<number, Told>();
    for (const one of this.told.values()) {
      const known = first.get(one.rank);
      if (known === undefined || one.thread < known.thread) first.set(one.rank, one);
    }
    return [...first.values()].sort((a, b) => a.rank - b.rank);
  }

  private takeBlock(block: Block): void {
    const { rank, thread, number, tick, joined } = block;
    const key = `${rank}.${thread}`;
    const told: Told = this.told.get(key) ?? {
      ...{ rank, thread, paths: [], durations: new FoldedSeries(), nextBlock: 0, lostBlocks: 0, joined: 0, reached: 0 },
      began: undefined,
    };
    this.told.set(key, told);
    if (number < told.nextBlock) return; // it was taken before
    told.lostBlocks += number - told.nextBlock;
    told.nextBlock = number + 1;
    told.joined = joined;
    for (const path of block.paths) told.paths[path.slot] = this.pathNumber(told, path);
    for (const frame of block.frames) this.takeFrame(told, key, frame, tick * 1e-9);
  }

  private pathNumber(told: Told, { parent, site, name }: Block['paths'][number]): number {
    const above = parent < 0 ? -1 : (told.paths[parent] ?? -1);
    const key = `${above} ${site} ${name}`;
    const known = this.pathOf.get(key);
    if (known !== undefined || this.paths.length === MOST_PATHS) return known ?? -1;
    const names = [...(above < 0 ? [] : elementAt(this.paths, above).names), name];
    const metric = metricOf(name);
    this.pathOf.set(key, this.paths.length);
    return this.paths.push({ name, names, parent: above, metric }) - 1;
  }

  private takeFrame(told: Told, key: string, frame: Frame, tick: Seconds): void {
    const { first, count, duration, values } = frame;
    told.began ??= first;
    told.reached = Math.max(told.reached, first + count);
    spread(told.durations, frame, duration * tick);
    const own = new Map<number, number>();
    for (let i = 0; i < values.length; i += 4) {
      const path = told.paths[elementAt(values, i)] ?? -1;
      if (path < 0) continue;
      const ticks = elementAt(values, i + 2);
      own.set(path, (own.get(path) ?? 0) + ticks);
      const { parent } = elementAt(this.paths, path);
      if (parent >= 0) own.set(parent, (own.get(parent) ?? 0) - ticks);
      this.addVisits(path, frame, elementAt(values, i + 1));
    }
    for (const [path, ticks] of own) if (ticks > 0) spread(this.row(key, path), { first, count }, ticks * tick);
  }

  private row(key: string, path: number): FoldedSeries | undefined {
    const name = `${key}/${path}`;
    const known = this.rows.get(name);
    if (known !== undefined) return known;
    if (this.rows.size === MOST_ROWS) {
      this.notKept.add(name);
      return undefined;
    }
    const made = new FoldedSeries();
    this.rows.set(name, made);
    return made;
  }

  private addVisits(path: number, frame: Frame, visits: number): void {
    const series = this.visitRows.get(path) ?? new FoldedSeries();
    this.visitRows.set(path, series);
    spread(series, frame, visits);
  }
}

/** Iterations that were told together have the same each. */
function spread(
  series: FoldedSeries | undefined,
  { first, count }: Pick<Frame, 'first' | 'count'>,
  amount: number,
): void {
  for (let i = 0; i < count; i++) series?.add(first + i, amount / count);
}

/** What a name says alone. */
function metricOf(name: string): string {
  if (name === 'TRIMTAB') return 'overhead';
  const paradigm = name === 'OpenMP' ? 'openmp' : 'unknown';
  const nowhere = { canonicalName: name, description: '', file: undefined, beginLine: 0, endLine: 0 };
  return timeMetric({ name, ...nowhere, paradigm, role: 'function' });
}
