/** CUBE's words for what the model names otherwise, both ways. */
import type { Location, LocationGroup, Paradigm, RegionRole } from '../../model/definitions.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';

const roles: Readonly<Record<RegionRole, string>> = {
  unknown: 'unknown',
  function: 'function',
  wrapper: 'wrapper',
  loop: 'loop',
  code: 'code',
  parallel: 'parallel',
  sections: 'sections',
  section: 'section',
  workshare: 'workshare',
  single: 'single',
  'single-sblock': 'single sblock',
  master: 'master',
  critical: 'critical',
  'critical-sblock': 'critical sblock',
  atomic: 'atomic',
  barrier: 'barrier',
  'implicit-barrier': 'implicit barrier',
  flush: 'flush',
  ordered: 'ordered',
  'ordered-sblock': 'ordered sblock',
  task: 'task',
  'task-create': 'task create',
  'task-wait': 'taskwait',
  'coll-one2all': 'one2all',
  'coll-all2one': 'all2one',
  'coll-all2all': 'all2all',
  'coll-other': 'other collective',
  'file-io': 'file io',
  point2point: 'point2point',
  rma: 'rma',
  'data-transfer': 'data transfer',
  artificial: 'artificial',
  'thread-create': 'thread create',
  'thread-wait': 'thread wait',
  'task-untied': 'untied task',
  allocate: 'allocate',
  deallocate: 'deallocate',
  reallocate: 'reallocate',
  'file-io-metadata': 'file io metadata',
};

const paradigms: readonly Paradigm[] = [
  'unknown',
  'user',
  'compiler',
  'openmp',
  'mpi',
  'cuda',
  'measurement',
  'pthread',
  'hmpp',
  'ompss',
  'hardware',
  'gaspi',
  'upc',
  'shmem',
  'winthread',
  'qtthread',
  'acethread',
  'tbb',
  'openacc',
  'opencl',
  'mtapi',
  'sampling',
  'none',
  'hip',
  'kokkos',
];

function isRole(word: string): word is RegionRole {
  return word in roles;
}

const rolesByWord = new Map<string, RegionRole>(
  Object.entries(roles).flatMap(([role, word]) => (isRole(role) ? [[word, role]] : [])),
);
rolesByWord.set('func', 'function');
const paradigmsByWord = new Map<string, Paradigm>(paradigms.map((paradigm) => [paradigm, paradigm]));
paradigmsByWord.set('omp', 'openmp');

export function roleWord(role: RegionRole): string {
  return roles[role];
}

/** `unknown` for words that mean no role here; older files write `file_io`. */
export function roleOf(word: string): RegionRole {
  return rolesByWord.get(word.toLowerCase().replaceAll('_', ' ')) ?? 'unknown';
}

/** `unknown` for words that mean no paradigm here. */
export function paradigmOf(word: string): Paradigm {
  return paradigmsByWord.get(word.toLowerCase()) ?? 'unknown';
}

const units: Readonly<Record<MetricDefinition['unit'], string>> = { seconds: 'sec', count: 'occ', bytes: 'bytes' };

export function unitWord(unit: MetricDefinition['unit']): string {
  return units[unit];
}

/** The model's unit and how many of it one of CUBE's is; whatever is neither time nor data is a count. */
export function unitOf(word: string): { unit: MetricDefinition['unit']; scale: number } {
  switch (word.trim().toLowerCase()) {
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
    default:
      return { unit: 'count', scale: 1 };
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
