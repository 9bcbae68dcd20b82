/**
 * Search of a running program for why, where and when it loses time (dynamics.md, section 6): hypotheses are tested
 * with the reported iterations. Further data that a hypothesis needs is enabled for some iterations, within the budget.
 * The program is never delayed; if it ends or is lost, the results are kept.
 */
import { TrimtabError } from '../../base/problem.js';
import type { Fraction } from '../../base/units.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import { IterationStream } from '../live/iterations/stream.js';
import { BurstTests } from './bursts.js';
import { StreamDynamics } from './dynamics.js';
import { FunctionTests } from './functions.js';
import { SearchBook, type SearchHistory } from './history.js';
import type { SearchedRun } from './run.js';
import { askTogether } from '../live/switching.js';
import { CHUNK, FIRST_TEST, testAll } from './tests.js';
import { type Window, windowOf } from './window.js';

/** Current results. */
export interface SearchReport {
  readonly history: SearchHistory;
  readonly dynamics: DynamicsReport | undefined;
}

interface SearchOptions {
  readonly history: SearchHistory;
  /** Receives new results. */
  readonly tell: (report: SearchReport) => void;
  /** One sentence for people, of each experiment. */
  readonly log: (sentence: string) => void;
  /** Between two looks, in milliseconds. */
  readonly every?: number;
  /** Why it has ended, for people, by what it ended with: one sentence. */
  readonly why?: (error: unknown) => Promise<string>;
}

const POLL_INTERVAL_MS = 2000;
/** Changes are judged for at most this share of the time, so that the engine has the rest. */
const JUDGED_SHARE: Fraction = 0.05;

export class Search {
  readonly stream = new IterationStream();
  private readonly book: SearchBook;
  private readonly functions: FunctionTests;
  private readonly bursts: BurstTests;
  private readonly dynamics: StreamDynamics;
  /** From which iteration on, from 0, the same functions are on. */
  private stableFrom = 0;
  private testedUntil = 0;
  private judgedUntil = 0;
  /** When changes may be judged again, in milliseconds of the process. */
  private judgedAgainAt = 0;

  constructor(
    private readonly run: SearchedRun,
    private readonly options: SearchOptions,
  ) {
    this.book = new SearchBook(options.history);
    this.dynamics = new StreamDynamics(this.stream, this.book);
    this.functions = new FunctionTests(run, this.book, options.log);
    this.bursts = new BurstTests(run, this.book, options.log);
  }

  report(): SearchReport {
    return { history: this.book.history, dynamics: this.dynamics.known };
  }

  /** Searches until the run ends. @throws the run's error at its end; the results so far are reported before */
  async toEnd(): Promise<never> {
    try {
      await this.begin();
      for (;;) {
        await this.round();
        await this.run.pause(this.options.every ?? POLL_INTERVAL_MS);
      }
    } catch (error) {
      const isRead = await this.last();
      this.tell();
      const why = (await this.options.why?.(error)) ?? messageOf(error);
      this.book.history.ended = isRead ? why : `${why} Its last data could not be read any more.`;
      this.tell();
      throw error;
    }
  }

  /** Enables iteration reports of the program. */
  private async begin(): Promise<void> {
    const told = await askTogether(this.run, (_view, at) => [`series on at ${at}`]);
    if (told !== undefined) {
      this.options.log(`Its iterations are reported from iteration ${told} on.`);
      return;
    }
    const answer = await this.run.ask('series on');
    if (answer.kind === 'refused') throw new TrimtabError(`It does not report its iterations: ${answer.why}.`);
  }

  private async round(): Promise<void> {
    await this.read();
    const window = this.latest();
    if (window === undefined) {
      // Before the first test, there are too few iterations for changes too.
      if (this.testedUntil > 0 && this.judge()) this.tell();
      return;
    }
    testAll(this.book, window);
    this.testedUntil = window.first + window.count;
    this.book.history.cost = Math.max(this.book.history.cost, window.cost);
    this.judge();
    this.tell();
    const switched = (await this.functions.next(this.stream, window)) ?? (await this.bursts.next(this.stream, window));
    if (switched === undefined) return;
    if (switched.changesFunctions) this.stableFrom = switched.from;
    this.tell();
  }

  private async read(): Promise<void> {
    await this.take();
    const { size, silent } = await this.run.look('get flat');
    this.book.history.missing = missingRanks(size, this.stream, silent);
  }

  private async take(): Promise<void> {
    for (const { file, bytes } of await this.run.growth()) this.stream.take(file, bytes);
    const { history } = this.book;
    history.iterations = this.stream.reached;
    const { joined, rows, full } = this.stream.losses;
    history.joined = joined;
    if (rows > 0) history.summed = rows;
    if (full.length > 0) history.full = [...full];
    this.dynamics.judgeChunk(this.stableFrom);
  }

  /** The longest window of twice, four times … 16 iterations since functions were switched, where it is a new one. */
  private latest(): Window | undefined {
    const from = Math.max(this.stableFrom, this.stream.began);
    const known = this.stream.reached - from;
    if (known < FIRST_TEST) return undefined;
    const count = Math.min(CHUNK, 2 ** Math.floor(Math.log2(known)));
    const isNew = this.testedUntil < from + FIRST_TEST || this.stream.reached - this.testedUntil >= count / 2;
    return isNew ? windowOf(this.stream, this.stream.reached - count, count) : undefined;
  }

  /**
   * Analyzes changes from iteration to iteration. The interval follows from its own duration, since a change late in a
   * long run should be detected as soon as an early one. @returns whether it was analyzed
   */
  private judge(isLast = false): boolean {
    const known = this.stream.reached;
    const began = performance.now();
    if (!isLast && (known === this.judgedUntil || began < this.judgedAgainAt)) return false;
    this.judgedUntil = known;
    if (isLast) this.dynamics.judgeChunk(this.stableFrom, true);
    this.dynamics.judge(this.stableFrom);
    const ended = performance.now();
    this.judgedAgainAt = ended + (ended - began) / JUDGED_SHARE;
    return true;
  }

  /** Reads the remaining data. @returns whether all data of the run was read */
  private async last(): Promise<boolean> {
    let isRead = true;
    try {
      await this.take();
    } catch {
      isRead = false;
    }
    const window = this.latest();
    if (window !== undefined) testAll(this.book, window);
    this.judge(true);
    for (const one of this.book.all)
      if (one.state === 'testing') this.book.set(one.number, { note: 'It was not sure yet when the search ended.' });
    return isRead;
  }

  private tell(): void {
    this.options.tell(this.report());
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns ranks without iteration data while others have some, and those that no longer answer. */
function missingRanks(size: number, stream: IterationStream, silent: readonly number[]): number[] {
  const there = new Set(stream.ranks.filter((rank) => !silent.includes(rank)));
  return Array.from({ length: size }, (_, rank) => rank).filter((rank) => !there.has(rank));
}
