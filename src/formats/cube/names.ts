/** CUBE's words for what the model names otherwise, both ways. */
import {
  PARADIGMS,
  REGION_ROLES,
  type Location,
  type LocationGroup,
  type Paradigm,
  type RegionRole,
} from '../../model/definitions.js';
import type { MetricUnit } from '../../model/performanceSpace.js';

/** Roles whose word is not just their name with blanks. */
const roleWords = new Map<RegionRole, string>([
  ['task-wait', 'taskwait'],
  ['task-untied', 'untied task'],
  ['coll-one2all', 'one2all'],
  ['coll-all2one', 'all2one'],
  ['coll-all2all', 'all2all'],
  ['coll-other', 'other collective'],
]);

export function roleWord(role: RegionRole): string {
  return roleWords.get(role) ?? role.replaceAll('-', ' ');
}

const rolesByWord = new Map<string, RegionRole>(REGION_ROLES.map((role) => [roleWord(role), role]));
rolesByWord.set('func', 'function');
const paradigmsByWord = new Map<string, Paradigm>(PARADIGMS.map((paradigm) => [paradigm, paradigm]));
paradigmsByWord.set('omp', 'openmp');

/** `unknown` for words that mean no role here; older files write `file_io`. */
export function roleOf(word: string): RegionRole {
  return rolesByWord.get(word.toLowerCase().replaceAll('_', ' ')) ?? 'unknown';
}

/** `unknown` for words that mean no paradigm here. */
export function paradigmOf(word: string): Paradigm {
  return paradigmsByWord.get(word.toLowerCase()) ?? 'unknown';
}

const units = new Map<MetricUnit, string>([
  ['seconds', 'sec'],
  ['count', 'occ'],
]);

export function unitWord(unit: MetricUnit): string {
  return units.get(unit) ?? unit;
}

/** Returns the model's unit and the factor from CUBE's unit; a word that names no quantity is a count. */
export function unitOf(word: string): { unit: MetricUnit; scale: number } {
  const name = word.trim();
  switch (name.toLowerCase()) {
    case 'sec':
    case 's':
    case 'seconds':
      return { unit: 'seconds', scale: 1 };
    case 'msec':
    case 'ms':
      return { unit: 'seconds', scale: 1e-3 };
    case 'usec':
    case 'us':
      return { unit: 'seconds', scale: 1e-6 };
    case 'nsec':
    case 'ns':
      return { unit: 'seconds', scale: 1e-9 };
    case 'byte':
    case 'bytes':
      return { unit: 'bytes', scale: 1 };
    case '':
    case '#':
    case 'occ':
    case 'count':
      return { unit: 'count', scale: 1 };
    default:
      return { unit: name, scale: 1 };
  }
}

/** CUBE knows no location of unknown type. */
export function locationWord(type: Location['type']): string {
  if (type === 'accelerator-stream') return 'accelerator stream';
  return type === 'metric' ? 'metric' : 'thread';
}

export function locationTypeOf(word: string): Location['type'] {
  if (word === 'thread') return 'cpu-thread';
  if (word === 'accelerator stream' || word === 'gpu') return 'accelerator-stream';
  return word === 'metric' ? 'metric' : 'unknown';
}

/** CUBE knows no group of unknown type. */
export function groupWord(type: LocationGroup['type']): string {
  return type === 'accelerator' ? 'accelerator' : 'process';
}

export function groupTypeOf(word: string): LocationGroup['type'] {
  return word === 'process' || word === 'accelerator' ? word : 'unknown';
}
