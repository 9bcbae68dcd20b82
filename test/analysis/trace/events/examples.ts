import type { EventTrace, TraceEvent } from '../../../../src/analysis/trace/events/index.js';

/** A compound event: how long a location waited, where and in which call. */
export interface Found {
  readonly seconds: number;
  /** Enter event of the region that waited. */
  readonly waiting: TraceEvent;
  /** Enter or lock event of what was waited for. */
  readonly late: TraceEvent;
}

/** Example 3.1: a receive is posted before the send has been started. */
export function* lateSender(trace: EventTrace): Generator<Found> {
  for (const root of trace.events('Receive')) {
    const e1 = root.enterptr;
    const e2 = root.sendptr?.enterptr;
    if (e1?.reg !== 'MPI_Recv' || e2?.reg !== 'MPI_Send' || e2.time <= e1.time) continue;
    yield { seconds: e2.time - e1.time, waiting: e1, late: e2 };
  }
}

/** Example 3.2: a send is still under way when its receive is posted. */
export function* lateReceiver(trace: EventTrace): Generator<Found> {
  for (const root of trace.events('Receive')) {
    const e1 = root.enterptr;
    const e2 = root.sendptr?.enterptr;
    if (e1?.reg !== 'MPI_Recv' || e2?.reg !== 'MPI_Send' || e2.time >= e1.time) continue;
    if (trace.isOpen(e2, e1.index)) yield { seconds: e1.time - e2.time, waiting: e2, late: e1 };
  }
}

/** Example 3.3: a message is received although an older one from the same sender is still under way. */
export function* wrongOrder(trace: EventTrace): Generator<{ received: TraceEvent; older: TraceEvent }> {
  for (const root of trace.events('Receive')) {
    const s1 = root.sendptr;
    if (s1?.src === undefined || s1.dest === undefined) continue;
    const older = trace.oldestMessage(s1.src, s1.dest, root.index);
    if (older !== undefined && older.time < s1.time) yield { received: root, older };
  }
}

/** Example 3.4: the processes of an n-to-n operation enter it at different times. */
export function* waitAtNxN(trace: EventTrace): Generator<Found> {
  for (const root of trace.events('MPICExit')) {
    if (root.reg === 'MPI_Allreduce') yield* untilLast(trace.mpicoll(root));
  }
}

/** Example 3.5: the threads of a team reach a barrier at different times. */
export function* unbalancedBarrier(trace: EventTrace): Generator<Found> {
  for (const root of trace.events('OMPCExit')) {
    const role = root.region?.role;
    if (role === 'barrier' || role === 'implicit-barrier') yield* untilLast(trace.ompcoll(root));
  }
}

/** Example 3.6: a thread asks for a lock before its owner has released it. */
export function* lockCompetition(trace: EventTrace): Generator<Found> {
  for (const root of trace.events('AcquireLock')) {
    const r1 = root.lockptr;
    const e1 = root.enterptr;
    if (r1 === undefined || e1 === undefined || e1.time >= r1.time) continue;
    yield { seconds: r1.time - e1.time, waiting: e1, late: r1 };
  }
}

/** The time from each Enter event of an instance to the last of them. */
function* untilLast(instance: readonly TraceEvent[]): Generator<Found> {
  const enters = instance.flatMap(({ enterptr }) => enterptr ?? []);
  const [first, ...others] = enters;
  if (first === undefined) return;
  const last = others.reduce((a, b) => (b.time > a.time ? b : a), first);
  for (const waiting of enters) {
    if (waiting.time < last.time) yield { seconds: last.time - waiting.time, waiting, late: last };
  }
}
