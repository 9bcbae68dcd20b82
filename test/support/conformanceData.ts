import { existsSync } from 'node:fs';
import path from 'node:path';
import { wholeMatrix } from './matrix.js';

const said = new Set<string>();

/**
 * Returns a folder of public traces with reference values, which clones of the project do not have: below
 * TRIMTAB_CONFORMANCE_DATA, or below ../shared/data next to the checkout.
 * @returns undefined, with a message, if it does not exist; the tests that need it are then skipped
 */
export function conformanceData(name: string): string | undefined {
  const root = process.env.TRIMTAB_CONFORMANCE_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');
  const folder = path.join(root, name);
  if (existsSync(folder)) return folder;
  if (!said.has(folder))
    console.warn(`Skipped: the conformance data ${folder} is not there (set TRIMTAB_CONFORMANCE_DATA).`);
  said.add(folder);
  return undefined;
}

/**
 * The traces with most events. Smaller ones have the same kinds of records, but these alone have threads and messages in
 * one (clover_hyb) and parts that were not recorded (btmz).
 */
export const LARGE_TRACES = [
  'btmz_B_8x4',
  'casita_2_jacobi_blame_gpu_005',
  'cg.S.4',
  'clover_hyb.2x2',
  'lulesh_hyb.1x2',
  'mg.W.4',
  'omp_cg.S.4t',
] as const;

/**
 * Returns the traces that `npm test` uses; `npm run test:all` uses all of them.
 * @param paths of traces, or of files in them
 * @param left names of those that are excluded
 */
export function usualTraces(paths: readonly string[], left: readonly string[] = LARGE_TRACES): readonly string[] {
  return wholeMatrix ? paths : paths.filter((each) => !each.split(path.sep).some((part) => left.includes(part)));
}
