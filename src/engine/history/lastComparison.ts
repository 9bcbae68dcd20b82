/** The most recent comparison, for requests for more of its rows. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CancelledError } from '../../base/problem.js';
import { statOf } from '../../base/files/index.js';
import { type Experiment, FILES, type TracedComparison } from '../../experiments/index.js';

type Groups = readonly (readonly Experiment[])[];

/** A comparison with its identifier, which is another one as soon as an experiment in it changed in any way. */
export interface KnownComparison extends TracedComparison {
  readonly id: string;
  /** Whether an experiment is what it was when it was compared. */
  readonly isUpToDate: (experiment: Experiment) => boolean;
}

export class LastComparison {
  /** Kept until another one is complete: a failed one does not replace it. */
  private last: KnownComparison | undefined;
  private making: { readonly id: string; readonly made: Promise<KnownComparison> } | undefined;

  /** @param make compares groups of experiments */
  constructor(private readonly make: (groups: Groups, signal: AbortSignal) => Promise<TracedComparison>) {}

  /**
   * Returns the comparison of these groups: recomputed if an experiment changed in any way.
   * @throws the errors of `make`
   */
  async of(groups: Groups, signal: AbortSignal): Promise<KnownComparison> {
    const versions = groups.map((group) => group.map(versionOf));
    const id = createHash('sha256').update(JSON.stringify(versions)).digest('hex').slice(0, 32);
    if (this.last?.id === id) return this.last;
    if (this.making?.id === id) {
      try {
        return await this.making.made;
      } catch (error) {
        // Another caller cancelled it.
        if (!(error instanceof CancelledError) || signal.aborted) throw error;
      }
    }
    const compared = new Set(versions.flat());
    const isUpToDate = (experiment: Experiment): boolean => compared.has(versionOf(experiment));
    const made = this.make(groups, signal).then((traced): KnownComparison => ({ id, isUpToDate, ...traced }));
    const making = { id, made };
    this.making = making;
    try {
      return (this.last = await made);
    } finally {
      if (this.making === making) this.making = undefined;
    }
  }

  /** The comparison of an identifier, where it is the last one that was made. */
  known(id: string): KnownComparison | undefined {
    return this.last?.id === id ? this.last : undefined;
  }
}

function versionOf({ folder, manifest }: Experiment): string {
  const facts = statOf(join(folder, FILES.space));
  return JSON.stringify([folder, manifest, facts?.mtimeMs, facts?.size]);
}
