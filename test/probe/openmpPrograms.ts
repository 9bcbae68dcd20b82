/** Which compilers build OpenMP programs that can be measured here, and how constructs and threads of them are named. */
import { openmpCompilers } from '../support/openmpCompilers.js';
import { marked, mpis } from './support.js';

/** The location of the second thread of the first process. */
export const WORKER = '4294967296';

/** The C compilers whose OpenMP programs are tested. */
export const compilers = mpis.length > 0 ? openmpCompilers() : [];
if (compilers.length === 0)
  console.warn('No LLVM OpenMP runtime (libomp5) with a compiler for it: the recording of OpenMP is not tested.');

/** The region of the construct in the line of a program that is marked so. */
export function site(source: string, construct: string, mark: string): string {
  return `!$omp ${construct} @${source}:${marked(source, mark)}`;
}
