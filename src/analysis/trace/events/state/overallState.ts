import { elementAt } from '../../../../base/elements.js';
import type { Definitions } from '../../../../model/definitions.js';
import { EventKind } from '../../../../model/events.js';
import type { CallGraph } from '../store/callGraph.js';
import { type EventStore, NO_EVENT } from '../store/eventStore.js';
import { isParallelConstruct } from '../store/eventTypes.js';
import { InstanceQueues } from './instanceQueues.js';
import { LockStates } from './locks.js';
import { isReceive, isSend, type MessageContext, MessageQueues, type ReceiveOrder } from './messageQueues.js';
import { RegionStacks } from './regionStacks.js';
import { Requests } from './requests.js';
import { Teams } from './teams.js';

/** Data shared by the states of one trace. */
export interface StateContext extends MessageContext {
  readonly definitions: Definitions;
  readonly store: EventStore;
  readonly graph: CallGraph;
  /** Processes of a communicator, of both groups of an intercommunicator. */
  readonly members: (communicator: number) => readonly number[];
  /** Found out when it is first needed. */
  readonly receiveOrder: () => ReceiveOrder;
}

/** The parts an overall state consists of. */
interface StateParts {
  readonly stacks: RegionStacks;
  readonly teams: Teams;
  readonly messages: MessageQueues;
  readonly requests: Requests;
  readonly collectives: InstanceQueues<number>;
  /** Constructs of a team, by the index of its Fork event and then by region. */
  readonly constructs: Map<number, InstanceQueues<number>>;
  readonly locks: LockStates;
  /** Teams that ended with incomplete constructs, oldest first. */
  readonly ended: number[];
  /** True once receives must be looked up in the order in which they were posted. */
  readonly reordered: boolean;
}

/** So many teams of each process are remembered after their end. */
const ENDED_TEAMS = 4;

/**
 * The overall state after an event (Wolf 2003, definition 3.2): all state sequences of the hybrid model but the call
 * graph, which only grows and so is shared. `apply` takes in the next event and computes its pointer attributes.
 */
export class OverallState {
  readonly stacks: RegionStacks;
  readonly teams: Teams;
  readonly messages: MessageQueues;
  readonly requests: Requests;
  readonly collectives: InstanceQueues<number>;
  readonly locks: LockStates;
  private readonly constructs: Map<number, InstanceQueues<number>>;
  private readonly ended: number[];
  private reordered: boolean;

  constructor(
    private readonly context: StateContext,
    parts?: StateParts,
  ) {
    const { store, definitions, processes } = context;
    this.stacks = parts?.stacks ?? new RegionStacks(store, definitions.locations.length);
    this.teams = parts?.teams ?? new Teams(store, definitions, processes);
    this.messages = parts?.messages ?? new MessageQueues(store, context);
    this.requests = parts?.requests ?? new Requests(store, processes);
    this.collectives = parts?.collectives ?? new InstanceQueues<number>(store);
    this.constructs = parts?.constructs ?? new Map<number, InstanceQueues<number>>();
    this.locks = parts?.locks ?? new LockStates(store, processes);
    this.ended = parts?.ended ?? [];
    this.reordered = parts?.reordered ?? false;
  }

  copy(): OverallState {
    return new OverallState(this.context, {
      stacks: this.stacks.copy(),
      teams: this.teams.copy(),
      messages: this.messages.copy(),
      requests: this.requests.copy(),
      collectives: this.collectives.copy(),
      constructs: new Map(Array.from(this.constructs, ([fork, queues]) => [fork, queues.copy()])),
      locks: this.locks.copy(),
      ended: [...this.ended],
      reordered: this.reordered,
    });
  }

  dispose(): void {
    const { stacks, teams, messages, requests, collectives, locks, constructs } = this;
    for (const part of [stacks, teams, messages, requests, collectives, locks]) part.dispose();
    for (const queues of constructs.values()) queues.dispose();
  }

  /** Slots of construct exits whose instance is not complete, in the team a location is in. */
  pendingConstructs(location: number, region: number): readonly number[] {
    const team = this.teams.of(location);
    return (team === undefined ? undefined : this.constructs.get(team.fork)?.pending(region)) ?? [];
  }

