import { elementAt } from '../../../../src/base/elements.js';
import { EventKind } from '../../../../src/model/events.js';
import type { TraceBuilder } from '../../../support/traceBuilder.js';

/** An event of a built trace, in global order. */
export interface SpecifiedEvent {
  readonly location: number;
  readonly kind: number;
  readonly time: number;
  /** Region of Enter and Leave. */
  readonly region: number;
  readonly site: number;
  readonly operands: readonly number[];
}

const comesLast: readonly number[] = [
  EventKind.MpiRecv,
  EventKind.MpiIrecv,
  EventKind.ThreadAcquireLock,
  EventKind.ThreadTeamBegin,
  EventKind.ThreadBegin,
];

/** Picks the next event again and again: the earliest, then what does not come last, then the lowest location. */
export function inGlobalOrder({ writers }: TraceBuilder): SpecifiedEvent[] {
  const left = writers.map(({ events }) => [...events]);
  const order: SpecifiedEvent[] = [];
  for (;;) {
    const heads = left.flatMap((events, location) =>
      events.length === 0 ? [] : [{ head: elementAt(events, 0), location }],
    );
    if (heads.length === 0) return order;
    const rank = (kind: number): number => (comesLast.includes(kind) ? 1 : 0);
    heads.sort((a, b) => a.head.time - b.head.time || rank(a.head.kind) - rank(b.head.kind) || a.location - b.location);
    const { head, location } = elementAt(heads, 0);
    elementAt(left, location).shift();
    order.push({ ...head, location, region: head.reference });
  }
}

const forkAndJoin = [EventKind.ThreadFork, EventKind.ThreadJoin] as const;

const isSend = ({ kind }: SpecifiedEvent): boolean => kind === EventKind.MpiSend || kind === EventKind.MpiIsend;
const isReceive = ({ kind }: SpecifiedEvent): boolean => kind === EventKind.MpiRecv || kind === EventKind.MpiIrecv;
const isSync = ({ kind }: SpecifiedEvent): boolean =>
  kind === EventKind.ThreadAcquireLock || kind === EventKind.ThreadReleaseLock;

/**
 * The enhanced model as plainly as possible: each state is found by replaying all events up to it, each pointer by
 * its definition from the states, with indices for events. Threads of a process are consecutive, its master first.
 */
export class Specification {
  readonly events: readonly SpecifiedEvent[];

  constructor(private readonly builder: TraceBuilder) {
    this.events = inGlobalOrder(builder);
  }

  /** @throws RangeError where there is none */
  event(index: number): SpecifiedEvent {
    return elementAt(this.events, index);
  }

  /** Definition 3.6. */
  regionStack(location: number, index: number): number[] {
    const stack: number[] = [];
    for (let i = 0; i <= index; i++) {
      const event = this.event(i);
      if (event.location !== location) continue;
      if (event.kind === EventKind.Enter) stack.push(i);
      else if (event.kind === EventKind.Leave) stack.pop();
    }
    return stack;
  }

  /**
   * Definition 3.20: workers inherit the stack their master had at its Fork, until the Join. If the trace defines the
   * threads of a team, they inherit it from the begin of the team on each thread until its end there.
   */
  inheritedStack(location: number, index: number): number[] {
    const own = this.regionStack(location, index);
    const master = this.masterOf(location);
    if (location === master) return own;
    const named = this.builder.communicators.some(({ paradigm }) => paradigm === 'openmp');
    let atFork: number[] = [];
    let inherited: number[] = [];
    for (let i = 0; i <= index; i++) {
      const { kind, location: where } = this.event(i);
      if (where === master && kind === EventKind.ThreadFork) atFork = this.regionStack(master, i);
      const [begin, end] = named ? [EventKind.ThreadTeamBegin, EventKind.ThreadTeamEnd] : forkAndJoin;
      if (where !== (named ? location : master)) continue;
      if (kind === begin) inherited = atFork;
      else if (kind === end) inherited = [];
    }
    return [...inherited, ...own];
  }

  /** Definition 3.10. */
  enterptr(index: number): number | undefined {
    return this.regionStack(this.event(index).location, index - 1).at(-1);
  }

  /** Definition 3.11: no event points to a later one. */
  sendptr(receive: number): number | undefined {
    const send = this.matchOf(receive);
    return send !== undefined && send < receive ? send : undefined;
  }

