import type { Memory } from '../tables/memory.js';

/**
 * Work that falls into pieces which do not depend on each other, for any thread of a crew. `Common` is what all pieces
 * need, as plain data: its columns lie in shared memory where more than one thread takes part, so that nothing is copied.
 * What a piece gives depends on nothing but `Common` and the number of the piece, so that it does not matter who did it.
 */
export interface Task<Common, Result extends object> {
  /** Unique among the tasks of `search/tasks.ts`. */
  readonly name: string;
  /**
   * Makes ready for pieces, in each thread that takes part; what it returns does one piece at a time.
   * @param memory where columns of results are to lie that other threads work on
   */
  begin(common: Common, memory: Memory): (piece: number) => Result;
  /** The memory of a result that changes hands instead of being copied. */
  buffers(result: Result): ArrayBuffer[];
}
