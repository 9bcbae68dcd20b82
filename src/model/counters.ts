/** Events of the processor and of the kernel that were counted: hardware counters, page faults, processor time and the like. */
import type { MetricDefinition, MetricUnit } from './performanceSpace.js';

/** Description of counter metrics; profiles of the probe contain the same text (finish/cube/cube-metrics.c). */
export const COUNTER_DESCRIPTION = 'Counter of the processor or the kernel';

/** Returns the unit of a counter from its unit in a trace. */
export function unitOfCounter(unit: string): MetricUnit {
  if (unit === 's') return 'seconds';
  return unit === '' || unit === '#' ? 'count' : unit;
}

/** Whether a metric counts such an event, in runs of Trimtab or of tools that count by PAPI. */
export function isCounter({ name, description }: MetricDefinition): boolean {
  return description === COUNTER_DESCRIPTION || name.startsWith('PAPI_');
}

/** Value of a counter in a function or construct, summed over all call paths and locations. */
export interface CountedFunction {
  readonly region: string;
  /** Location of its definition, when known. */
  readonly place?: { readonly file: string; readonly line: number };
  readonly calls: number;
  /** Without what it calls. */
  readonly own: number;
  /** Inclusive value; recursion is not counted twice. */
  readonly inclusive: number;
}

/** A counter of a run. */
export interface CounterReport {
  /** As perf or PAPI names it. */
  readonly name: string;
  /** Of all values. */
  readonly unit: MetricUnit;
  /** Over all call paths and locations. */
  readonly total: number;
  /** Functions and constructs with the largest exclusive values, at most 200. */
  readonly functions: readonly CountedFunction[];
}
