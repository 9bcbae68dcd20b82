import { availableParallelism } from 'node:os';

/** Variables of the editor's own processes that would disturb programs started from it. */
const FOREIGN = /^(ELECTRON_|VSCODE_)/;

/** The environment of this process without the variables of the editor that runs it. */
export function inheritedEnvironment(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const entries = Object.entries(source).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !FOREIGN.test(entry[0]),
  );
  return Object.fromEntries(entries);
}

/**
 * Returns variables without which Open MPI refuses to start a local run: it rejects root, and more ranks than cores.
 * MPICH ignores these. Names for Open MPI 4 (OMPI_MCA_*) and 5 (PRTE_*).
 * @param ranks how many ranks the run starts
 */
export function launchEnvironment(ranks: number): Record<string, string> {
  const root = process.getuid?.() === 0;
  const crowded = ranks > availableParallelism();
  return {
    ...(root
      ? {
          OMPI_ALLOW_RUN_AS_ROOT: '1',
          OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
          PRTE_ALLOW_RUN_AS_ROOT: '1',
          PRTE_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
        }
      : {}),
    ...(crowded
      ? {
          OMPI_MCA_rmaps_base_oversubscribe: '1',
          OMPI_MCA_mpi_yield_when_idle: '1',
          PRTE_MCA_rmaps_default_mapping_policy: ':oversubscribe',
        }
      : {}),
  };
}
