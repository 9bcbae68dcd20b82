import { elementAt } from '../../src/base/elements.js';
import { CollectiveOperation, CollectiveRoot, EventKind } from '../../src/model/events.js';
import {
  type CollectiveCall,
  type CollectiveStep,
  type CommunicatorChoice,
  type MessageStep,
  type RelayStep,
  type Schedule,
  type Step,
  TICK,
} from './schedule.js';
import { type LocationWriter, TraceBuilder } from './traceBuilder.js';

/** One MPI call as it was executed. Times are seconds. */
export interface Call {
  readonly name: string;
  /** Call path, region names joined by `/`. */
  readonly path: string;
  readonly location: number;
  readonly enter: number;
  readonly leave: number;
}

/** One message, and the calls at its ends. */
export interface Message {
  /** Location of the sending thread. */
  readonly source: number;
  readonly sendCall: Call;
  readonly sendTime: number;
  /** The call in which the send completed. */
  sendCompletedIn?: Call;
  /** The call that posted the receive. */
  postedIn?: Call;
  /** The call in which the receive completed. */
  receivedIn?: Call;
}

/** One collective operation with its members by rank. */
export interface Collective {
  readonly call: CollectiveCall;
  readonly root: number;
  readonly members: readonly { call: Call; end: number; sent: number; received: number }[];
  /** How many of the members are in the first group of an intercommunicator. */
  readonly firstGroup?: number;
}

/** A call that asks whether requests have completed: those it found under way, and those it completed. */
export interface Question {
  readonly call: Call;
  readonly inVain: readonly number[];
  readonly completed: readonly number[];
}

/** The real course of the execution, known without the trace. */
export interface Execution {
  readonly builder: TraceBuilder;
  /** The main thread of each process. */
  readonly mainThreads: readonly number[];
  readonly messages: readonly Message[];
  /** The messages each location received, in the order in which they completed. */
  readonly receiveOrder: readonly (readonly Message[])[];
  readonly collectives: readonly Collective[];
  /** In order of time within each process. */
  readonly questions: readonly Question[];
}

export interface SimulationOptions {
  /** Order in which the trace defines the processes. */
  readonly order?: readonly number[];
  /** Seconds added to every time. */
  readonly shift?: number;
}

/** A message takes at least this long. */
const LATENCY = TICK / 2;

/** Events within a call are this far from its begin or end. */
const INSET = TICK / 8;

const RELAY_TAG = 8;

/** For calls that need not wait for anything. */
const AT_ONCE = Number.NEGATIVE_INFINITY;

/** A non-blocking operation that has not completed. */
interface Pending {
  readonly request: number;
  /** Earliest time at which it can complete. */
  readonly ready: number;
  readonly complete: (writer: LocationWriter, call: Call) => void;
}

interface Process {
  readonly writers: readonly [LocationWriter, ...LocationWriter[]];
  clock: number;
  calls: number;
  requests: number;
  readonly pending: Pending[];
}

/** A communicator: its index, and the processes by rank. */
interface Members {
  readonly index: number;
  readonly ranks: readonly number[];
}

/** Executes a schedule on simulated processes and writes the trace of it. */
export function execute(schedule: Schedule, options: SimulationOptions = {}): Execution {
  return new Simulator(schedule, options).run();
}

class Simulator {
  private readonly builder = new TraceBuilder();
  private readonly processes: Process[] = [];
  private readonly communicators: readonly [Members, Members];
  private readonly intercommunicator: number;
  private readonly messages: Message[] = [];
  private readonly receiveOrder: Message[][] = [];
  private readonly collectives: Collective[] = [];
  private readonly questions: Question[] = [];
  private nextDuration = 0;

  constructor(
    private readonly schedule: Schedule,
    { order, shift = 0 }: SimulationOptions,
  ) {
    const world = [...Array(schedule.processes).keys()];
    for (const process of order ?? world) {
      const writers = this.builder.process(schedule.secondThread > 0 ? 2 : 1);
      this.processes[process] = { writers, clock: shift + 10 * TICK * process, calls: 0, requests: 0, pending: [] };
    }
    this.builder.writers.forEach(() => this.receiveOrder.push([]));
    const main = (process: number): number => this.process(process).writers[0].location;
    const members = (ranks: readonly number[]): Members => ({
      index: this.builder.communicator(ranks.map(main)),
      ranks,
    });
    this.communicators = [members(world), members(schedule.subset)];
    this.intercommunicator = this.builder.communicator(world.slice(0, schedule.firstGroup).map(main), {
      remoteRanks: world.slice(schedule.firstGroup).map(main),
    });
  }

