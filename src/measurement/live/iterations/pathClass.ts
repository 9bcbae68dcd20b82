/** Class of the time of a call path: the same as after the run (src/analysis/trace/metrics/classification.ts). */
import { timeMetric } from '../../../analysis/trace/metrics/classification.js';
import { PARADIGMS, type Region, REGION_ROLES } from '../../../model/definitions.js';

/** A barrier of a program compiled by gcc: only its text distinguishes explicit from implicit ones. */
const SOME_BARRIER = 'openmp.SOME_BARRIER';

/** The most specific metric of the time of a path. @param told paradigm and role of OTF2, as `openmp.IMPLICIT_BARRIER` */
export function pathMetric(name: string, told: string): string {
  return told === SOME_BARRIER ? 'omp_barrier' : timeMetric(regionOf(name, told));
}

/** Returns a region of that name and class; without a class, the name alone counts. */
export function regionOf(name: string, told: string): Region {
  const [paradigm = '', role = ''] = told.split('.');
  const inWords = told === SOME_BARRIER ? 'barrier' : role.toLowerCase().replaceAll('_', '-');
  return {
    ...{ name, canonicalName: name, description: '', file: undefined, beginLine: 0, endLine: 0 },
    paradigm: PARADIGMS.find((known) => known === paradigm) ?? 'unknown',
    role: REGION_ROLES.find((known) => known === inWords) ?? 'function',
  };
}