  /** The send of a message, with receives in the order in which they were posted. */
  private matchOf(receive: number): number | undefined {
    const { source, destination } = this.ends(receive);
    const [communicator, , tag] = this.event(receive).operands;
    const same = (i: number): boolean => {
      const ends = this.ends(i);
      const { operands } = this.event(i);
      return (
        ends.source === source &&
        ends.destination === destination &&
        operands[0] === communicator &&
        operands[2] === tag
      );
    };
    const indices = [...this.events.keys()];
    const receives = indices.filter((i) => isReceive(this.event(i)) && same(i));
    const sends = indices.filter((i) => isSend(this.event(i)) && same(i));
    const posted = receives.map((i) => ({ i, post: this.postOf(i) })).sort((a, b) => a.post - b.post || a.i - b.i);
    return sends.at(posted.findIndex(({ i }) => i === receive));
  }

  /** Definition 3.7. */
  messageQueue(source: number, destination: number, index: number): number[] {
    const indices = [...this.events.keys()];
    const received = new Set(
      indices.filter((i) => i <= index && isReceive(this.event(i))).map((receive) => this.matchOf(receive)),
    );
    return indices.filter((i) => {
      if (i > index || !isSend(this.event(i)) || received.has(i)) return false;
      const ends = this.ends(i);
      return ends.source === source && ends.destination === destination;
    });
  }

  /** Definition 3.9: the n-th operation of every member, if this event is the last of them. */
  mpicoll(exit: number): number[] {
    const communicator = elementAt(this.event(exit).operands, 0);
    const { ranks, remoteRanks = [] } = elementAt(this.builder.communicators, communicator);
    const exitsOf = (process: number): number[] =>
      [...this.events.keys()].filter((i) => {
        const { kind, operands, location } = this.event(i);
        if (kind !== EventKind.MpiCollectiveEnd || operands[0] !== communicator) return false;
        return this.processOf(location) === process;
      });
    const number = exitsOf(this.processOf(this.event(exit).location)).indexOf(exit);
    const members = [...ranks, ...remoteRanks].map(
      (location) => exitsOf(this.processOf(location)).at(number) ?? Number.POSITIVE_INFINITY,
    );
    return Math.max(...members) === exit ? members : [];
  }

  /** Definition 3.15: the last event of a lock up to `index`. */
  lockStatus(process: number, lock: number, index: number): number | undefined {
    for (let i = index; i >= 0; i--) {
      const event = this.event(i);
      if (isSync(event) && event.operands[1] === lock && this.processOf(event.location) === process) return i;
    }
    return undefined;
  }

  /** Definition 3.16. */
  lockptr(index: number): number | undefined {
    const { location, operands } = this.event(index);
    return this.lockStatus(this.processOf(location), elementAt(operands, 1), index - 1);
  }

  /** Definition 3.21: regions and call sites of the inherited stack just after an Enter. */
  cpath(enter: number): string {
    const stack = this.inheritedStack(this.event(enter).location, enter);
    return stack.map((i) => `${this.event(i).region}:${this.event(i).site}`).join('/');
  }

  /** Definition 3.23. */
  cnodeptr(enter: number): number {
    const path = this.cpath(enter);
    return [...this.events.keys()].findIndex((i) => this.event(i).kind === EventKind.Enter && this.cpath(i) === path);
  }

  /** Definition 3.25: all Enter events that represent themselves. */
  callGraph(index: number): number[] {
    return [...this.events.keys()].filter(
      (i) => i <= index && this.event(i).kind === EventKind.Enter && this.cnodeptr(i) === i,
    );
  }

  processOf(location: number): number {
    return elementAt(this.builder.locations, location).group;
  }

  private masterOf(location: number): number {
    return this.builder.locations.findIndex(({ group }) => group === this.processOf(location));
  }

  private ends(index: number): { source: number; destination: number } {
    const { location, operands } = this.event(index);
    const own = this.processOf(location);
    const other = this.processOf(
      elementAt(elementAt(this.builder.communicators, elementAt(operands, 0)).ranks, elementAt(operands, 1)),
    );
    return isSend(this.event(index)) ? { source: own, destination: other } : { source: other, destination: own };
  }

  /** When a receive was posted: at the call, or at the last earlier event that made its request. */
  private postOf(receive: number): number {
    const { kind, location, operands } = this.event(receive);
    if (kind === EventKind.MpiRecv) return this.event(this.enterptr(receive) ?? receive).time;
    for (let i = receive; i >= 0; i--) {
      const event = this.event(i);
      if (event.kind !== EventKind.MpiIrecvRequest || event.operands[0] !== operands[4]) continue;
      if (this.processOf(event.location) === this.processOf(location)) return event.time;
    }
    return this.event(receive).time;
  }
}
