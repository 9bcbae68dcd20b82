/** Events of the processor and of the kernel that were counted: hardware counters, page faults, processor time and the like. */
import type { MetricDefinition, MetricUnit } from './performanceSpace.js';

/** What metrics of counters say of themselves; the probe's profiles say the same (finish/cube-metrics.c). */
export const COUNTER_DESCRIPTION = 'Counter of the processor or the kernel';

/** The unit of a counter, of what a trace says. */
export function unitOfCounter(unit: string): MetricUnit {
  if (unit === 's') return 'seconds';
  return unit === '' || unit === '#' ? 'count' : unit;
}

/** Whether a metric counts such an event, in runs of Trimtab or of tools that count by PAPI. */
export function isCounter({ name, description }: MetricDefinition): boolean {
  return description === COUNTER_DESCRIPTION || name.startsWith('PAPI_');
}

/** What a function or construct has of a counter, over all call paths and locations. */
export interface CountedFunction {
  readonly region: string;
  /** Where it is defined, when known. */
  readonly place?: { readonly file: string; readonly line: number };
  readonly calls: number;
  /** Without what it calls. */
  readonly own: number;
  /** With what it calls; recursion is not counted twice. */
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
  /** The functions and constructs that have most of it by themselves, at most 200. */
  readonly functions: readonly CountedFunction[];
}
