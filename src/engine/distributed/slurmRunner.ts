import { createTarget } from '../../targets/create.js';
import { parseTargets } from '../../targets/description.js';
import { jobRunner } from './jobRunner.js';
import type { Runner } from './runner.js';

/**
 * Runs the parts as jobs of the cluster on whose login node this is. Partition, account and time limits come from Slurm's
 * own variables (SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT and so on).
 * @returns undefined where no Slurm answers
 */
export async function slurmRunner(): Promise<Runner | undefined> {
  const target = createTarget(parseTargets({ cluster: { kind: 'slurm' } })[0]);
  const { ready } = await target.describe();
  return ready ? jobRunner(target, 'Slurm') : undefined;
}
