/**
 * Builds the programs next to this file with the probe, runs them under MPI and reads their archives with otf2-print.
 */
import { execa } from 'execa';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeCache } from '../support/caches.js';
import { compiled } from '../support/compiled.js';

const here = import.meta.dirname;
const probe = join(here, '../../src/probe');
export const wrapper = join(probe, 'trimtab-cc');
export const programs = join(here, 'programs');

export type Mpi = 'openmpi' | 'mpich';

/** Settings that every build and run of these tests gets: what is called is recorded, whatever that costs. */
export const environment = {
  TRIMTAB_FUNCTIONS: 'all',
  TRIMTAB_BUDGET: '1000000000',
  TRIMTAB_CACHE: probeCache,
  OMPI_ALLOW_RUN_AS_ROOT: '1',
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
  OMPI_MCA_rmaps_base_oversubscribe: '1',
  OMPI_MCA_btl_base_warn_component_unused: '0',
  HYDRA_IFACE: 'lo',
};

async function works(command: string, ...args: string[]): Promise<boolean> {
  const result = await execa(command, args, { reject: false });
  return result.exitCode === 0;
}

const hasOtf2 = await works('otf2-print', '--version');
const installed: Mpi[] = [];
for (const mpi of ['openmpi', 'mpich'] as const)
  if (hasOtf2 && (await works(`mpicc.${mpi}`, '-show'))) installed.push(mpi);

/** The installed MPI libraries with OTF2 tools next to them; tests report if none exists. */
export const mpis: readonly Mpi[] = installed;
export const fortranMpis: readonly Mpi[] = (await works('gfortran', '--version')) ? installed : [];
if (mpis.length === 0)
  console.warn(
    'No MPI (mpicc.openmpi, mpicc.mpich) or no otf2-print here: the probe is not tested with real programs.',
  );

const folder = mkdtempSync(join(tmpdir(), 'trimtab-probe-'));
let runs = 0;

/** Returns an unused path. */
export function fresh(name: string): string {
  return join(folder, `${name}-${++runs}`);
}

/** Settings for the compiler's calls in each function of the source, also if it is inlined or does next to nothing. */
export const COMPILERS_HOOKS = { TRIMTAB_SLEDS: '0' };

/** Builds a program of the folder `programs`. @returns the path of the executable */
export async function build(
  mpi: Mpi,
  source: string,
  flags: readonly string[] = ['-O1'],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const compiler = source.endsWith('.cpp') ? 'mpicxx' : source.endsWith('.c') ? 'mpicc' : 'mpifort';
  const { program } = await compiled({
    command: [wrapper, `${compiler}.${mpi}`],
    flags: ['-w', ...flags],
    sources: [join(programs, source)],
    env: { ...environment, ...env },
  });
  return program;
}

export interface Run {
  /** The folder that holds the archive. */
  readonly folder: string;
  readonly exitCode: number | undefined;
  readonly stdout: string;
  /** Messages of the probe and its finisher. */
  readonly remarks: readonly string[];
}

/** The lines of the probe and its finisher. */
export function remarksIn(stderr: string): string[] {
  return stderr.split('\n').filter((line) => /^trimtab(-finish)?: /.test(line));
}

export interface RunOptions {
  readonly ranks?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves the raw records as they are. */
  readonly raw?: boolean;
}

/** Runs a program; where it could not make its archive itself, makes it as `trimtab-finish` by hand does. */
export async function run(mpi: Mpi, program: string, options: RunOptions = {}): Promise<Run> {
  const target = fresh('run');
  const finishing = options.raw === true ? { TRIMTAB_FINISH: '0' } : {};
  const result = await execa(`mpirun.${mpi}`, ['-n', String(options.ranks ?? 2), program, ...(options.args ?? [])], {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: target, ...finishing, ...options.env },
    reject: false,
    timeout: 300_000,
  });
  const remarks = remarksIn(result.stderr);
  if (options.raw !== true && !existsSync(join(target, 'traces.otf2'))) remarks.push(...(await finish(mpi, target)));
  return { folder: target, exitCode: result.exitCode, stdout: result.stdout, remarks };
}

/** Builds the probe for an MPI, so that no test's time limit has to cover it. */
export async function prepare(mpi: Mpi): Promise<void> {
  await execa(wrapper, ['--build', `mpicc.${mpi}`], { env: environment });
}

/** Time for a test that builds and runs programs while other tests do the same. */
export const patient = { timeout: 600_000 };

/** The cache folder for an MPI. */
export async function cache(mpi: Mpi): Promise<string> {
  const result = await execa(wrapper, ['--print-cache', `mpicc.${mpi}`], { env: environment });
  return result.stdout;
}

/** Runs the finisher. @returns its messages */
export async function finish(mpi: Mpi, ...args: string[]): Promise<string[]> {
  const result = await execa(join(await cache(mpi), 'trimtab-finish'), args, { reject: false });
  if (result.exitCode !== 0) throw new Error(`trimtab-finish failed: ${result.stderr}`);
  return remarksIn(result.stderr);
}

/** A builder that builds each program once a test file. */
export function buildOnce(): typeof build {
  const built = new Map<string, Promise<string>>();
  return (mpi, source, flags) => {
    const key = JSON.stringify([mpi, source, flags]);
    const known = built.get(key) ?? build(mpi, source, flags);
    built.set(key, known);
    return known;
  };
}

/** The number of the line of a program that holds `MARK name`. */
export function marked(source: string, name: string): number {
  const lines = readFileSync(join(programs, source), 'utf8').split('\n');
  const line = lines.findIndex((text) => new RegExp(`MARK ${name}( \\*/)?$`).test(text.trimEnd()));
  if (line < 0) throw new Error(`${source} has no mark "${name}"`);
  return line + 1;
}
