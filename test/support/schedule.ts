import fc from 'fast-check';

/** Which of the two communicators a step uses: all processes, or a subset in another order. */
export type CommunicatorChoice = 0 | 1;

export interface MessageStep {
  readonly kind: 'message';
  readonly from: number;
  readonly to: number;
  readonly tag: number;
  readonly bytes: number;
  readonly send: 'MPI_Send' | 'MPI_Ssend' | 'MPI_Bsend' | 'MPI_Isend';
  readonly receive: 'MPI_Recv' | 'MPI_Irecv';
  readonly communicator: CommunicatorChoice;
}

export interface CollectiveStep {
  readonly kind: 'collective';
  readonly call: CollectiveCall;
  readonly root: number;
  readonly bytes: number;
  /** 2 is the intercommunicator. */
  readonly communicator: CommunicatorChoice | 2;
}

/** One process waits for a message in the Sendrecv in which it sends one to another process. */
export interface RelayStep {
  readonly kind: 'relay';
  readonly from: number;
  readonly by: number;
  readonly to: number;
}

/**
 * A random parallel program as a sequence of steps that is free of deadlock: each step appends calls to the programs
 * of the processes it concerns, so that every message has its receive and every collective operation all members.
 */
export type Step =
  | MessageStep
  | CollectiveStep
  | { readonly kind: 'compute'; readonly process: number; readonly seconds: number }
  | { readonly kind: 'exchange'; readonly from: number; readonly to: number; readonly bytes: number }
  | RelayStep
  | { readonly kind: 'complete'; readonly process: number; readonly call: 'MPI_Waitall' | 'MPI_Wait' | 'MPI_Test' }
  /** Asks in vain: for the oldest request, or for all. */
  | { readonly kind: 'ask'; readonly process: number; readonly call: 'MPI_Test' | 'MPI_Testall' };

export const collectiveCalls = [
  'MPI_Barrier',
  'MPI_Allreduce',
  'MPI_Alltoall',
  'MPI_Bcast',
  'MPI_Scatter',
  'MPI_Reduce',
  'MPI_Gather',
  'MPI_Scan',
  'MPI_Exscan',
] as const;
export type CollectiveCall = (typeof collectiveCalls)[number];

export interface Schedule {
  readonly processes: number;
  /** Ranks of the second communicator, as processes. */
  readonly subset: readonly number[];
  /** How many processes, from the first on, are one group of the intercommunicator; the others are the other one. */
  readonly firstGroup: number;
  /** A second thread makes every n-th call of each process; 0 for single-threaded processes. */
  readonly secondThread: number;
  readonly steps: readonly Step[];
  /** Durations of calls in seconds, used in turn. */
  readonly durations: readonly number[];
}

/**
 * Times are multiples of a power of two, so that sums and differences of them are exact: equal moments stay equal
 * however they were reached.
 */
export const TICK = 2 ** -10;

const seconds = fc.integer({ min: 1, max: 200 }).map((ticks) => ticks * TICK);
const communicator = fc.constantFrom<CommunicatorChoice[]>(0, 1);

function stepsOf(processes: number): fc.Arbitrary<Step> {
  const process = fc.integer({ min: 0, max: processes - 1 });
  const compute: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('compute' as const), process, seconds });
  const message: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant('message' as const),
    from: process,
    to: process,
    tag: fc.integer({ min: 0, max: 1 }),
    bytes: fc.constantFrom(0, 8, 100_000),
    send: fc.constantFrom('MPI_Send' as const, 'MPI_Ssend' as const, 'MPI_Bsend' as const, 'MPI_Isend' as const),
    receive: fc.constantFrom('MPI_Recv' as const, 'MPI_Irecv' as const),
    communicator,
  });
  const exchange: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant('exchange' as const),
    from: process,
    to: process,
    bytes: fc.constant(8),
  });
  const relay: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant('relay' as const),
    from: process,
    by: process,
    to: process,
  });
  const complete: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant('complete' as const),
    process,
    call: fc.constantFrom('MPI_Waitall' as const, 'MPI_Wait' as const, 'MPI_Test' as const),
  });
  const ask: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant('ask' as const),
    process,
    call: fc.constantFrom('MPI_Test' as const, 'MPI_Testall' as const),
  });
  const collective: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant('collective' as const),
    call: fc.constantFrom(...collectiveCalls),
    root: process,
    bytes: fc.constantFrom(0, 8),
    communicator: fc.constantFrom<(CommunicatorChoice | 2)[]>(0, 1, 2),
  });
  return fc.oneof(
    { weight: 3, arbitrary: compute },
    { weight: 6, arbitrary: message },
    { weight: 1, arbitrary: exchange },
    { weight: 2, arbitrary: relay },
    { weight: 3, arbitrary: complete },
    { weight: 3, arbitrary: ask },
    { weight: 2, arbitrary: collective },
  );
}

export const schedules: fc.Arbitrary<Schedule> = fc.integer({ min: 2, max: 4 }).chain((processes) =>
  fc.record({
    processes: fc.constant(processes),
    subset: fc.shuffledSubarray([...Array(processes).keys()], { minLength: 1 }),
    firstGroup: fc.integer({ min: 1, max: processes - 1 }),
    secondThread: fc.constantFrom(0, 0, 3),
    steps: fc.array(stepsOf(processes), { maxLength: 60, size: 'max' }),
    durations: fc.array(seconds, { minLength: 5, maxLength: 20 }),
  }),
);
