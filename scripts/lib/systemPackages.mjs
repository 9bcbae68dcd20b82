/** Debian packages that the main job and the tests need, installed through apt where that can be done without asking. */
import { existsSync, readdirSync } from 'node:fs';
import { findProgram, run, tail } from './processes.mjs';
import { step } from './report.mjs';

/**
 * @typedef {object} Need
 * @property {string} why
 * @property {Readonly<Record<string, string>>} programs each with the packages that bring it
 * @property {Readonly<Record<string, string>>} [libraries] the same for file names of shared libraries
 */

/** @type {Need} */
const measuring = {
  why: 'MPI, compilers and the trace library, to build and measure programs',
  programs: {
    gcc: 'gcc libc6-dev',
    'g++': 'g++',
    gfortran: 'gfortran',
    make: 'make',
    addr2line: 'binutils',
    mpicc: 'libopenmpi-dev',
    mpirun: 'openmpi-bin',
    'otf2-config': 'libotf2-trace-dev',
    'otf2-print': 'otf2-tools',
  },
  // LLVM's OpenMP runtime reports OpenMP events; gcc's own does not.
  libraries: { 'libomp.so.5': 'libomp5' },
};

/** @type {Need} */
const compilingWorkbench = {
  why: 'two small native modules of the workbench are compiled',
  programs: { 'g++': 'g++', make: 'make', python3: 'python3' },
};

/** @type {Need} */
const cluster = {
  why: 'a real cluster on this machine: Slurm with three nodes, and an ssh server',
  programs: {
    sbatch: 'slurm-wlm',
    slurmctld: 'slurm-wlm',
    munge: 'munge',
    ssh: 'openssh-client',
    sshd: 'openssh-server',
    rsync: 'rsync',
  },
};

/** @type {Need} */
const testing = {
  why: 'a browser that drives the workbench, the second MPI, build and measurement system, and the cluster of the tests',
  programs: {
    ...cluster.programs,
    chromium: 'chromium fonts-dejavu-core',
    'mpicc.mpich': 'libmpich-dev',
    'mpirun.mpich': 'mpich',
    cmake: 'cmake',
    git: 'git',
    clang: 'clang',
    eztrace: 'eztrace',
  },
  libraries: { 'libomp.so': 'libomp-dev', 'dist-packages/mpi4py': 'python3-mpi4py' },
};

/** @type {Need} */
const testingC = {
  why: 'the C compiler and the library of the C unit tests',
  programs: { gcc: 'gcc libc6-dev' },
  libraries: { 'libcmocka.so': 'libcmocka-dev' },
};

/** @type {Need} */
const checkingC = {
  why: 'checks of the C sources',
  programs: { ...measuring.programs, 'clang-tidy': 'clang-tidy' },
};

export const needs = { measuring, compilingWorkbench, cluster, testing, testingC, checkingC };

/** Whether the example can be built, measured and run; less than all that is wanted. */
export function canMeasure() {
  const essential = ['gcc', 'make', 'addr2line', 'mpicc', 'mpirun', 'otf2-config'];
  return essential.every((name) => findProgram(name) !== undefined);
}

/** Whether a shared library lies where Debian puts LLVM's and others' libraries. @param {string} name */
function hasLibrary(name) {
  const folders = ['/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  const below = folders.flatMap((folder) => readdirSync(folder).map((entry) => `${folder}/${entry}`));
  const places = below.flatMap((folder) => [folder, `${folder}/lib`]);
  return [...folders, ...places].some((folder) => existsSync(`${folder}/${name}`));
}

/** @param {Need} need */
function missingPackages(need) {
  // Daemons lie where only root's PATH looks.
  const isMissing = (/** @type {string} */ program) =>
    findProgram(program) === undefined && !existsSync(`/usr/sbin/${program}`);
  const programs = Object.entries(need.programs).filter(([program]) => isMissing(program));
  const libraries = Object.entries(need.libraries ?? {}).filter(([library]) => !hasLibrary(library));
  const missing = [...programs, ...libraries];
  return missing.flatMap(([, packages]) => packages.split(' '));
}

/**
 * Installs missing packages of the given needs.
 * @param {readonly Need[]} wanted
 * @returns {Promise<string | undefined>} a sentence when something is missing still; undefined when all are installed
 */
export async function ensureSystemPackages(wanted) {
  const unmet = wanted.filter((need) => missingPackages(need).length > 0);
  if (unmet.length === 0) return undefined;
  const packages = [...new Set(unmet.flatMap(missingPackages))];
  const byHand = `install them with: apt-get install ${packages.join(' ')}`;
  if (findProgram('apt-get') === undefined) {
    return `System packages are missing and there is no apt-get here; on Debian or Ubuntu, ${byHand}`;
  }
  const prefix = await rootPrefix();
  if (prefix === undefined) return `System packages are missing and this user may not install any; ${byHand}`;
  step(`apt-get install ${packages.join(' ')}`, unmet.map((need) => need.why).join('; '));
  const failure = await install(prefix, packages);
  return failure === undefined ? undefined : `System packages could not be installed; ${byHand}\n${failure}`;
}

/** How to become root: not at all, through sudo without a question, or (undefined) impossible. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (findProgram('sudo') === undefined) return undefined;
  const { code } = await run('sudo', ['-n', 'true'], { quiet: true });
  return code === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * @param {readonly string[]} prefix
 * @param {readonly string[]} packages
 */
async function install(prefix, packages) {
  const apt = (/** @type {string[]} */ ...args) => {
    const aptGet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y'];
    const [command = '', ...rest] = [...prefix, ...aptGet, ...args];
    return run(command, rest, { quiet: true });
  };
  const lists = '/var/lib/apt/lists';
  const known =
    existsSync(lists) &&
    readdirSync(lists).some((name) => name.endsWith('_Packages') || name.endsWith('_Packages.lz4'));
  if (!known) await apt('update');
  let result = await apt('install', '--no-install-recommends', ...packages);
  if (result.code !== 0 && known) {
    // Old lists name packages that the archive no longer has.
    await apt('update');
    result = await apt('install', '--no-install-recommends', ...packages);
  }
  return result.code === 0 ? undefined : tail(result.output, 5);
}
