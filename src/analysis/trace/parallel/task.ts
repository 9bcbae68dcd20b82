import type { Memory } from '../tables/memory.js';

/**
 * Work that is split into independent pieces, for any thread of a crew. `Common` is the input of all pieces, as plain
 * data: its columns are in shared memory if several threads take part, so that nothing is copied. The result of a piece
 * depends only on `Common` and the number of the piece, so any thread may process it.
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
