import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns reference values of the mathematics of dynamics, made with SciPy, PyWavelets and scikit-learn. Clones of the
 * project do not have them: they are in `design/dynamics-data` next to the conformance data.
 * @returns the path of a file; undefined, with a message, if it does not exist: tests that need it are then skipped
 */
export function referenceFile(name: string): string | undefined {
  const data = process.env.TRIMTAB_CONFORMANCE_DATA ?? path.resolve(import.meta.dirname, '../../../../shared/data');
  const file = path.join(data, '../design/dynamics-data', name);
  if (existsSync(file)) return file;
  console.warn(`Skipped: the reference values ${file} are not there (set TRIMTAB_CONFORMANCE_DATA).`);
  return undefined;
}

/** @returns undefined if it does not exist */
export function referenceValues(name: string): unknown {
  const file = referenceFile(name);
  return file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
}
