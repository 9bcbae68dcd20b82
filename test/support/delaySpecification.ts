import { elementAt } from '../../src/base/elements.js';
import { EventKind } from '../../src/model/events.js';
import type { Call, Execution, Message } from './simulator.js';
import type { WaitTable } from './waitSpecification.js';

type Kind = 'latesender' | 'latereceiver';

interface WaitState {
  readonly kind: Kind;
  readonly waiter: Call;
  readonly delayer: Call;
  readonly seconds: number;
  /** Costs that spread from it, by kind. */
  readonly spread: Map<Kind, number>;
  /** The largest part of another wait state that is due to it, as a share of this one. */
  propagated: number;
}

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

/**
 * The costs of delays in an execution without collective operations, written down from the definitions as plainly as
 * possible: every wait state is compared with every other one, stretches of time are added up segment by segment.
 */
export function specifiedDelays(execution: Execution): WaitTable {
  const states = waitStates(execution.messages);
  const segments = execution.builder.writers.map((_, location) => segmentsOf(execution, location));
  const table: WaitTable = new Map();
  const add = (metric: string, path: string, location: number, seconds: number): void => {
    if (!(seconds > 0)) return;
    let values = table.get(metric);
    if (values === undefined) table.set(metric, (values = new Map<string, number>()));
    values.set(`${path}\t${location}`, (values.get(`${path}\t${location}`) ?? 0) + seconds);
  };
  for (const state of [...states].sort((a, b) => waitsUntil(b) - waitsUntil(a))) {
    attribute(state, states, segments, add);
  }
  return table;
}

const waitsUntil = ({ waiter, seconds }: WaitState): number => waiter.enter + seconds;

function waitStates(messages: readonly Message[]): WaitState[] {
  const states = new Map<Call, WaitState>();
  const offer = (kind: Kind, waiter: Call, delayer: Call, seconds: number): void => {
    const known = states.get(waiter);
    if (!(seconds > 0) || (known !== undefined && (known.kind !== kind || known.seconds >= seconds))) return;
    states.set(waiter, { kind, waiter, delayer, seconds, spread: new Map(), propagated: 0 });
  };
  for (const { sendCall, receivedIn } of messages) {
    if (receivedIn === undefined || receivedIn.name === 'MPI_Test') continue;
    offer('latesender', receivedIn, sendCall, Math.min(sendCall.enter, receivedIn.leave) - receivedIn.enter);
  }
  for (const { sendCall, sendCompletedIn, postedIn } of messages) {
    if (sendCompletedIn === undefined || postedIn === undefined || sendCall.name === 'MPI_Bsend') continue;
    if (!['MPI_Send', 'MPI_Ssend', 'MPI_Wait', 'MPI_Waitall'].includes(sendCompletedIn.name)) continue;
    if (sendCompletedIn.leave <= postedIn.enter) continue;
    offer('latereceiver', sendCompletedIn, postedIn, postedIn.enter - sendCompletedIn.enter);
  }
  return [...states.values()];
}

/** The time of a location, cut wherever the innermost region changes. */
function segmentsOf({ builder }: Execution, location: number): Segment[] {
  const segments: Segment[] = [];
  const stack: string[] = [];
  let last = Number.NaN;
  for (const { kind, time, reference } of builder.writer(location).events) {
    if (time > last && stack.length > 0) segments.push({ from: last, to: time, path: stack.join('/') });
    last = time;
    if (kind === EventKind.Enter) stack.push(elementAt(builder.regions, reference).name);
    else if (kind === EventKind.Leave) stack.pop();
  }
  return segments;
}

/** Time by call path of one location between two moments, without waiting, and the waiting by wait state. */
function stretch(
  location: number,
  { at: from, leftOut }: Beginning,
  to: number,
  segments: readonly (readonly Segment[])[],
  states: readonly WaitState[],
): { times: Map<string, number>; waits: Map<WaitState, number> } {
  const overlap = (a: number, b: number): number => Math.max(0, Math.min(b, to) - Math.max(a, from));
  const times = new Map<string, number>();
  for (const { from: begin, to: end, path } of elementAt(segments, location)) {
    const seconds = overlap(begin, end);
    if (seconds > 0) times.set(path, (times.get(path) ?? 0) + seconds);
  }
  const waits = new Map<WaitState, number>();
  for (const state of states) {
    if (state.waiter.location !== location) continue;
    const seconds = overlap(state.waiter.enter, waitsUntil(state));
    if (seconds <= 0) continue;
    waits.set(state, seconds);
    times.set(state.waiter.path, (times.get(state.waiter.path) ?? 0) - seconds);
  }
  if (leftOut !== undefined) times.set(leftOut.path, (times.get(leftOut.path) ?? 0) - leftOut.seconds);
  return { times, waits };
}

