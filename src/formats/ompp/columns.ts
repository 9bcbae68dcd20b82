/** ompP's columns and constructs in the terms of the model. */
import type { RegionRole } from '../../model/definitions.js';
import type { Construct, ThreadColumn } from '../../model/parallelRegions.js';
import type { OmppTable, OmppType } from './report.js';

const constructs: Readonly<Record<OmppType, readonly [Construct, RegionRole]>> = {
  PARALLEL: ['parallel', 'parallel'],
  'PARALLEL LOOP': ['parallel-loop', 'parallel'],
  'PARALLEL SECTIONS': ['parallel-sections', 'parallel'],
  'PARALLEL WORKSHARE': ['parallel-workshare', 'parallel'],
  LOOP: ['loop', 'loop'],
  SECTIONS: ['sections', 'sections'],
  SECTION: ['section', 'section'],
  WORKSHARE: ['workshare', 'workshare'],
  SINGLE: ['single', 'single'],
  MASTER: ['master', 'master'],
  CRITICAL: ['critical', 'critical'],
  ATOMIC: ['atomic', 'atomic'],
  BARRIER: ['barrier', 'barrier'],
  FLUSH: ['flush', 'flush'],
  ORDERED: ['ordered', 'ordered'],
  LOCK: ['lock', 'critical'],
  TASK: ['task', 'task'],
  TASKWAIT: ['taskwait', 'task-wait'],
  'USER REGION': ['user', 'function'],
  USER: ['user', 'function'],
};

/** Returns the kind of a construct in the model, and its name in Score-P's terms: `!$omp parallel`. */
export function kindOf(type: OmppType): { construct: Construct; role: RegionRole; word: string } {
  const [construct, role] = constructs[type];
  return { construct, role, word: construct === 'user' ? '' : `!$omp ${type.toLowerCase()}` };
}

const columns: ReadonlyMap<string, ThreadColumn> = new Map<string, ThreadColumn>([
  ['execT', 'execT'],
  ['execT/I', 'execT'],
  ['execC', 'execC'],
  ['bodyT', 'bodyT'],
  ['bodyT/I', 'bodyT'],
  ['bodyT/E', 'bodyOwnT'],
  ['exitBarT', 'exitBarT'],
  ['exitBarC', 'exitBarC'],
  ['singleT', 'singleBodyT'],
  ['singleT/I', 'singleBodyT'],
  ['singleBodyT', 'singleBodyT'],
  ['singleBodyT/I', 'singleBodyT'],
  ['singleC', 'singleBodyC'],
  ['singleBodyC', 'singleBodyC'],
  ['enterT', 'enterT'],
  ['enterC', 'enterC'],
  ['exitT', 'exitT'],
  ['exitC', 'exitC'],
  ['sectT', 'sectionT'],
  ['sectT/I', 'sectionT'],
  ['sectionT', 'sectionT'],
  ['sectionT/I', 'sectionT'],
  ['sectC', 'sectionC'],
  ['sectionC', 'sectionC'],
  ['startupT', 'startupT'],
  ['shutdwnT', 'shutdownT'],
  ['shutdownT', 'shutdownT'],
  ['taskT', 'taskT'],
  ['taskC', 'taskC'],
]);

/** The column of the model that one of ompP's is; undefined for counters and what is not known. */
export const threadColumn = (name: string): ThreadColumn | undefined => columns.get(name);

/** Whether a column is a counter, and with or without what was called. */
export function counterColumn(name: string): { counter: string; own: boolean } | undefined {
  if (columns.has(name) || !/^[A-Za-z]\w*(\/[IE])?$/.test(name) || /^[a-z]+[TC](\/[IE])?$/i.test(name))
    return undefined;
  return { counter: name.replace(/\/[IE]$/, ''), own: name.endsWith('/E') };
}

/**
 * Counters that are only copies of another: ompP 0.7 writes the values of its first counter under all names.
 * @returns the name that is repeated by the names that repeat it
 */
export function repeatedCounters(tables: readonly OmppTable[]): ReadonlyMap<string, string> {
  const valuesOf = new Map<string, string[]>();
  for (const { columns: names, rows } of tables)
    names.forEach((name, at) => {
      const known = counterColumn(name);
      if (known === undefined || known.own) return;
      const values = valuesOf.get(known.counter) ?? [];
      valuesOf.set(known.counter, values);
      for (const row of rows) values.push(String(row.values[at]));
    });
  const firsts = new Map<string, string>();
  const repeated = new Map<string, string>();
  for (const [name, values] of valuesOf) {
    const key = values.join(' ');
    const first = firsts.get(key);
    // A few equal zeros prove nothing.
    if (first !== undefined && new Set(values).size > 2) repeated.set(name, first);
    else firsts.set(key, name);
  }
  return repeated;
}
