import type { Seconds } from '../../base/units.js';
import type { JobHandle, JobStatus } from '../target.js';

/** Bounds of the time between two questions about a job. */
export interface Bounds {
  readonly shortest: Seconds;
  readonly longest: Seconds;
}

/** Bounds for polling over a network, or a scheduler shared with other users. */
const FAR: Bounds = { shortest: 1, longest: 60 };
/** On this machine it only reads files: a person waits for the output of the program. */
export const NEAR: Bounds = { shortest: 0.2, longest: 1 };
/** Share of the time since the last change: a job in a stable state is polled less often. */
const SHARE = 0.15;

/** How often jobs are asked about: soon after a change, ever more seldom while nothing changes. */
export class Pace {
  private readonly changes = new Map<string, { phase: string; at: number }>();

  constructor(private readonly bounds: Bounds = FAR) {}

  /** @param now in milliseconds */
  next(job: JobHandle, status: JobStatus, now = performance.now()): Seconds {
    const key = `${job.id} ${job.jobFolder}`;
    const known = this.changes.get(key);
    const change = known?.phase === status.phase ? known : { phase: status.phase, at: now };
    this.changes.set(key, change);
    const { shortest, longest } = this.bounds;
    return Math.min(longest, Math.max(shortest, ((now - change.at) / 1000) * SHARE));
  }

  /** The status with the time of the next question when the job has not ended. */
  with(job: JobHandle, status: JobStatus): JobStatus {
    if (status.phase === 'pending' || status.phase === 'running')
      return { ...status, askAgainAfter: Math.max(status.askAgainAfter ?? 0, this.next(job, status)) };
    this.changes.delete(`${job.id} ${job.jobFolder}`);
    return status;
  }
}
