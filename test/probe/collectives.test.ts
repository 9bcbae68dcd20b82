import { beforeAll, describe, expect, it } from 'vitest';
import { calls, readEvents, type Event } from './archive.js';
import { build, mpis, patient, prepare, run } from './support.js';

const RANKS = 3;
const ROOT = 1;
/** Bytes of the two integers that each process contributes. */
const PART = 8;
/** Bytes of 1 + 2 + 3 integers, and of a rank's share of them. */
const ALL_OF_V = 24;
const ofV = (rank: number) => 4 * (rank + 1);

/** Bytes sent and received as Score-P counts them: a process's own part included, except in place. */
type Sizes = (rank: number) => [sent: number, received: number];

const atRoot = (root: [number, number], other: [number, number]): Sizes => {
  return (rank) => (rank === ROOT ? root : other);
};
const everywhere =
  (sent: number, received = sent): Sizes =>
  () => [sent, received];

const plain: readonly (readonly [region: string, operation: string, rooted: boolean, sizes: Sizes])[] = [
  ['MPI_Barrier', 'BARRIER', false, everywhere(0)],
  ['MPI_Bcast', 'BCAST', true, atRoot([RANKS * PART, PART], [0, PART])],
  ['MPI_Gather', 'GATHER', true, atRoot([PART, RANKS * PART], [PART, 0])],
  ['MPI_Gatherv', 'GATHERV', true, (rank) => [ofV(rank), rank === ROOT ? ALL_OF_V : 0]],
  ['MPI_Scatter', 'SCATTER', true, atRoot([RANKS * PART, PART], [0, PART])],
  ['MPI_Scatterv', 'SCATTERV', true, (rank) => [rank === ROOT ? ALL_OF_V : 0, ofV(rank)]],
  ['MPI_Allgather', 'ALLGATHER', false, everywhere(RANKS * PART)],
  ['MPI_Allgatherv', 'ALLGATHERV', false, (rank) => [RANKS * ofV(rank), ALL_OF_V]],
  ['MPI_Alltoall', 'ALLTOALL', false, everywhere(RANKS * PART)],
  ['MPI_Alltoallv', 'ALLTOALLV', false, everywhere(RANKS * PART)],
  ['MPI_Alltoallw', 'ALLTOALLW', false, everywhere(RANKS * PART)],
  ['MPI_Allreduce', 'ALLREDUCE', false, everywhere(RANKS * PART)],
  ['MPI_Reduce', 'REDUCE', true, atRoot([PART, RANKS * PART], [PART, 0])],
  ['MPI_Reduce_scatter', 'REDUCE_SCATTER', false, (rank) => [ALL_OF_V, RANKS * ofV(rank)]],
  ['MPI_Reduce_scatter_block', 'REDUCE_SCATTER_BLOCK', false, everywhere(RANKS * PART)],
  ['MPI_Scan', 'SCAN', false, (rank) => [(RANKS - rank) * PART, (rank + 1) * PART]],
  ['MPI_Exscan', 'EXSCAN', false, (rank) => [(RANKS - rank - 1) * PART, rank * PART]],
];

const inPlace: readonly (readonly [region: string, operation: string, rooted: boolean, sizes: Sizes])[] = [
  ['MPI_Gather', 'GATHER', true, atRoot([0, (RANKS - 1) * PART], [PART, 0])],
  ['MPI_Scatter', 'SCATTER', true, atRoot([(RANKS - 1) * PART, 0], [0, PART])],
  ['MPI_Allgather', 'ALLGATHER', false, everywhere((RANKS - 1) * PART)],
  ['MPI_Alltoall', 'ALLTOALL', false, everywhere((RANKS - 1) * PART)],
  ['MPI_Allreduce', 'ALLREDUCE', false, everywhere((RANKS - 1) * PART)],
  ['MPI_Reduce', 'REDUCE', true, atRoot([0, (RANKS - 1) * PART], [PART, 0])],
  ['MPI_Scan', 'SCAN', false, (rank) => [(RANKS - rank - 1) * PART, rank * PART]],
];

const nonBlocking: readonly (readonly [region: string, operation: string, rooted: boolean, sizes: Sizes])[] = [
  ['MPI_Ibarrier', 'BARRIER', false, everywhere(0)],
  ['MPI_Ibcast', 'BCAST', true, atRoot([RANKS * PART, PART], [0, PART])],
  ['MPI_Igather', 'GATHER', true, atRoot([PART, RANKS * PART], [PART, 0])],
  ['MPI_Iallreduce', 'ALLREDUCE', false, everywhere(RANKS * PART)],
  ['MPI_Ialltoallv', 'ALLTOALLV', false, everywhere(RANKS * PART)],
  ['MPI_Iscan', 'SCAN', false, (rank) => [(RANKS - rank) * PART, (rank + 1) * PART]],
];

function described(operation: string, rooted: boolean, [sent, received]: [number, number]): string {
  const root = rooted ? String(ROOT) : 'NONE';
  return `Operation: ${operation}, Communicator: "MPI_COMM_WORLD", Root: ${root}, Sent: ${sent}, Received: ${received}`;
}

describe.each(mpis)('collectives with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('records begin, end, root and bytes of every operation', async () => {
    const { folder, remarks } = await run(mpi, await build(mpi, 'collectives.c'), { ranks: RANKS });
    const events = await readEvents(folder);
    expect(remarks).toEqual([]);
    for (let rank = 0; rank < RANKS; rank++) {
      const own = events.get(String(rank)) ?? [];
      expectBlocking(own, rank, plain, () => 0);
      expectBlocking(own, rank, inPlace, () => 1);
      expectNonBlocking(own, rank);
    }
  });

  it('begins a collective at the time of its ENTER', async () => {
    const { folder } = await run(mpi, await build(mpi, 'collectives.c'), { ranks: RANKS });
    for (const events of (await readEvents(folder)).values())
      for (const [at, event] of events.entries())
        if (event.kind === 'MPI_COLLECTIVE_BEGIN' || event.kind === 'NON_BLOCKING_COLLECTIVE_REQUEST')
          expect([events[at - 1]?.kind, events[at - 1]?.time]).toEqual(['ENTER', event.time]);
  });
});

function expectBlocking(events: Event[], rank: number, table: typeof plain, nth: () => number): void {
  for (const [region, operation, rooted, sizes] of table)
    expect(calls(events, region)[nth()], `${region} on rank ${rank}`).toEqual([
      'MPI_COLLECTIVE_BEGIN',
      `MPI_COLLECTIVE_END ${described(operation, rooted, sizes(rank))}`,
    ]);
}

function expectNonBlocking(events: Event[], rank: number): void {
  const waits = calls(events, 'MPI_Wait');
  for (const [at, [region, operation, rooted, sizes]] of nonBlocking.entries()) {
    const request = `Request: ${at + 1}`;
    expect(calls(events, region)).toEqual([[`NON_BLOCKING_COLLECTIVE_REQUEST ${request}`]]);
    expect(waits[at], `${region} on rank ${rank}`).toEqual([
      `NON_BLOCKING_COLLECTIVE_COMPLETE ${described(operation, rooted, sizes(rank))}, ${request}`,
    ]);
  }
}
