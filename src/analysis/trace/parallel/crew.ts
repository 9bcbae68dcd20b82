import { elementAt } from '../../../base/elements.js';
import type { Sendable } from '../../../base/sendable.js';
import { type Memory, OWN_MEMORY } from '../tables/memory.js';
import type { Problem } from '../../../base/problem.js';
import { type Answer, Claims, CALLER, type Job, shareClaims } from './job.js';
import { type Results, SharedResults } from './results.js';
import type { Task } from './task.js';

/** Default number of pieces that each thread may process ahead of its turn. */
const AHEAD = 4;

/** The threads that search a trace together. Results do not depend on their number. */
export interface Crew {
  readonly threads: number;
  /** Memory in which columns of tasks must be. */
  readonly memory: Memory;
  /** Problems of the crew to be reported. */
  readonly problems: readonly Problem[];
  /**
   * Starts a job: all members begin with it as soon as they are done with the jobs before.
   * @param common what all pieces need; it must not change until the last result was taken
   * @param pieces how many there are
   * @param ahead how many may be done before their turn, which bounds the memory of results
   */
  start<Common extends object, Result extends object>(
    task: Task<Common, Result>,
    common: Common & Sendable<Common>,
    pieces: number,
    ahead?: number,
  ): Results<Result>;
}

/** Returns a crew of this thread only: each piece is processed on request. */
export function aloneIn(memory: Memory): Crew {
  return {
    threads: 1,
    memory,
    problems: [],
    start: (task, common) => {
      const run = task.begin(common, memory);
      let piece = 0;
      return { next: () => run(piece++), close: () => undefined };
    },
  };
}

export const alone = aloneIn(OWN_MEMORY);

/** A thread of a crew, as the one that wants the results sees it. */
export interface Member {
  tell(job: Job): void;
  /** Returns its messages since the last call. @throws the error it failed with */
  heard(): readonly Answer[];
  /** Whether it ended prematurely. Its messages until then are still available. */
  readonly isLost: boolean;
}

/** A crew of this thread and others. */
export class Threads implements Crew {
  private readonly jobs = new Map<number, Pick<SharedResults<object>, 'put'>>();
  private count = 0;

  /**
   * @param members their numbers are those after CALLER, in this order
   * @param bell its `wait` returns when a member sent a message or was lost since the last call of `listen`
   * @param memory shared by all of them
   */
  constructor(
    private readonly members: readonly Member[],
    private readonly bell: { listen(): void; wait(): void },
    readonly memory: Memory,
  ) {}

  get threads(): number {
    return this.members.length + 1;
  }

  get problems(): readonly Problem[] {
    const lost = this.members.filter(({ isLost }) => isLost).length;
    if (lost === 0) return [];
    const message = `${lost === 1 ? 'A thread' : `${lost} threads`} of the analysis ended early, for example out of memory; another one did the work: nothing is missing.`;
    return [{ level: 'warning', message }];
  }

  start<Common extends object, Result extends object>(
    task: Task<Common, Result>,
    common: Common & Sendable<Common>,
    pieces: number,
    ahead = AHEAD * this.threads,
  ): Results<Result> {
    const claims = shareClaims(pieces, ahead);
    const number = this.count++;
    const results = new SharedResults(task.begin(common, this.memory), new Claims(claims), pieces, {
      listen: () => this.listen(),
      wait: () => this.bell.wait(),
      isLost: (owner) => elementAt(this.members, owner - CALLER - 1).isLost,
      forget: () => this.jobs.delete(number),
    });
    this.jobs.set(number, results);
    for (const member of this.members) if (!member.isLost) member.tell({ number, task: task.name, common, claims });
    return results;
  }

  private listen(): void {
    this.bell.listen();
    for (const member of this.members) {
      for (const { job, piece, result } of member.heard()) this.jobs.get(job)?.put(piece, result);
    }
  }
}
