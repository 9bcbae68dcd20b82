/** Role of an MPI function in the search for waiting time. */
export const Operation = {
  None: 0,
  /** Send or Ssend: blocking, may wait for the receiver. */
  Send: 1,
  /** Bsend or Rsend and their non-blocking forms: never waits for the receiver. */
  LocalSend: 2,
  Sendrecv: 3,
  Recv: 4,
  Wait: 5,
  Waitany: 6,
  Waitall: 7,
  Waitsome: 8,
  /** Any MPI function that completes without waiting, or that no property looks at. */
  Other: 9,
  Init: 10,
  Finalize: 11,
  WinCreate: 12,
  WinFree: 13,
  WinFence: 14,
  WinPost: 15,
  WinStart: 16,
  WinComplete: 17,
  WinWait: 18,
  /** Any MPI function in a call whose end, or one of whose partners, the trace does not have: whether it waits is open. */
  Undecided: 19,
  /** Waits for the arrival of a message, which another call receives. */
  Probe: 20,
} as const;
export type Operation = (typeof Operation)[keyof typeof Operation];

/** 1 for each of the operations given, by operation: looked up for every message, which a Set would slow down. */
export function operationFlags(operations: readonly Operation[]): Uint8Array {
  const flags = new Uint8Array(Math.max(...Object.values(Operation)) + 1);
  for (const operation of operations) flags[operation] = 1;
  return flags;
}

const byName = new Map<string, Operation>([
  ['send', Operation.Send],
  ['ssend', Operation.Send],
  ['bsend', Operation.LocalSend],
  ['rsend', Operation.LocalSend],
  ['ibsend', Operation.LocalSend],
  ['irsend', Operation.LocalSend],
  ['sendrecv', Operation.Sendrecv],
  ['sendrecv_replace', Operation.Sendrecv],
  ['recv', Operation.Recv],
  ['mrecv', Operation.Recv],
  ['probe', Operation.Probe],
  ['mprobe', Operation.Probe],
  ['wait', Operation.Wait],
  ['waitany', Operation.Waitany],
  ['waitall', Operation.Waitall],
  ['waitsome', Operation.Waitsome],
  ['init', Operation.Init],
  ['init_thread', Operation.Init],
  ['finalize', Operation.Finalize],
  ['win_create', Operation.WinCreate],
  ['win_allocate', Operation.WinCreate],
  ['win_allocate_shared', Operation.WinCreate],
  ['win_create_dynamic', Operation.WinCreate],
  ['win_free', Operation.WinFree],
  ['win_fence', Operation.WinFence],
  ['win_post', Operation.WinPost],
  ['win_start', Operation.WinStart],
  ['win_complete', Operation.WinComplete],
  ['win_wait', Operation.WinWait],
]);

/**
 * The operation of an MPI function.
 * @param name as `mpiName` returns it
 */
export function operationOf(name: string): Operation {
  return byName.get(name) ?? Operation.Other;
}

/** Whether a function asks if requests have completed, and does not wait until they have. */
export function isTest(region: string): boolean {
  return /^test(all|any|some)?$/.test(mpiName(region) ?? '');
}

/** `Isend` for `MPI_Isend`, `mpi_isend_`, `PMPI_ISEND` or `mpi_isend_f08_`, in lower case; undefined for any other name. */
export function mpiName(region: string): string | undefined {
  const match = /^p?mpi_(.*?)(_f0?8(ts)?)?_*$/.exec(region.toLowerCase());
  return match?.[1];
}
