import type { MessagePort } from 'node:worker_threads';
import { Arena } from '../../analysis/trace/index.js';
import { aloneIn, CALLER, type Crew, Threads } from '../../analysis/trace/parallel/index.js';
import { MemberThread } from './memberThread.js';
import { shareSignals, Signals } from './signals.js';
import type { WatchMessage } from './watch.js';

/** The threads of one analysis in addition to the one that starts them: they first read events, then search. */
export class CrewThreads {
  readonly members: readonly MemberThread[];
  readonly crew: Crew;
  /** Memory for data that this thread shares with the others. */
  readonly memory = new Arena(CALLER);

  /**
   * @param bundle what the threads run
   * @param threads how many work together, this one included
   * @param watch asks for them to be watched over
   */
  constructor(bundle: string, threads: number, watch: (message: WatchMessage, ports: readonly MessagePort[]) => void) {
    const shared = shareSignals(threads - 1);
    this.members = Array.from({ length: threads - 1 }, (_, place) => new MemberThread(bundle, place, shared));
    this.crew =
      this.members.length === 0 ? aloneIn(this.memory) : new Threads(this.members, new Signals(shared), this.memory);
    const lives = this.members.map(({ life }) => life);
    if (lives.length > 0) watch({ kind: 'watch', lives, signals: shared }, lives);
  }

  async end(): Promise<void> {
    await Promise.all(this.members.map((member) => member.end()));
  }
}
