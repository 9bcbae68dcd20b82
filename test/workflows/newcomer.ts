/** Projects without earlier measurements, and the behavior of the command line in them. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import {
  analyzePerformance,
  loadConfiguration,
  proposeConfiguration,
  withChoices,
  type Asking,
  type Choices,
} from '../../src/workflows/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { analyzeHere, PROBE } from './mpiProject.js';

/** Prints how many ranks it has, and how many arguments. */
export const MPI_MAIN =
  '#include <mpi.h>\n#include <stdio.h>\nint main(int c, char **v) {\n  int n;\n  MPI_Init(&c, &v);\n' +
  '  MPI_Comm_size(MPI_COMM_WORLD, &n);\n  printf("%d ranks, %d arguments\\n", n, c - 1);\n  MPI_Finalize();\n  return 0;\n}\n';
/** A program of one process, with a function. */
export const PLAIN_MAIN =
  '#include <stdio.h>\nstatic void work(void) { for (int i = 0; i < 3; i++) puts("works"); }\nint main(void) { work(); return 0; }\n';

/** A folder with these files, by their names; scripts can be run. */
export function projectOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    if (text.startsWith('#!')) chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** Does what the command line does in a folder without configuration. */
export async function runAsNewcomer(folder: string, choices?: Choices, asking: Asking = {}) {
  const path = join(folder, 'trimtab.yaml');
  if (!existsSync(path)) {
    const proposal = proposeConfiguration(folder, 2);
    expect(proposal.path).toBe(path);
    writeFileSync(path, proposal.text);
  }
  if (choices !== undefined) writeFileSync(path, withChoices(readFileSync(path, 'utf8'), choices));
  const store = new ExperimentStore(folder);
  let output = '';
  const { experiment, report } = await analyzePerformance({
    configuration: loadConfiguration(path),
    store,
    probeFolder: PROBE,
    analyzeArchive: analyzeHere,
    onOutput: (text) => (output += text),
    asking,
  });
  const settled = loadConfiguration(path);
  return {
    report,
    output,
    manifest: store.get(experiment).manifest,
    run: settled.run,
    settled,
    text: readFileSync(path, 'utf8'),
  };
}
