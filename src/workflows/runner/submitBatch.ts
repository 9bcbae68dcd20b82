import { absent } from '../../base/elements.js';
import { CancelledError } from '../../base/problem.js';
import type { JobHandle, JobRequest, Target } from '../../targets/target.js';

/** A branch's first job: unknown yet, submitted here, or none that others have to wait for. */
type Place =
  | { readonly state: 'coming' }
  | { readonly state: 'ready'; readonly target: Target; readonly request: JobRequest; readonly settle: Settle }
  | { readonly state: 'known'; readonly job: JobHandle }
  | { readonly state: 'away' };

interface Settle {
  readonly done: (job: JobHandle) => void;
  readonly failed: (error: Error) => void;
}

/**
 * Submits the jobs of parallel branches together, as soon as each branch has reached its first job or is known to have
 * none. The scheduler can then handle them as an array, and they wait in its queue instead of here.
 */
export class SubmittedBatch {
  private readonly places: Place[];
  private held = false;

  /**
   * @param atOnce how many of the jobs may run at the same time; each of the others waits for the one so many places
   *   before it to succeed
   */
  constructor(
    branches: number,
    private readonly atOnce: number | undefined,
    private readonly signal: AbortSignal,
  ) {
    this.places = Array.from({ length: branches }, () => ({ state: 'coming' }));
  }

  /** Submits a branch's job; after the others were submitted, it is submitted alone. */
  submit(branch: number, target: Target, request: JobRequest): Promise<JobHandle> {
    if (this.held || this.places[branch]?.state !== 'coming') return target.submit(request);
    return new Promise((done, failed) => {
      this.take(branch, { state: 'ready', target, request, settle: { done, failed } });
    });
  }

  /** A branch that has a job from before an interruption. */
  known(branch: number, job: JobHandle): void {
    this.take(branch, { state: 'known', job });
  }

  /** Marks a branch that has ended, or whose jobs are submitted elsewhere. */
  over(branch: number): void {
    this.take(branch, { state: 'away' });
  }

  private take(branch: number, place: Place): void {
    if (this.held || this.places[branch]?.state !== 'coming') return;
    this.places[branch] = place;
    if (this.places.some(({ state }) => state === 'coming')) return;
    this.held = true;
    void this.submitAll();
  }

  private async submitAll(): Promise<void> {
    const targets = new Set(this.places.flatMap((place) => (place.state === 'ready' ? [place.target] : [])));
    for (const target of targets) {
      const branches = this.places.flatMap((place, branch) =>
        place.state === 'ready' && place.target === target ? [{ ...place, branch }] : [],
      );
      try {
        if (this.signal.aborted) throw new CancelledError();
        const requests = branches.map(({ request }) => request);
        const jobs =
          this.atOnce === undefined
            ? await target.submitAll(requests)
            : await this.submitChained(target, branches, this.atOnce);
        branches.forEach(({ settle }, i) => settle.done(jobs[i] ?? absent(i)));
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error), { cause: error });
        for (const { settle } of branches) settle.failed(reason);
      }
    }
  }

  private async submitChained(
    target: Target,
    branches: readonly { readonly branch: number; readonly request: JobRequest }[],
    atOnce: number,
  ): Promise<readonly JobHandle[]> {
    const jobs = new Map<number, JobHandle>();
    for (const [branch, place] of this.places.entries()) if (place.state === 'known') jobs.set(branch, place.job);
    const made: JobHandle[] = [];
    for (const { branch, request } of branches) {
      const before = jobs.get(branch - atOnce);
      const job = await target.submit(before === undefined ? request : { ...request, after: [before] });
      jobs.set(branch, job);
      made.push(job);
    }
    return made;
  }
}
