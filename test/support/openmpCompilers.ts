import { spawnSync } from 'node:child_process';

const probing = '#include <omp.h>\nint main(void) { return omp_get_max_threads() == 0; }\n';

/** Reports whether a compiler can build OpenMP programs, tested with one in C. */
export function buildsOpenmp(compiler: string, ...flags: string[]): boolean {
  const command = ['-fopenmp', ...flags, '-xc', '-', '-o', '/dev/null'];
  return spawnSync(compiler, command, { input: probing }).status === 0;
}

/** Reports whether LLVM's run-time library, which reports OpenMP events to measurements, is installed. */
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
