/** Which program a configuration means that leaves it open until something was built: looked for where it was built. */
import { join } from 'node:path';
import { TrimtabError } from '../../../base/problem.js';
import type { BuiltProgram } from '../../building/builtPrograms.js';
import { type Configuration, loadConfiguration } from '../../configuration/configuration.js';
import type { ActionContext } from '../../steps/action.js';
import { isOpen, settleAmong } from '../../building/settle.js';
import type { Site } from '../../steps/site.js';

/**
 * Prints a line for each executable below the folder `$1` that is linked with the probe, or for all if `$2` is `any`:
 * yes or no for MPI, yes or no for OpenMP, its path. Detection uses names in the files, since a target may have no
 * readelf.
 */
const MEASURED = `
cd "$1" || exit 1
measured=$2
find . \\( -name .git -o -name CMakeFiles -o -path ./.trimtab/jobs -o -path ./.trimtab/experiments \\) -prune -o -type f -perm -u+x -print |
while IFS= read -r file; do
  case $file in *.so | *.so.*) continue ;; esac
  [ "$(head -c 4 "$file" 2>/dev/null | tail -c 3)" = ELF ] || continue
  [ "$measured" = any ] || grep -q 'libtrimtab-probe[.]so' "$file" || continue
  mpi=no openmp=no
  grep -q '[Mm][Pp][Ii]_[Ii][Nn][Ii][Tt]' "$file" && mpi=yes
  grep -q 'lib[gi]*omp[5]*[.]so' "$file" && openmp=yes
  printf '%s %s %s\\n' "$mpi" "$openmp" "\${file#./}"
done
`;

/** The measured programs on a target, by paths as if they were here. */
async function programsThere(
  { target, project }: Site,
  here: string,
  measured: 'probe' | 'any',
): Promise<BuiltProgram[]> {
  let text = '';
  const command = { argv: ['sh', '-c', MEASURED, 'sh', project, measured], folder: project, environment: {} };
  const { exitCode, tail } = await target.run(command, { timeout: 300, onOutput: (part) => (text += part) });
  if (exitCode !== 0)
    throw new TrimtabError(`Cannot search for built programs on ${target.name}; see the output below.`, {
      details: tail,
    });
  return text.split('\n').flatMap((line) => {
    const [, mpi, openmp, path] = /^(yes|no) (yes|no) (.+)$/.exec(line) ?? [];
    if (path === undefined) return [];
    return [{ path: join(here, path), measured: true, mpi: mpi === 'yes', openmp: openmp === 'yes' }];
  });
}

/**
 * Returns the configuration with its program: from the current file, else from the executables built on the target.
 * @throws TrimtabError when no instrumented program exists there
 */
export async function settledThere(context: ActionContext, site: Site): Promise<Configuration> {
  if (!isOpen(context.configuration)) return context.configuration;
  const configuration = loadConfiguration(context.configuration.path);
  if (!isOpen(configuration)) return configuration;
  const programs = await programsThere(
    site,
    configuration.project,
    configuration.measure.system === undefined ? 'probe' : 'any',
  );
  const settled = await settleAmong(configuration, programs, {
    choose: (question, options) => context.ask(question, options),
  });
  context.log(`${settled.sentence}\n`);
  return settled.configuration;
}