  /** @param ordinal position of the event among those of its location */
  apply(slot: number, ordinal: number): void {
    const { store, graph } = this.context;
    const location = elementAt(store.location, slot);
    store.place(slot, elementAt(this.stacks.top, location), this.stacks.innermost(location));
    switch (store.kind[slot]) {
      case EventKind.Enter:
        graph.visit(slot);
        this.stacks.apply(slot);
        break;
      case EventKind.Leave:
        this.stacks.apply(slot);
        if (this.isConstruct(elementAt(store.reference, slot))) this.leaveConstruct(slot);
        break;
      default:
        this.applyOther(slot, ordinal);
    }
  }

  private applyOther(slot: number, ordinal: number): void {
    const { store } = this.context;
    const kind = elementAt(store.kind, slot);
    if (isSend(kind)) this.messages.send(slot);
    if (isReceive(kind)) this.receive(slot, ordinal);
    switch (kind) {
      case EventKind.MpiIsend:
      case EventKind.MpiIsendComplete:
      case EventKind.MpiIrecvRequest:
      case EventKind.MpiIrecv:
      case EventKind.MpiRequestCancelled:
        this.requests.apply(slot);
        break;
      case EventKind.MpiCollectiveEnd:
        this.leaveCollective(slot);
        break;
      case EventKind.ThreadAcquireLock:
      case EventKind.ThreadReleaseLock:
        this.locks.apply(slot);
        break;
      default:
        this.applyThread(slot);
    }
  }

  private applyThread(slot: number): void {
    switch (this.context.store.kind[slot]) {
      case EventKind.ThreadFork:
        this.teams.fork(slot, this.stacks);
        break;
      case EventKind.ThreadJoin:
        this.joined(this.teams.join(slot, this.stacks));
        break;
      case EventKind.ThreadTeamBegin:
        this.teams.begin(slot, this.stacks);
        break;
      case EventKind.ThreadTeamEnd:
        this.teams.end(slot, this.stacks);
        break;
      case EventKind.ThreadTaskSwitch:
        this.stacks.switchTo(slot, this.taskOf(slot));
        break;
      default:
        break;
    }
  }

  /** Receives are in the order in which they were posted until one overtakes another. */
  private receive(slot: number, ordinal: number): void {
    this.reordered ||= !this.requests.isFirstPosted(slot);
    const location = elementAt(this.context.store.location, slot);
    this.messages.receive(slot, this.reordered ? this.context.receiveOrder().shift(location, ordinal) : 0);
  }

  private leaveCollective(slot: number): void {
    const { store, peers, processes } = this.context;
    const communicator = store.operand(slot, 0);
    const process = elementAt(processes.ofLocation, elementAt(store.location, slot));
    if (peers.isSelf(communicator)) {
      store.setMembers(slot, [store.hold(slot)]);
      return;
    }
    const instance = this.collectives.add(communicator, this.context.members(communicator), process, slot);
    if (instance !== undefined) store.setMembers(slot, instance);
  }

  /** Not where the trace does not define the region. */
  private isConstruct(region: number): boolean {
    const defined = this.context.definitions.regions[region];
    return defined !== undefined && isParallelConstruct(defined);
  }

  private leaveConstruct(slot: number): void {
    const { store } = this.context;
    const location = elementAt(store.location, slot);
    const team = this.teams.of(location);
    if (team === undefined || team.fork === NO_EVENT) return;
    let queues = this.constructs.get(team.fork);
    if (queues === undefined) this.constructs.set(team.fork, (queues = new InstanceQueues<number>(store)));
    const instance = queues.add(elementAt(store.reference, slot), team.members, location, slot);
    if (instance === undefined) return;
    store.setMembers(slot, instance);
    if (queues.isEmpty) this.constructs.delete(team.fork);
  }

  /** A team ended. Its workers may still record their last exits, so that incomplete constructs stay for a while. */
  private joined(fork: number): void {
    if (!this.constructs.has(fork)) return;
    this.ended.push(fork);
    if (this.ended.length <= ENDED_TEAMS * this.context.processes.locations.length) return;
    const oldest = this.ended.shift() ?? NO_EVENT;
    this.constructs.get(oldest)?.dispose();
    this.constructs.delete(oldest);
  }

  /** Name of an explicit task, unique in the trace; undefined for the implicit task of a thread. */
  private taskOf(slot: number): string | undefined {
    const { store, processes } = this.context;
    const generation = store.operand(slot, 2);
    if (generation === 0) return undefined;
    return [
      processes.ofLocation[elementAt(store.location, slot)],
      store.operand(slot, 0),
      store.operand(slot, 1),
      generation,
    ].join('/');
  }
}
