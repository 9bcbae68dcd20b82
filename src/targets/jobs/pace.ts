import type { Seconds } from '../../model/units.js';
import type { JobHandle, JobStatus } from '../target.js';

/** Bounds of the time between two questions about a job. */
const SHORTEST: Seconds = 1;
const LONGEST: Seconds = 60;
/** Share of the time since the last change: what has stood long is not asked often. */
const SHARE = 0.15;

/** How often jobs are asked about: soon after a change, ever more seldom while nothing changes. */
export class Pace {
  private readonly changes = new Map<string, { phase: string; at: number }>();

  /** @param now in milliseconds */
  next(job: JobHandle, status: JobStatus, now = performance.now()): Seconds {
    const key = `${job.id} ${job.jobFolder}`;
    const known = this.changes.get(key);
    const change = known?.phase === status.phase ? known : { phase: status.phase, at: now };
    this.changes.set(key, change);
    return Math.min(LONGEST, Math.max(SHORTEST, ((now - change.at) / 1000) * SHARE));
  }

  /** The status with the time of the next question when the job has not ended. */
  with(job: JobHandle, status: JobStatus): JobStatus {
    if (status.phase === 'pending' || status.phase === 'running')
      return { ...status, askAgainAfter: Math.max(status.askAgainAfter ?? 0, this.next(job, status)) };
    this.changes.delete(`${job.id} ${job.jobFolder}`);
    return status;
  }
}
