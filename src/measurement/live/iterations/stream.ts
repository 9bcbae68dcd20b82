/** Iteration data of a running program, merged from the blocks of all its threads, in constant memory. */
import { elementAt } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Region } from '../../../model/definitions.js';
import { type Block, BlockReader, type Frame, MOST_SLOTS } from './blocks.js';
import { FoldedSeries } from './folded.js';
import { pathMetric, regionOf } from './pathClass.js';

/** A call path below the progress loop. */
interface StreamPath {
  readonly name: string;
  /** From the loop on. */
  readonly names: readonly string[];
  readonly parent: number;
  /** The most specific metric its own time belongs to. */
  readonly metric: string;
  readonly region: Region;
}

/** A path as a thread has it. */
interface StreamedPath {
  /** Its number in the stream; -1: there was no memory left for it. */
  readonly path: number;
  /** Whether another thread called it: its time is not part of what is around it. */
  readonly isForked: boolean;
}

/** A thread, in the order of their first data. */
interface StreamLocation {
  readonly rank: number;
  readonly thread: number;
}

interface Told extends StreamLocation {
  readonly paths: StreamedPath[];
  readonly durations: FoldedSeries;
  nextBlock: number;
  lostBlocks: number;
  joined: number;
  /** One behind the last iteration that is over, and when it was. */
  reached: number;
  until: Seconds;
  /** The first reported iteration. */
  began: number | undefined;
}

/** Rows of one path on one thread that are kept, 12 KiB each; others count in the rows of their metrics. */
const MOST_ROWS = 4096;
const MOST_PATHS = 4096;
/** Limits of the delay of a thread: those beyond both are idle, and their data is not awaited. */
const MOST_BEHIND = { iterations: 16, seconds: 1 } as const;

/** How much room a stream has. */
interface StreamLimits {
  readonly rows: number;
  readonly paths: number;
}

export class IterationStream {
  readonly paths: StreamPath[] = [];
  private readonly pathOf = new Map<string, number>();
  private readonly told = new Map<string, Told>();
  private readonly readers = new Map<string, BlockReader>();
  /** Own seconds of a path, and visits over all threads. */
  private readonly rows = new Map<string, FoldedSeries>();
  private readonly visitRows = new Map<number, FoldedSeries>();
  /** Values without a separate row, by rank and metric. */
  private readonly restRows = new Map<string, { readonly rank: number; metric: string; series: FoldedSeries }>();
  private readonly notKept = new Set<string>();

  constructor(private readonly limits: StreamLimits = { rows: MOST_ROWS, paths: MOST_PATHS }) {}

  /** @param file in which the bytes follow those taken from it before */
  take(file: string, bytes: Buffer): void {
    const reader = this.readers.get(file) ?? new BlockReader();
    this.readers.set(file, reader);
    for (const block of reader.take(bytes)) this.takeBlock(block);
  }

  get locations(): readonly StreamLocation[] {
    return [...this.told.values()];
  }

  /**
   * Number of complete iterations; 0 without data. A thread in parallel regions reports an iteration when it begins a
   * region of the next one. Its report is awaited, unless it has been idle for some iterations.
   */
  get reached(): number {
    const leaders = this.leaders();
    if (leaders.length === 0) return 0;
    const leading = new Map(leaders.map((leader) => [leader.rank, leader]));
    const working = [...this.told.values()].filter(({ rank, reached, until }) => {
      const leader = leading.get(rank);
      if (leader === undefined) return false;
      return reached >= leader.reached - MOST_BEHIND.iterations || until >= leader.until - MOST_BEHIND.seconds;
    });
    return Math.min(...working.map(({ reached }) => reached));
  }

  /** The first iteration reported by all ranks. */
  get began(): number {
    return Math.max(0, ...this.leaders().map(({ began }) => began ?? 0));
  }

  /** Ranks that have reported data. */
  get ranks(): readonly number[] {
    return this.leaders().map(({ rank }) => rank);
  }

  /**
   * Losses: lost blocks, invalid bytes, merged iterations, and rows that count only in the sums of their metrics. Also
   * ranks whose further call paths count for their callers.
   */
  get losses(): {
    readonly blocks: number;
    readonly bytes: number;
    readonly joined: number;
    readonly rows: number;
    readonly full: readonly number[];
  } {
    const all = [...this.told.values()];
    return {
      blocks: all.reduce((sum, { lostBlocks }) => sum + lostBlocks, 0),
      bytes: [...this.readers.values()].reduce((sum, { passedOver }) => sum + passedOver, 0),
      joined: Math.max(0, ...all.map(({ joined }) => joined)),
      rows: this.notKept.size,
      full: [...new Set(all.filter(({ paths }) => paths.length === MOST_SLOTS).map(({ rank }) => rank))],
    };
  }

