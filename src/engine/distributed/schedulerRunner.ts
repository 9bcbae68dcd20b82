import { createTarget } from '../../targets/create.js';
import { schedulersHere } from '../../targets/kinds.js';
import { jobRunner } from './jobRunner.js';
import type { Runner } from './runner.js';

/**
 * Runs the parts as jobs of the cluster to which this login node belongs. Resource requests come from the scheduler's
 * own variables (for Slurm SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT and so on).
 * @returns undefined if no scheduler answers
 */
export async function schedulerRunner(): Promise<Runner | undefined> {
  for (const { title, configuration } of schedulersHere) {
    const target = createTarget(configuration);
    const { ready } = await target.describe();
    if (ready) return jobRunner(target, title);
  }
  return undefined;
}
