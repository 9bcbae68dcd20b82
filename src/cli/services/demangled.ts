import { execa } from 'execa';

/**
 * Returns demangled C++ names, from c++filt; the names themselves if they are not mangled, or it is not installed.
 * @param options of c++filt
 */
export async function demangled(
  names: readonly string[],
  options: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const { stdout, exitCode } = await execa('c++filt', options, {
    input: names.join('\n'),
    reject: false,
    cancelSignal: signal,
  });
  const readable = stdout.split('\n');
  return exitCode === 0 && readable.length === names.length ? readable : [...names];
}
