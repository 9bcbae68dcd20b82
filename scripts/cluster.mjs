/** `npm run cluster`: a real cluster on this machine to try targets with, until Ctrl-C. */
import { join } from 'node:path';
import { startCluster } from './lib/cluster/cluster.mjs';
import { needs, ensureSystemPackages } from './lib/systemPackages.mjs';
import { runMain, SetupError } from './lib/report.mjs';

await runMain(async () => {
  const problem = await ensureSystemPackages([needs.cluster]);
  if (problem !== undefined) throw new SetupError(problem);
  const cluster = await startCluster();
  console.log(`Slurm with three nodes and sshd are running. For trimtab.yaml:

targets:
  cluster:
    kind: slurm
    host: cluster
    sshConfig: ${cluster.sshConfig}
    workFolder: ${join(cluster.home, 'work')}
    launcher: srun

By hand: ssh -F ${cluster.sshConfig} cluster sinfo
Ctrl-C ends it and removes ${cluster.folder}.`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
  });
  await cluster.stop();
});
