import { basename } from 'node:path/posix';
import type { Launcher } from './configuration.js';
import type { JobResources } from './target.js';

const LAUNCHERS = /^(mpirun|mpiexec|orterun|srun|aprun|jsrun|prterun)([._-]\w+)*$/;

/** Number of separate words that follow an option of a launcher as its values. */
const VALUES = new Map<string, number>([
  ...[
    '-n',
    '-np',
    '--n',
    '--np',
    '-c',
    '-N',
    '-ppn',
    '-perhost',
    '-host',
    '--host',
    '-H',
    '-hosts',
    '-f',
    '-hostfile',
  ].map((name): [string, number] => [name, 1]),
  ...[
    '--hostfile',
    '-machinefile',
    '--machinefile',
    '--map-by',
    '--bind-to',
    '--rank-by',
    '-bind-to',
    '-map-by',
    '-x',
  ].map((name): [string, number] => [name, 1]),
  ...['--ntasks', '--nodes', '--ntasks-per-node', '--mpi', '-p', '-t', '-wdir', '--wdir', '-d'].map(
    (name): [string, number] => [name, 1],
  ),
  ...['-mca', '--mca', '-genv', '-env'].map((name): [string, number] => [name, 2]),
]);

/** Whether a command begins with a launcher of parallel programs. */
export function startsWithLauncher(argv: readonly string[]): boolean {
  return LAUNCHERS.test(basename(argv.at(0) ?? ''));
}

/** The program and its arguments, without the launcher the command begins with. */
export function withoutLauncher(argv: readonly string[]): readonly string[] {
  if (!startsWithLauncher(argv)) return argv;
  let at = 1;
  for (let word = argv[at]; word?.startsWith('-') === true; word = argv[at]) at += 1 + (VALUES.get(word) ?? 0);
  return at < argv.length ? argv.slice(at) : argv;
}

/** The program and its arguments, without an `env` before it that only sets variables. @param argv without a launcher */
export function withoutEnvironment(argv: readonly string[]): readonly string[] {
  if (basename(argv.at(0) ?? '') !== 'env') return argv;
  let at = 1;
  for (let word = argv[at]; word !== undefined; word = argv[at]) {
    if (word === '-u') at += 2;
    else if (/^(?:-i|-|--unset=.*|--ignore-environment|[^-=][^=]*=.*)$/s.test(word)) at++;
    else return word.startsWith('-') ? argv : argv.slice(at);
  }
  return argv;
}

/** Returns the command with a target's launcher. @param launcher undefined leaves the command unchanged */
export function launchCommand(
  launcher: Launcher | undefined,
  argv: readonly string[],
  resources: JobResources,
): readonly string[] {
  if (launcher === undefined) return argv;
  const ranks = String(resources.ranks);
  const program = withoutLauncher(argv);
  if (launcher === 'srun') return ['srun', `--ntasks=${ranks}`, ...program];
  if (launcher === 'mpirun') return ['mpirun', '-n', ranks, ...program];
  return [...launcher.map((word) => word.replaceAll('{ranks}', ranks)), ...program];
}
