/**
 * Tests with a probe that has sanitizers of gcc: `TRIMTAB_SANITIZE=address,undefined npx vitest run test/probe`, or `thread`.
 * Programs under test write reports into one folder. The run fails if there are any, and prints them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const common = join(tmpdir(), `trimtab-sanitizers-${process.getuid?.() ?? 'user'}`);

/** Variables of programs whose sanitizers write reports into a folder. `prepareReports` comes first. */
export function sanitizerVariables(folder: string): Record<string, string> {
  // Signals are those of the program and of the probe. A report of a race does not end the program.
  const signals = ['segv', 'sigbus', 'abort', 'sigill', 'sigfpe'].map((name) => `handle_${name}=0`).join(':');
  return {
    // Programs of tests, and MPI, leave memory allocated. LD_PRELOAD comes before the library of the sanitizer.
    ASAN_OPTIONS: `${signals}:detect_leaks=0:verify_asan_link_order=0`,
    UBSAN_OPTIONS: `${signals}:print_stacktrace=1`,
    TSAN_OPTIONS: `${signals}:exitcode=0:history_size=7:suppressions=${join(here, 'threadSanitizer.supp')}`,
    // Hooks of UCX, which MPICH uses, run in threads that ThreadSanitizer has ended already.
    UCX_MEM_EVENTS: 'no',
    TRIMTAB_SANITIZER_REPORTS: join(folder, 'report'),
    LD_PRELOAD: join(folder, 'reports.so'),
  };
}

/** Makes the folder, and in it the library that directs reports there. */
export function prepareReports(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const library = join(folder, 'reports.so');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(here, 'sanitizerReports.c'), '-ldl']);
}

/** ThreadSanitizer finds races of other libraries too, of which it sees neither the sources nor all synchronization. */
const OF_PROBE = /\/src\/probe\/|libtrimtab-probe|trimtab-finish/;

/** Reports that programs wrote, of errors in which functions of the probe are involved. */
export function sanitizerReports(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith('report.'));
  const reports = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/^=+$/m));
  return reports.filter(
    (report) => report.trim() !== '' && (!report.includes('ThreadSanitizer') || OF_PROBE.test(report)),
  );
}

/** Environment of all tests: nothing unless sanitizers are requested. */
export const sanitizerEnvironment: Record<string, string> =
  process.env.TRIMTAB_SANITIZE === undefined ? {} : sanitizerVariables(common);

/** Before all tests; afterwards the run fails if there are reports. */
export function setup(): (() => void) | undefined {
  if (process.env.TRIMTAB_SANITIZE === undefined) return undefined;
  prepareReports(common);
  return () => {
    const found = sanitizerReports(common);
    if (found.length > 0)
      throw new Error(`Sanitizers made ${found.length} reports, in ${common}:\n${found.join('\n')}`);
  };
}
