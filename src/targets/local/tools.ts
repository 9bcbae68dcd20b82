import { describeCompiler, describeLauncher, type Tool } from '../mpi.js';
import { inheritedEnvironment } from '../environment.js';
import { availableParallelism } from 'node:os';

/** Tools of this machine for a run. */
export interface LocalTools {
  /** One line for people: what the target can do, or what is missing. */
  readonly description: string;
  /** A compiler and a launcher are available and belong together. */
  readonly ready: boolean;
  readonly compilers: readonly Tool[];
  readonly launchers: readonly Tool[];
}

const COMPILERS = ['mpicc', 'mpicxx', 'mpifort'];
const LAUNCHERS = ['mpirun', 'mpiexec'];

const present = (tools: readonly (Tool | undefined)[]): Tool[] => tools.filter((tool) => tool !== undefined);

/**
 * Looks which MPI compilers and launchers this machine has.
 * @param outside folders in which none is asked
 */
export async function describeLocalTarget(
  environment = inheritedEnvironment(),
  outside: readonly string[] = [],
): Promise<LocalTools> {
  const where = { outside };
  const [compilers, launchers] = await Promise.all([
    Promise.all(COMPILERS.map((name) => describeCompiler(name, environment, where))).then(present),
    Promise.all(LAUNCHERS.map((name) => describeLauncher(name, environment, where))).then(present),
  ]);
  const compiler = compilers.at(0);
  const launcher = launchers.at(0);
  const ready = compiler !== undefined && launcher !== undefined && belongTogether(compiler, launcher);
  return { description: describe(compiler, launcher), ready, compilers, launchers };
}

/**
 * Returns false only if the MPI libraries of both are known and differ: such a run starts N separate programs of one
 * rank.
 */
export function belongTogether(compiler: Tool, launcher: Tool): boolean {
  const known = compiler.flavour !== 'unknown' && launcher.flavour !== 'unknown';
  return !known || compiler.flavour === launcher.flavour;
}

function describe(compiler: Tool | undefined, launcher: Tool | undefined): string {
  const cores = `${availableParallelism()} cores`;
  if (compiler === undefined)
    return 'This machine has no MPI compiler; install an MPI library (Debian: apt install libopenmpi-dev openmpi-bin).';
  if (launcher === undefined)
    return 'This machine has no mpirun; install the MPI library completely (Debian: apt install openmpi-bin).';
  if (!belongTogether(compiler, launcher))
    return `${compiler.command} is of ${compiler.flavour} but ${launcher.command} of ${launcher.flavour}; name matching ones in trimtab.yaml.`;
  return `This machine: ${cores}, ${launcher.version}, ${compiler.version}`;
}
