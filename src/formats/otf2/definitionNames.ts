import { PARADIGMS, REGION_ROLES, type Paradigm, type RegionRole } from '../../model/definitions.js';

/** Role and paradigm of the region types of OTF2 1.0, which 1.1 replaced, by number. */
const LEGACY_REGION_TYPES: readonly (readonly [RegionRole, Paradigm])[] = [
  ['unknown', 'unknown'],
  ['function', 'unknown'],
  ['loop', 'user'],
  ['function', 'unknown'],
  ['file-io', 'user'],
  ['parallel', 'openmp'],
  ['loop', 'openmp'],
  ['sections', 'openmp'],
  ['section', 'openmp'],
  ['workshare', 'openmp'],
  ['single', 'openmp'],
  ['master', 'openmp'],
  ['critical', 'openmp'],
  ['atomic', 'openmp'],
  ['barrier', 'openmp'],
  ['implicit-barrier', 'openmp'],
  ['flush', 'openmp'],
  ['critical-sblock', 'openmp'],
  ['single-sblock', 'openmp'],
  ['wrapper', 'openmp'],
  ['task', 'openmp'],
  ['task-wait', 'openmp'],
  ['barrier', 'mpi'],
  ['coll-one2all', 'mpi'],
  ['coll-all2one', 'mpi'],
  ['coll-all2all', 'mpi'],
  ['coll-other', 'mpi'],
  ['code', 'user'],
  ['code', 'user'],
  ['code', 'user'],
  ['loop', 'user'],
  ['function', 'user'],
  ['loop', 'user'],
  ['task-create', 'openmp'],
  ['ordered', 'openmp'],
  ['ordered-sblock', 'openmp'],
];

/** The paradigm of this number; `unknown` for numbers newer than OTF2 3.0. */
export function paradigmName(number: number): Paradigm {
  return PARADIGMS[number] ?? 'unknown';
}

/** The region role of this number; `unknown` for numbers newer than OTF2 3.0. */
export function roleName(number: number): RegionRole {
  return REGION_ROLES[number] ?? 'unknown';
}

/** Role and paradigm of a region written by OTF2 1.0. */
export function legacyRegionType(number: number): readonly [RegionRole, Paradigm] {
  return LEGACY_REGION_TYPES[number] ?? ['unknown', 'unknown'];
}
