/**
 * Events that the probe can count, by the names that perf and PAPI give them (probe/format/counter-names.h, which a test compares
 * with this list).
 */

/** Counters that a run may have at once. */
export const MOST_COUNTERS = 8;

const NAMES: readonly string[] = [
  ...[
    'cycles',
    'cpu-cycles',
    'PAPI_TOT_CYC',
    'instructions',
    'PAPI_TOT_INS',
    'ref-cycles',
    'PAPI_REF_CYC',
    'bus-cycles',
  ],
  ...[
    'cache-references',
    'PAPI_L3_TCA',
    'cache-misses',
    'PAPI_L3_TCM',
    'branches',
    'branch-instructions',
    'PAPI_BR_INS',
  ],
  ...[
    'branch-misses',
    'PAPI_BR_MSP',
    'stalled-cycles-frontend',
    'stalled-cycles-backend',
    'PAPI_L1_LDM',
    'PAPI_L1_STM',
  ],
  ...['PAPI_L1_ICM', 'PAPI_L3_LDM', 'PAPI_L3_STM', 'PAPI_TLB_IM', 'task-clock', 'cpu-clock', 'page-faults', 'faults'],
  ...['minor-faults', 'major-faults', 'context-switches', 'cs', 'cpu-migrations', 'migrations', 'alignment-faults'],
  'emulation-faults',
];

/** As perf puts names of events of caches together. */
const OF_CACHE =
  /^(L1-dcache|L1-icache|LLC|dTLB|iTLB|branch|node)-(loads|load-misses|stores|store-misses|prefetches|prefetch-misses)$/;

/** A code of the processor's own. */
const RAW = /^r[0-9a-fA-F]{1,16}$/;

/** Advice on valid values, for messages. */
export const COUNTER_ADVICE =
  'write names of perf or PAPI, such as task-clock, page-faults, instructions, PAPI_TOT_CYC, L1-dcache-load-misses, or a code of the processor such as r01a8';

/** Whether the probe knows an event by this name. */
export function isCounterName(name: string): boolean {
  return NAMES.includes(name) || OF_CACHE.test(name) || RAW.test(name);
}
