import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import { inheritedEnvironment, launchEnvironment } from '../../src/targets/environment.js';
import { valuesByPath } from '../support/spaceValues.js';
import { examplesFolder } from './expectations.js';
import { usually } from '../support/matrix.js';

const probe = join(import.meta.dirname, '../../src/probe/trimtab-cc');

/** Commands that build and start programs. */
export interface Toolchain {
  readonly name: string;
  readonly compilers: { readonly CC: string; readonly FC: string };
  /** Starts the ranks of a program; without it, a program is one process. */
  readonly launcher?: string;
}

/** An MPI implementation by the suffix of its tools: Debian names them mpicc.openmpi, mpicc.mpich and so on. */
export type Mpi = Toolchain & { readonly launcher: string };

function mpi(name: string, suffix: string): Mpi {
  return {
    name,
    compilers: { CC: `mpicc${suffix}`, FC: `mpifort${suffix}` },
    launcher: `mpirun${suffix}`,
  };
}

const runs = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

/** The MPI implementations to test with: each of Debian's side by side, else whatever `mpicc` is. */
export function availableMpis(): Mpi[] {
  const sideBySide = [mpi('Open MPI', '.openmpi'), mpi('MPICH', '.mpich')];
  const usable = (candidate: Mpi): boolean =>
    runs(candidate.compilers.CC) && runs(candidate.compilers.FC) && runs(candidate.launcher);
  const found = sideBySide.filter(usable);
  const result = found.length > 0 ? found : [mpi('the MPI on the path', '')].filter(usable);
  if (result.length === 0)
    console.warn('No MPI compiler found: the examples are not run, only their recorded runs are read.');
  return result;
}

/** Of the MPI libraries here the named one, where there are several; all of them in `npm run test:all`. */
export function usualMpis(named: 'Open MPI' | 'MPICH'): readonly Mpi[] {
  const all = availableMpis();
  const names = usually(
    all.map(({ name }) => name),
    named,
  );
  return all.filter(({ name }) => names.includes(name));
}

export interface ExampleRun {
  /** The trace; gone with the program. */
  readonly archive: string;
  /** Output of the program. */
  readonly output: string;
  readonly report: FindingsReport;
  /** Exclusive values of every metric by `path \t location`. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** A copy of an example, built with the probe, that can be run. */
export class BuiltExample {
  private constructor(
    private readonly folder: string,
    private readonly program: string,
    private readonly toolchain: Toolchain,
  ) {}

  /**
   * Builds an example in a temporary folder with its Makefile, with `trimtab-cc` before the compiler.
   * @param targets what to make, if not everything
   */
  static async build(
    example: string,
    program: string,
    toolchain: Toolchain,
    targets: readonly string[] = [],
  ): Promise<BuiltExample> {
    const folder = await mkdtemp(join(tmpdir(), 'trimtab-example-'));
    await cp(join(examplesFolder, example), folder, { recursive: true });
    const { CC, FC } = toolchain.compilers;
    await execa('make', ['-B', ...targets, `CC=${probe} ${CC}`, `FC=${probe} ${FC}`], { cwd: folder });
    return new BuiltExample(folder, program, toolchain);
  }

  /**
   * Runs the program, measured, and analyses what was recorded.
   * @param program another program of the example than the one it was built for
   * @param functions which are recorded: those that are worth it, or all
   */
  async run(ranks: number, args: readonly string[] = [], program = this.program, functions = '1'): Promise<ExampleRun> {
    const experiment = await mkdtemp(join(this.folder, 'experiment-'));
    const { launcher } = this.toolchain;
    const command = [join(this.folder, program), ...args] as const;
    const [first, ...rest] = launcher === undefined ? command : ([launcher, '-n', String(ranks), ...command] as const);
    const run = await execa(first, rest, {
      cwd: this.folder,
      env: {
        ...inheritedEnvironment(),
        ...launchEnvironment(ranks),
        OMP_NUM_THREADS: '2',
        TRIMTAB_FUNCTIONS: functions,
        TRIMTAB_EXPERIMENT_DIR: experiment,
      },
      all: true,
    });
    const trace = openArchive(experiment);
    const { report, space } = analyzeTrace(trace, { program });
    return { archive: experiment, output: run.all, report, values: valuesByPath(space, trace.definitions) };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