  run(): Execution {
    for (const { writers, clock } of this.processes) {
      writers.forEach((writer, thread) => writer.enter(clock, rootOf(thread)));
    }
    for (const step of this.schedule.steps) this.step(step);
    this.processes.forEach((process) => {
      this.complete(process, 'MPI_Waitall');
      process.writers.forEach((writer, thread) => writer.leave(process.clock + TICK, rootOf(thread)));
    });
    const { builder, messages, receiveOrder, collectives, questions } = this;
    const mainThreads = this.processes.map(({ writers }) => writers[0].location);
    return { builder, mainThreads, messages, receiveOrder, collectives, questions };
  }

  private process(index: number): Process {
    return elementAt(this.processes, index);
  }

  private step(step: Step): void {
    switch (step.kind) {
      case 'compute':
        this.process(step.process).clock += step.seconds;
        break;
      case 'message':
        this.message(step);
        break;
      case 'exchange':
        if (step.from !== step.to) this.exchange(step.from, step.to, step.bytes);
        break;
      case 'relay':
        if (step.from !== step.by && step.by !== step.to) this.relay(step);
        break;
      case 'complete':
        this.complete(this.process(step.process), step.call);
        break;
      case 'ask':
        this.ask(this.process(step.process), step.call);
        break;
      case 'collective':
        if (step.communicator === 2) this.collectiveBetweenGroups(step);
        else this.collective(step.communicator, step);
        break;
    }
  }

  private message(step: MessageStep): void {
    const { index: communicator, ranks } = elementAt(this.communicators, step.communicator);
    if (!ranks.includes(step.from) || !ranks.includes(step.to)) return;
    const message = this.send(step, communicator, ranks.indexOf(step.to));
    this.messages.push(message);
    this.receive(step, communicator, ranks.indexOf(step.from), message);
  }

  private send({ from, tag, bytes, send }: MessageStep, communicator: number, receiver: number): Message {
    const process = this.process(from);
    const request = ++process.requests;
    const sendCall = this.call(process, send, AT_ONCE, (writer, { enter }) => {
      if (send === 'MPI_Isend') writer.isend(enter + INSET, communicator, receiver, tag, bytes, request);
      else writer.send(enter + INSET, communicator, receiver, tag, bytes);
    });
    const message: Message = { source: sendCall.location, sendCall, sendTime: sendCall.enter + INSET };
    if (send !== 'MPI_Isend') return { ...message, sendCompletedIn: sendCall };
    process.pending.push({
      request,
      ready: AT_ONCE,
      complete: (writer, call) => {
        writer.isendComplete(call.leave - INSET, request);
        message.sendCompletedIn = call;
      },
    });
    return message;
  }

  private receive(step: MessageStep, communicator: number, sender: number, message: Message): void {
    const { tag, bytes } = step;
    const process = this.process(step.to);
    const ready = message.sendTime + LATENCY;
    if (step.receive === 'MPI_Recv') {
      const call = this.call(process, 'MPI_Recv', ready, (writer, { leave }) => {
        writer.recv(leave - INSET, communicator, sender, tag, bytes);
      });
      message.postedIn = call;
      this.received(message, call);
      return;
    }
    const request = ++process.requests;
    message.postedIn = this.call(process, 'MPI_Irecv', AT_ONCE, (writer, { enter }) => {
      writer.irecvRequest(enter + INSET, request);
    });
    process.pending.push({
      request,
      ready,
      complete: (writer, call) => {
        writer.irecv(call.leave - INSET, communicator, sender, tag, bytes, request);
        this.received(message, call);
      },
    });
  }

  /** Sendrecv at both ends; the second one starts after the first in the schedule, but not always in time. */
  private exchange(a: number, b: number, bytes: number): void {
    const sendrecv = (from: number, to: number): Message => {
      const sendCall = this.call(this.process(from), 'MPI_Sendrecv', AT_ONCE, (writer, { enter, leave }) => {
        writer.send(enter + INSET, this.communicators[0].index, to, 7, bytes);
        writer.recv(leave - INSET, this.communicators[0].index, to, 7, bytes);
      });
      return { source: sendCall.location, sendCall, sendTime: sendCall.enter + INSET, sendCompletedIn: sendCall };
    };
    const there = sendrecv(a, b);
    const back = sendrecv(b, a);
    for (const [message, call] of [
      [there, back.sendCall],
      [back, there.sendCall],
    ] as const) {
      message.postedIn = call;
      this.messages.push(message);
      this.received(message, call);
    }
  }

