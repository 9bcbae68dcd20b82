/** The longest wait for a message in each MPI call: several waits of one call overlap, so they must not be added. */
export class OperationWaits {
  /** Seconds by row of `operations`; 0 where nothing waits. */
  readonly seconds: Float64Array;
  /** The receive of the message waited for, by row of `operations`; -1 where nothing waits. */
  readonly receive: Int32Array;

  constructor(operations: number) {
    this.seconds = new Float64Array(operations);
    this.receive = new Int32Array(operations).fill(-1);
  }

  /** Keeps the wait if it is the longest of its operation so far; waits of 0 and less are none. */
  offer(operation: number, seconds: number, receive: number): void {
    if (seconds <= this.seconds[operation]) return;
    this.seconds[operation] = seconds;
    this.receive[operation] = receive;
  }
}
