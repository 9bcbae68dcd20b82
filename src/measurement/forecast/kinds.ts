/** Record kinds of calls of a region. */
import { isFileCall } from '../../analysis/trace/metrics/classification.js';
import { mpiName } from '../../analysis/trace/metrics/operations.js';
import { isBetweenCalls, isUnwound, type Region } from '../../model/definitions.js';
import type { Counted } from './sizes.js';

/** Kinds counted by calls of regions; another module covers those counted otherwise. */
export const KINDS = [
  'functions',
  'mpi',
  'constructs',
  'sends',
  'receives',
  'startedSends',
  'startedReceives',
  'collectives',
  'teams',
  'forks',
  'locks',
  'files',
  'operations',
  'startedOperations',
  'handles',
  'seeks',
] as const satisfies readonly (keyof Counted)[];
export type Kind = (typeof KINDS)[number];

/** Calls of MPI by their names without `MPI_`, in small letters. */
const OF_MPI: readonly (readonly [RegExp, Kind])[] = [
  [/^(b|s|r)?send(recv(_replace)?)?$/, 'sends'],
  [/^(m?recv|sendrecv(_replace)?)$/, 'receives'],
  [/^i(b|s|r)?send$|^start(all)?$/, 'startedSends'],
  [/^im?recv$|^start(all)?$/, 'startedReceives'],
  [/^(init(_thread)?|finalize|comm_(dup|split|create|free).*|win_(create|free|fence).*)$/, 'collectives'],
  [/^(barrier|bcast|(all)?gatherv?|scatterv?|alltoall[vw]?|(all)?reduce|reduce_scatter.*|(ex)?scan)$/, 'collectives'],
];
/** The same of files of MPI. */
const OF_PARALLEL_FILES: readonly (readonly [RegExp, Kind])[] = [
  [/^file_(read|write)(?!.*_(begin|end)$)|^file_sync$/, 'operations'],
  [/^file_i(read|write)|^file_(read|write).*_begin$/, 'startedOperations'],
  [/^file_(open|close)$/, 'handles'],
];
/** Calls of POSIX and ISO C; others show only that they were made. */
const OF_FILES: readonly (readonly [RegExp, Kind])[] = [
  [/^(open(at)?(64)?|creat(64)?|mkstemp(64)?|f(re)?open(64)?|close|fclose|dup[23]?|unlink(at)?|remove)$/, 'handles'],
  [/^(lseek(64)?|fseeko?(64)?|rewind)$/, 'seeks'],
];
/** Reads and writes of unknown size, asynchronous operations, and operations that read one file and write another. */
const UNKNOWN_KIND = /^(v?fscanf|aio_(return|suspend)|lio_listio)$/;
const STARTED = /^aio_(read|write|fsync)$/;
const TWOFOLD = /^(sendfile|copy_file_range)$/;

function kindsBy(name: string, table: readonly (readonly [RegExp, Kind])[]): Kind[] {
  return table.filter(([pattern]) => pattern.test(name)).map(([, kind]) => kind);
}

function kindsOfFileCall({ name, role }: Region): readonly Kind[] {
  if (role !== 'file-io') return ['files', ...kindsBy(name, OF_FILES)];
  if (UNKNOWN_KIND.test(name)) return ['files'];
  if (STARTED.test(name)) return ['files', 'startedOperations'];
  return TWOFOLD.test(name) ? ['files', 'operations', 'operations'] : ['files', 'operations'];
}

/** @param withFiles whether what is done to files is recorded */
export function kindsOf(region: Region, withFiles: boolean): readonly Kind[] {
  if (isUnwound(region) || isBetweenCalls(region)) return []; // The calls within and around it contain this
  // information.
  if (isFileCall(region)) return kindsOfFileCall(region);
  const name = region.paradigm === 'openmp' ? undefined : mpiName(region.name);
  if (name !== undefined)
    return ['mpi', ...kindsBy(name, OF_MPI), ...(withFiles ? kindsBy(name, OF_PARALLEL_FILES) : [])];
  if (region.paradigm !== 'openmp') return ['functions'];
  if (region.role === 'parallel') return ['constructs', 'teams', 'forks'];
  if (region.role === 'critical') return ['constructs', 'locks'];
  return ['constructs'];
}