  private relay({ from, by, to }: RelayStep): void {
    const communicator = this.communicators[0].index;
    const first = this.sendFor(from, by, 'MPI_Send', AT_ONCE);
    const second = this.sendFor(by, to, 'MPI_Sendrecv', first.sendTime + LATENCY, (writer, { leave }) => {
      writer.recv(leave - INSET, communicator, from, RELAY_TAG, 8);
    });
    // It returns as soon as it can, so that the process that sent may still wait in its Sendrecv.
    const receive = (writer: LocationWriter, { leave }: Call): unknown =>
      writer.recv(leave - INSET, communicator, by, RELAY_TAG, 8);
    const last = this.call(this.process(to), 'MPI_Recv', second.sendTime + LATENCY, receive, TICK);
    for (const [message, call] of [
      [first, second.sendCall],
      [second, last],
    ] as const) {
      message.postedIn = call;
      this.messages.push(message);
      this.received(message, call);
    }
  }

  /** A message sent in a call that lasts at least until `ready` and may record more. */
  private sendFor(
    from: number,
    to: number,
    name: string,
    ready: number,
    more?: (writer: LocationWriter, call: Call) => void,
  ): Message {
    const sendCall = this.call(this.process(from), name, ready, (writer, call) => {
      writer.send(call.enter + INSET, this.communicators[0].index, to, RELAY_TAG, 8);
      more?.(writer, call);
    });
    return { source: sendCall.location, sendCall, sendTime: sendCall.enter + INSET, sendCompletedIn: sendCall };
  }

  private complete(process: Process, name: 'MPI_Waitall' | 'MPI_Wait' | 'MPI_Test'): void {
    const done = process.pending.splice(0, name === 'MPI_Waitall' ? process.pending.length : 1);
    if (done.length === 0) return;
    const ready = Math.max(...done.map((operation) => operation.ready));
    const call = this.call(process, name, ready, (writer, made) =>
      done.forEach((operation) => operation.complete(writer, made)),
    );
    if (name !== 'MPI_Test') return;
    const completed = done.map(({ request }) => request);
    this.questions.push({ call, inVain: [], completed });
  }

  private ask(process: Process, name: 'MPI_Test' | 'MPI_Testall'): void {
    const inVain = process.pending.slice(0, name === 'MPI_Test' ? 1 : undefined).map(({ request }) => request);
    if (inVain.length === 0) return;
    const call = this.call(process, name, AT_ONCE, (writer, { leave }) =>
      inVain.forEach((request) => writer.event(EventKind.MpiRequestTest, leave - INSET, [request])),
    );
    this.questions.push({ call, inVain, completed: [] });
  }

  private collective(communicator: CommunicatorChoice, { call: name, root: process, bytes }: CollectiveStep): void {
    const { index, ranks } = elementAt(this.communicators, communicator);
    const root = process % ranks.length;
    const members = ranks.map((member, rank) => {
      const data = payload(name, rank, ranks.length, root, bytes);
      return this.takePart(member, name, index, rooted.has(name) ? { root, ...data } : data);
    });
    this.collectives.push({ call: name, root, members });
  }

  /** All processes in one operation on the intercommunicator; there are no scans on such. */
  private collectiveBetweenGroups({ call: name, root, bytes }: CollectiveStep): void {
    if (name === 'MPI_Scan' || name === 'MPI_Exscan') return;
    const { firstGroup } = this.schedule;
    const isFirst = (process: number): boolean => process < firstGroup;
    const members = this.processes.map((_, process) => {
      const isFacing = isFirst(process) !== isFirst(root);
      const data = payloadBetweenGroups(name, process === root, isFacing, bytes);
      const rankOfRoot = isFirst(root) ? root : root - firstGroup;
      const named = process === root ? CollectiveRoot.Self : isFacing ? rankOfRoot : CollectiveRoot.ThisGroup;
      const operands = rooted.has(name) ? { root: named, ...data } : data;
      return this.takePart(process, name, this.intercommunicator, operands);
    });
    this.collectives.push({ call: name, root, members, firstGroup });
  }

