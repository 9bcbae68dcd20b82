/** The open measurements: a limited number, each in a separate thread. */
import { join } from 'node:path';
import { elementAt } from '../../base/elements.js';
import { statOf } from '../../base/files/index.js';
import { type Experiment, FILES } from '../../experiments/index.js';
import type { Answer, Ask, QueryKind } from '../../protocol/queries/index.js';
import { findBundle } from '../analysis/boundedWorker.js';
import { memoryLimit } from '../analysis/memoryLimit.js';
import { MeasurementSession } from './session.js';

/** Experiments that are open at once. */
export const MOST_OPEN = 2;
/** Milliseconds after which an unused measurement is closed. */
const IDLE = 5 * 60_000;

export interface MeasurementsOptions {
  /** The worker's bundle; next to the running bundle if omitted. */
  readonly workerPath?: string;
  /** Bytes of memory that each thread may take; an equal part of memoryLimit when not given. */
  readonly limit?: number;
  /** Milliseconds. */
  readonly idle?: number;
  /** Whether traces outside of experiments' folders may be read; they may not when not given. */
  readonly readsOutside?: () => boolean;
}

interface OpenSession {
  /** Version of the data that was read: another version has to be read again. */
  readonly version: string;
  readonly session: MeasurementSession;
  timer?: NodeJS.Timeout;
}

/** Answers questions about experiments; opens them when they are asked about, and closes those asked about longest ago. */
export class Measurements {
  /** By folder; those used last come last. */
  private readonly open = new Map<string, OpenSession>();
  private readonly closing = new Set<Promise<void>>();
  /** Opening waits for what has to be closed first: one after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: MeasurementsOptions = {}) {}

  /** Whether questions about an experiment are answered without reading it. */
  isOpen(experiment: Experiment): boolean {
    return this.known(experiment, this.versionOf(experiment)) !== undefined;
  }

  /**
   * Asks about an experiment.
   * @throws TrimtabError when it has no results, they are damaged or need more memory than there is, or what is asked is
   *   not there; CancelledError
   */
  async query<K extends QueryKind>(
    experiment: Experiment,
    kind: K,
    ask: Ask<K>,
    signal?: AbortSignal,
  ): Promise<Answer<K>> {
    const version = this.versionOf(experiment);
    // A session is asked at once when it is found, so that nothing closes it in between.
    const known = this.known(experiment, version);
    if (known !== undefined) return this.ask(experiment, known, kind, ask, signal);
    const opened = this.turn.then(async () => {
      const open = this.known(experiment, version) ?? (await this.start(experiment, version));
      return { answer: this.ask(experiment, open, kind, ask, signal) };
    });
    this.turn = opened.catch(() => undefined);
    return (await opened).answer;
  }

  /** Closes all; questions that are not answered fail. */
  async close(): Promise<void> {
    const all = [...this.open.values()];
    this.open.clear();
    for (const { timer } of all) clearTimeout(timer);
    await Promise.all([...all.map(({ session }) => session.close()), ...this.closing]);
  }

  private versionOf({ folder }: Experiment): string {
    const facts = statOf(join(folder, FILES.space));
    const outside = this.options.readsOutside?.() === true;
    return `${facts?.mtimeMs} ${facts?.size} ${facts?.ino} ${outside}`;
  }

  private known({ folder }: Experiment, version: string): OpenSession | undefined {
    const open = this.open.get(folder);
    return open?.version === version && !open.session.isOver ? open : undefined;
  }

  private async ask<K extends QueryKind>(
    { folder }: Experiment,
    open: OpenSession,
    kind: K,
    ask: Ask<K>,
    signal: AbortSignal | undefined,
  ): Promise<Answer<K>> {
    clearTimeout(open.timer);
    this.open.delete(folder);
    this.open.set(folder, open);
    try {
      return await open.session.query(kind, ask, signal);
    } finally {
      this.idle(folder, open);
    }
  }

  private async start(experiment: Experiment, version: string): Promise<OpenSession> {
    const { folder } = experiment;
    const stale = this.open.get(folder);
    if (stale !== undefined) this.dismiss(folder, stale);
    while (this.open.size >= MOST_OPEN) {
      const all = [...this.open];
      const oldest = all.find(([, { session }]) => session.isIdle) ?? elementAt(all, 0);
      this.dismiss(...oldest);
    }
    while (this.open.size + this.closing.size >= MOST_OPEN) await Promise.race(this.closing);
    const open: OpenSession = {
      version,
      session: new MeasurementSession(experiment, {
        path: this.options.workerPath ?? findBundle('measurementWorker.cjs'),
        limit: this.options.limit ?? Math.floor(memoryLimit() / MOST_OPEN),
        readsOutside: this.options.readsOutside?.() === true,
      }),
    };
    this.open.set(folder, open);
    return open;
  }

  /** Closes one when its questions are answered. */
  private dismiss(folder: string, { session, timer }: OpenSession): void {
    clearTimeout(timer);
    this.open.delete(folder);
    const closed = session.closeWhenIdle().finally(() => this.closing.delete(closed));
    this.closing.add(closed);
  }

  private idle(folder: string, open: OpenSession): void {
    clearTimeout(open.timer);
    if (this.open.get(folder) !== open) return;
    if (open.session.isOver) this.open.delete(folder);
    else if (open.session.isIdle) {
      open.timer = setTimeout(() => this.dismiss(folder, open), this.options.idle ?? IDLE);
      open.timer.unref();
    }
  }
}
