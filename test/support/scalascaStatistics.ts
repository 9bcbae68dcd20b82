import { readFileSync } from 'node:fs';
import { ofLength } from './ofLength.js';

/** The longest instance at a call path; times from the start of the trace. */
export interface ReferenceInstance {
  readonly enter: number;
  readonly duration: number;
  readonly rank: number;
}

export interface ReferenceStatistics {
  readonly count: number;
  readonly mean: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly sum: number;
  /** Printed from two instances on. */
  readonly variance: number | undefined;
  readonly worst: readonly ReferenceInstance[];
}

/** Reads a `reference.stat`: one line per property, and below it the longest instances. */
export function readStatistics(file: string): ReadonlyMap<string, ReferenceStatistics> {
  const found = new Map<string, ReferenceStatistics>();
  let worst: ReferenceInstance[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [name = '', ...fields] = line.trim().split(/\s+/);
    if (name === '-') {
      const [enter, duration, rank] = [Number(fields[3]), Number(fields[7]), Number(fields[9])];
      worst.push({ enter, duration, rank });
    }
    if (!/^(mpi|omp|pthread)_/.test(name)) continue;
    const numbers = fields.map(Number);
    const [count, mean, , minimum, maximum, sum] = ofLength(numbers.slice(0, 6), 6);
    worst = [];
    found.set(name, { count, mean, minimum, maximum, sum, variance: numbers[6], worst });
  }
  return found;
}