  /** The call of one process in a collective operation. */
  private takePart(
    process: number,
    name: CollectiveCall,
    communicator: number,
    data: { root?: number; sent: number; received: number },
  ): Collective['members'][number] {
    const call = this.call(this.process(process), name, AT_ONCE, (writer, { enter, leave }) => {
      writer.collectiveBegin(enter);
      writer.collectiveEnd(leave - 2 * INSET, communicator, operationOf[name], data);
    });
    return { call, end: call.leave - 2 * INSET, sent: data.sent, received: data.received };
  }

  /** Lets a thread of the process make a call that takes the next duration, and lasts at least until `ready`. */
  private call(
    process: Process,
    name: string,
    ready: number,
    record: (writer: LocationWriter, call: Call) => unknown,
    duration = this.duration(),
  ): Call {
    const { secondThread } = this.schedule;
    const number = ++process.calls;
    const thread = secondThread > 0 && number % secondThread === 0 ? 1 : 0;
    const writer = elementAt(process.writers, thread);
    const enter = process.clock + TICK;
    const leave = Math.max(enter + duration, ready + 3 * INSET);
    const caller = number % 2 === 0 ? 'even' : 'odd';
    const path = `${rootOf(thread)}/${caller}/${name}`;
    const call: Call = { name, path, location: writer.location, enter, leave };
    writer.enter(process.clock, caller).enter(enter, name);
    record(writer, call);
    writer.leave(leave, name).leave(leave + TICK, caller);
    process.clock = leave + TICK;
    return call;
  }

  private duration(): number {
    const { durations } = this.schedule;
    return elementAt(durations, this.nextDuration++ % durations.length);
  }

  private received(message: Message, call: Call): void {
    message.receivedIn = call;
    elementAt(this.receiveOrder, call.location).push(message);
  }
}

const rootOf = (thread: number): string => (thread === 0 ? 'main' : 'worker');

const operationOf: Record<CollectiveCall, number> = {
  MPI_Barrier: CollectiveOperation.Barrier,
  MPI_Allreduce: CollectiveOperation.Allreduce,
  MPI_Alltoall: CollectiveOperation.Alltoall,
  MPI_Bcast: CollectiveOperation.Bcast,
  MPI_Scatter: CollectiveOperation.Scatter,
  MPI_Reduce: CollectiveOperation.Reduce,
  MPI_Gather: CollectiveOperation.Gather,
  MPI_Scan: CollectiveOperation.Scan,
  MPI_Exscan: CollectiveOperation.Exscan,
};

const rooted = new Set<CollectiveCall>(['MPI_Bcast', 'MPI_Scatter', 'MPI_Reduce', 'MPI_Gather']);

/** Bytes a rank sends and receives, as measurement systems record them. */
function payload(
  call: CollectiveCall,
  rank: number,
  size: number,
  root: number,
  bytes: number,
): { sent: number; received: number } {
  switch (call) {
    case 'MPI_Barrier':
      return { sent: 0, received: 0 };
    case 'MPI_Allreduce':
    case 'MPI_Alltoall':
    case 'MPI_Scan':
      return { sent: bytes, received: bytes };
    case 'MPI_Bcast':
    case 'MPI_Scatter':
      return { sent: rank === root ? bytes * size : 0, received: bytes };
    case 'MPI_Reduce':
    case 'MPI_Gather':
      return { sent: bytes, received: rank === root ? bytes * size : 0 };
    case 'MPI_Exscan':
      return { sent: rank < size - 1 ? bytes : 0, received: rank > 0 ? bytes : 0 };
  }
}

/** Bytes a process sends to the other group of an intercommunicator and receives from it. */
function payloadBetweenGroups(
  call: CollectiveCall,
  isRoot: boolean,
  isFacing: boolean,
  bytes: number,
): { sent: number; received: number } {
  switch (call) {
    case 'MPI_Bcast':
    case 'MPI_Scatter':
      return { sent: isRoot ? bytes : 0, received: isFacing ? bytes : 0 };
    case 'MPI_Reduce':
    case 'MPI_Gather':
      return { sent: isFacing ? bytes : 0, received: isRoot ? bytes : 0 };
    default:
      return call === 'MPI_Barrier' ? { sent: 0, received: 0 } : { sent: bytes, received: bytes };
  }
}
