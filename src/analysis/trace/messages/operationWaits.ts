import { absent } from '../../../base/elements.js';
import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import type { RowRange } from './processRows.js';

/**
 * The longest wait for a message in each MPI call of one process: several waits of one call overlap, so they must not be
 * added. One process follows the other in the same memory.
 */
export class OperationWaits {
  /** Rows of `operations` of the process: from `first` up to `end`. */
  first = 0;
  end = 0;
  private longest: Float64Array = new Float64Array(0);
  /** Rows of receives, plus one; 0 where nothing waits. */
  private receives: Int32Array = new Int32Array(0);
  /** 1 for operations that were reported. */
  private told: Uint8Array = new Uint8Array(0);

  /** @param memory where they lie */
  constructor(private readonly memory: Memory) {}

  /** Switches to a process with these rows of `operations`. */
  begin({ first, end }: RowRange): void {
    const count = end - first;
    this.first = first;
    this.end = end;
    if (count > this.longest.length) {
      this.clear();
      this.longest = this.memory.float64(count);
      this.receives = this.memory.int32(count);
      this.told = this.memory.uint8(count);
    } else {
      this.longest.fill(0, 0, count);
      this.receives.fill(0, 0, count);
      this.told.fill(0, 0, count);
    }
  }

  /** Keeps the wait if it is the longest of its operation, of equal ones that of the first receive; waits of 0 and less are none. */
  offer(operation: number, seconds: number, receive: number): void {
    const at = operation - this.first;
    const longest = this.longest[at] ?? absent(operation);
    if (!(seconds > longest) && !(seconds === longest && receive < this.receive(operation))) return;
    this.longest[at] = seconds;
    this.receives[at] = receive + 1;
  }

  /** Seconds an operation waits; 0 where it does not. */
  seconds(operation: number): number {
    return this.longest[operation - this.first] ?? absent(operation);
  }

  /** The receive of the message it waits for; -1 where it does not wait. */
  receive(operation: number): number {
    return (this.receives[operation - this.first] ?? absent(operation)) - 1;
  }

  /** Reports whether an operation is seen for the first time. */
  isNew(operation: number): boolean {
    const at = operation - this.first;
    if (this.told[at] === 1) return false;
    this.told[at] = 1;
    return true;
  }

  /** Forgets all and gives the memory back. */
  clear(): void {
    release(this.longest, this.receives, this.told);
    this.longest = new Float64Array(0);
    this.receives = new Int32Array(0);
    this.told = new Uint8Array(0);
  }
}
