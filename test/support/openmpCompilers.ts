import { spawnSync } from 'node:child_process';

const probing = '#include <omp.h>\nint main(void) { return omp_get_max_threads() == 0; }\n';

/** Whether a compiler can build OpenMP programs, told from one in C. */
export function buildsOpenmp(compiler: string, ...flags: string[]): boolean {
  const command = ['-fopenmp', ...flags, '-xc', '-', '-o', '/dev/null'];
  return spawnSync(compiler, command, { input: probing }).status === 0;
}

/** Whether the run-time library that tells measurements about OpenMP, LLVM's, is installed. */
function hasRuntime(): boolean {
  const found = spawnSync('sh', ['-c', 'ls /usr/lib/*/libomp.so.5 /usr/lib/llvm-*/lib/libomp.so.5'], {
    encoding: 'utf8',
  });
  return found.stdout !== '';
}

/** The C compilers whose OpenMP programs can be measured here. */
export function openmpCompilers(): string[] {
  return hasRuntime() ? ['gcc', 'clang'].filter((compiler) => buildsOpenmp(compiler)) : [];
}
