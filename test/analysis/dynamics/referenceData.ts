import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Reference values of the mathematics of dynamics, made with SciPy, PyWavelets and scikit-learn, which people who clone the
 * project do not have: in `design/dynamics-data` beside the conformance data.
 * @returns the path of a file; undefined, after saying so, when it is not there: tests that need it are then skipped
 */
export function referenceFile(name: string): string | undefined {
  const data = process.env.TRIMTAB_CONFORMANCE_DATA ?? path.resolve(import.meta.dirname, '../../../../shared/data');
  const file = path.join(data, '../design/dynamics-data', name);
  if (existsSync(file)) return file;
  console.warn(`Skipped: the reference values ${file} are not there (set TRIMTAB_CONFORMANCE_DATA).`);
  return undefined;
}

/** @returns undefined where it is not there */
export function referenceValues(name: string): unknown {
  const file = referenceFile(name);
  return file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
}