  /** How long iterations took, by rank: of the thread that has the progress loop. */
  durations(): ReadonlyMap<number, FoldedSeries> {
    return new Map(this.leaders().map(({ rank, durations }) => [rank, durations]));
  }

  /** Returns exclusive seconds of a path by rank, each thread of a rank separately. */
  rowsOf(path: number): { readonly rank: number; readonly series: FoldedSeries }[] {
    return [...this.told.values()].flatMap(({ rank, thread }) => {
      const series = this.rows.get(`${rank}.${thread}/${path}`);
      return series === undefined ? [] : [{ rank, series }];
    });
  }

  /** Returns seconds of call paths without a separate row, by rank and metric. */
  rest(): { readonly rank: number; readonly metric: string; readonly series: FoldedSeries }[] {
    return [...this.restRows.values()];
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
      ...{ until: 0, began: undefined },
    };
    this.told.set(key, told);
    if (number < told.nextBlock) return; // it was taken before
    told.lostBlocks += number - told.nextBlock;
    told.nextBlock = number + 1;
    told.joined = joined;
    for (const path of block.paths) told.paths[path.slot] = this.sentPath(told, path);
    for (const frame of block.frames) this.takeFrame(told, key, frame, tick * 1e-9);
  }

  private sentPath(told: Told, path: Block['paths'][number]): StreamedPath {
    const { parent, forker } = path;
    const around = forker === undefined ? told : this.told.get(`${told.rank}.${forker}`);
    const above = parent < 0 ? -1 : (around?.paths[parent]?.path ?? -1);
    return { path: this.pathNumber(above, path), isForked: forker !== undefined };
  }

  private pathNumber(above: number, { site, name, class: kind }: Block['paths'][number]): number {
    const key = `${above} ${site} ${kind} ${name}`;
    const known = this.pathOf.get(key);
    if (known !== undefined) return known;
    if (this.paths.length === this.limits.paths) {
      this.notKept.add(key);
      return -1;
    }
    const names = [...(above < 0 ? [] : elementAt(this.paths, above).names), name];
    this.pathOf.set(key, this.paths.length);
    const metric = pathMetric(name, kind);
    return this.paths.push({ name, names, parent: above, metric, region: regionOf(name, kind) }) - 1;
  }

  private takeFrame(told: Told, key: string, frame: Frame, tick: Seconds): void {
    const { first, count, begin, duration, values } = frame;
    told.began ??= first;
    told.reached = Math.max(told.reached, first + count);
    told.until = (begin + duration) * tick;
    spread(told.durations, frame, duration * tick);
    const own = new Map<number, number>();
    for (let i = 0; i < values.length; i += 4) {
      const { path, isForked } = told.paths[elementAt(values, i)] ?? { path: -1, isForked: false };
      if (path < 0) continue;
      const ticks = elementAt(values, i + 2);
      own.set(path, (own.get(path) ?? 0) + ticks);
      const { parent } = elementAt(this.paths, path);
      if (parent >= 0 && !isForked) own.set(parent, (own.get(parent) ?? 0) - ticks);
      this.addVisits(path, frame, elementAt(values, i + 1));
    }
    for (const [path, ticks] of own)
      if (ticks > 0) spread(this.row(told.rank, key, path), { first, count }, ticks * tick);
  }

  private row(rank: number, key: string, path: number): FoldedSeries {
    const name = `${key}/${path}`;
    const known = this.rows.get(name);
    if (known !== undefined) return known;
    if (this.rows.size >= this.limits.rows) {
      this.notKept.add(name);
      return this.restRow(rank, elementAt(this.paths, path).metric);
    }
    const made = new FoldedSeries();
    this.rows.set(name, made);
    return made;
  }

  private restRow(rank: number, metric: string): FoldedSeries {
    const name = `${rank} ${metric}`;
    const { series } = this.restRows.get(name) ?? { series: new FoldedSeries() };
    this.restRows.set(name, { rank, metric, series });
    return series;
  }

  private addVisits(path: number, frame: Frame, visits: number): void {
    const series = this.visitRows.get(path) ?? new FoldedSeries();
    this.visitRows.set(path, series);
    spread(series, frame, visits);
  }
}

/** Merged iterations have equal values. */
function spread(series: FoldedSeries, { first, count }: Pick<Frame, 'first' | 'count'>, amount: number): void {
  for (let i = 0; i < count; i++) series.add(first + i, amount / count);
}