/** Start of the stretch of time of one side before a wait state. */
interface Beginning {
  readonly at: number;
  /** This amount of time at a call path is excluded, although it passed later. */
  readonly leftOut?: { readonly path: string; readonly seconds: number };
}

/** Returns the starts of the stretches of time of the waiting and the delaying location before a wait state. */
function beginnings({ waiter, delayer }: WaitState, states: readonly WaitState[]): readonly [Beginning, Beginning] {
  let found: { own: Call; other: Call; state: WaitState } | undefined;
  for (const state of states) {
    for (const [own, other] of [
      [state.waiter, state.delayer],
      [state.delayer, state.waiter],
    ] as const) {
      if (own.location !== waiter.location || other.location !== delayer.location) continue;
      if (own.enter >= waiter.enter || other.enter >= delayer.enter) continue;
      if (found === undefined || own.enter > found.own.enter) found = { own, other, state };
    }
  }
  if (found === undefined) return [{ at: Number.NEGATIVE_INFINITY }, { at: Number.NEGATIVE_INFINITY }];
  const first = { at: Math.min(found.own.leave, found.other.leave) };
  if (found.state.kind === 'latesender') return [first, first];
  return found.own === found.state.waiter ? [afterSend(found.state), first] : [first, afterSend(found.state)];
}

/**
 * Excludes the blocked call of a Late Receiver completely. It also excludes as much of the later time of its call path
 * as the receiver stays longer in its call (as in Scalasca 2.6).
 */
function afterSend({ waiter, delayer }: WaitState): Beginning {
  const seconds = Math.max(0, delayer.leave - waiter.leave);
  return { at: waiter.leave, leftOut: { path: waiter.path, seconds } };
}

type Add = (metric: string, path: string, location: number, seconds: number) => void;

function attribute(
  state: WaitState,
  states: readonly WaitState[],
  segments: readonly (readonly Segment[])[],
  add: Add,
): void {
  const { kind, waiter, delayer, seconds, spread } = state;
  const [ownBegin, otherBegin] = beginnings(state, states);
  const own = stretch(waiter.location, ownBegin, waiter.enter, segments, states);
  const other = stretch(delayer.location, otherBegin, delayer.enter, segments, states);
  const delays = [...other.times].map(([path, time]): [string, number] => [
    path,
    Math.max(0, time - Math.max(0, own.times.get(path) ?? 0)),
  ]);
  const waited = [...other.waits.values()].reduce((a, b) => a + b, 0);
  const whole = delays.reduce((sum, [, delay]) => sum + delay, waited);
  const share = whole > 0 ? Math.min(1, seconds / whole) : 0;
  for (const [path, delay] of delays) {
    add(`delay_${kind}`, path, delayer.location, delay * share);
    for (const [other, costs] of spread)
      add(`delay_${other}_longterm`, path, delayer.location, (delay / whole) * costs);
  }
  for (const [cause, amount] of other.waits) {
    cause.propagated = Math.max(cause.propagated, (amount * share) / cause.seconds);
    const put = (to: Kind, costs: number): unknown => cause.spread.set(to, (cause.spread.get(to) ?? 0) + costs);
    put(kind, amount * share);
    for (const [to, costs] of spread) put(to, (amount / whole) * costs);
  }
  const short = kind === 'latesender' ? 'ls' : 'lr';
  add(`mpi_wait_indirect_${kind}`, waiter.path, waiter.location, waited * share);
  add(`mpi_wait_direct_${kind}`, waiter.path, waiter.location, seconds - waited * share);
  add(`mpi_wait_propagating_${short}`, waiter.path, waiter.location, seconds * Math.min(1, state.propagated));
  add(`mpi_wait_terminal_${short}`, waiter.path, waiter.location, seconds * (1 - Math.min(1, state.propagated)));
}
