import { absent } from '../../../base/elements.js';
import type { MessageMatching } from '../matching/messages.js';
import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { SynchronizationStep } from './collectiveOrder.js';

/** Effects that a trace records before their cause: clocks of different processes that disagree. Sizes in seconds. */
export class ClockViolations {
  /** Messages, and ends of collective operations, whose cause is on another process. */
  checked = 0;
  count = 0;
  largest = 0;

  /** A message is received after it was sent. */
  checkMessages(
    { sends, receives, ends }: CommunicationRecords,
    { sendOf }: MessageMatching,
    processes: Processes,
  ): void {
    const { ofLocation } = processes;
    const send = sends.columns;
    const receive = receives.columns;
    for (let row = 0; row < receives.length; row++) {
      const from = sendOf[row] ?? absent(row);
      if (from < 0) continue;
      const source = ofLocation[ends.location(send.end[from] ?? absent(from))];
      if (source === ofLocation[ends.location(receive.end[row] ?? absent(row))]) continue;
      this.check(send.time[from] ?? absent(from), receive.time[row] ?? absent(row));
    }
  }

  /** A process leaves a collective operation after those whose data it needs have entered it. */
  checkCollective(
    steps: readonly SynchronizationStep[],
    { begin, end }: { begin: Float64Array; end: Float64Array },
  ): void {
    let latest = Number.NEGATIVE_INFINITY;
    for (const { begins, ends } of steps) {
      for (const rank of begins) latest = Math.max(latest, begin[rank] ?? absent(rank));
      for (const rank of ends) this.check(latest, end[rank] ?? absent(rank));
    }
  }

  private check(cause: number, effect: number): void {
    this.checked++;
    if (effect >= cause) return;
    this.count++;
    this.largest = Math.max(this.largest, cause - effect);
  }
}
