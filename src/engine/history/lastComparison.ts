/** The comparison that was made last, for whoever asks to see more of it. */
import { join } from 'node:path';
import { CancelledError } from '../../base/problem.js';
import { statOf } from '../../base/files/index.js';
import { type Comparison, type Experiment, FILES } from '../../experiments/index.js';

type Groups = readonly (readonly Experiment[])[];

export class LastComparison {
  private last: { readonly key: string; readonly made: Promise<Comparison> } | undefined;

  /** @param make compares groups of experiments */
  constructor(private readonly make: (groups: Groups, signal: AbortSignal) => Promise<Comparison>) {}

  /**
   * The comparison of these groups: made anew where an experiment changed in any way.
   * @throws what `make` throws
   */
  async of(groups: Groups, signal: AbortSignal): Promise<Comparison> {
    const key = JSON.stringify(groups.map((group) => group.map(versionOf)));
    if (this.last?.key === key) {
      try {
        return await this.last.made;
      } catch (error) {
        // Somebody else did not want it any more.
        if (!(error instanceof CancelledError) || signal.aborted) throw error;
      }
    }
    const made = this.make(groups, signal);
    this.last = { key, made };
    made.catch(() => {
      if (this.last?.made === made) this.last = undefined;
    });
    return made;
  }
}

function versionOf({ folder, manifest }: Experiment): unknown {
  const facts = statOf(join(folder, FILES.space));
  return [folder, manifest, facts?.mtimeMs, facts?.size];
}
