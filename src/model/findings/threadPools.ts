/** Pools of threads that a program creates. */
import type { SourcePlace } from './sourcePlace.js';

export interface ThreadPool {
  /** The function that creates the threads, with their start routine in parentheses if it has a name. */
  readonly name: string;
  /** Threads of all processes with records. */
  readonly threads: number;
  /** The call that creates them; omitted if it is unknown. */
  readonly place?: SourcePlace;
}
